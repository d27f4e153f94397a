"""Charts, tables and formulas."""
