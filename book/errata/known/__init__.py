"""What the calculator knows of models and clusters, asked with the operands that the text itself gives."""
