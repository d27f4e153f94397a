"""Unigram: training by pruning, its trace, and encoding by the most likely segmentation."""
