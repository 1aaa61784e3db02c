"""Which module declares which subcommand, so that a call imports one module only; the order is that of --help."""

MODULES = {
    "models": "infra_calc.catalogue",
    "model": "infra_calc.model_report",
    "forward": "infra_calc.forward_report",
    "state": "infra_calc.state_report",
    "generate": "infra_calc.generate_report",
    "sources": "infra_calc.sources",
}
