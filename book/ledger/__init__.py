"""Where each printed number comes from: the ledgers of the chapters, evaluated exactly by the calculator."""
