"""How far raters agree: coefficients with their intervals, or why there are none."""
