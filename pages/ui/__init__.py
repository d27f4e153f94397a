"""The parts that lessons share: language, link, controls, charts, and the stepper."""
