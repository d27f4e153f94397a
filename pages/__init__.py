"""Everything that draws: the frame, the lessons, and in `components` the parts they share."""
