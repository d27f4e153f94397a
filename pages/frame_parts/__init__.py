"""The parts of the frame around every lesson."""
