"""What researchers ask of runs and figures: the shape of what comes in, and what goes out."""
