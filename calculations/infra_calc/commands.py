"""Which module declares which subcommand, so that a call imports one module only; the order is that of --help."""

MODULES = {
    "models": "infra_calc.catalogue",
    "model": "infra_calc.model_report",
    "forward": "infra_calc.forward_report",
    "state": "infra_calc.state_report",
    "generate": "infra_calc.generate_report",
    "hardware": "infra_calc.hardware_report",
    "roofline": "infra_calc.roofline_report",
    "plan": "infra_calc.plan_report",
    "train": "infra_calc.train_report",
    "explain": "infra_calc.explain_report",
    "sources": "infra_calc.sources",
}
