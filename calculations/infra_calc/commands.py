"""Which module declares which subcommand, so that a call imports one module only; the order is that of --help."""

MODULES = {
    "models": "infra_calc.catalogue",
}
