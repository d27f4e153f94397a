"""Everything around the pages: headers, limits, the queue of trainings, the traces held."""
