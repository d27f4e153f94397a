"""Everything that draws: the frame, the lessons, and in `ui` the parts that lessons share."""
