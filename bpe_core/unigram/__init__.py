"""Unigram: training by pruning, its trace, and encoding by the most likely segmentation.

Unlike BPE and WordPiece, a Unigram model knows every segmentation of a word with its probability.
"""

from bpe_core.unigram.lattice import Candidate, Edge, Lattice, Path
from bpe_core.unigram.state import RankedToken, UnigramState, UnigramView
from bpe_core.unigram.tokenizer import Segmentation, UnigramTokenizer
from bpe_core.unigram.trace import Round, Snapshot, UnigramTrace
from bpe_core.unigram.training import train_unigram

__all__ = [
    "Candidate",
    "Edge",
    "Lattice",
    "Path",
    "RankedToken",
    "Round",
    "Segmentation",
    "Snapshot",
    "UnigramState",
    "UnigramTokenizer",
    "UnigramTrace",
    "UnigramView",
    "train_unigram",
]
