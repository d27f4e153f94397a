"""Unigram: training by pruning, its trace, and encoding by the most likely segmentation.

Unlike BPE and WordPiece, a Unigram model knows every segmentation of a word with its probability.
"""

from bpe_core.algorithms.unigram.lattice import Candidate, Edge, Lattice, Path
from bpe_core.algorithms.unigram.recorded_rounds import Round, Snapshot
from bpe_core.algorithms.unigram.state import RankedToken, UnigramState
from bpe_core.algorithms.unigram.tokenizer import Segmentation, UnigramTokenizer
from bpe_core.algorithms.unigram.trace import UnigramTrace
from bpe_core.algorithms.unigram.training import train_unigram
from bpe_core.algorithms.unigram.views import Removal, RoundHistory, RoundView, WordWithout

__all__ = [
    "Candidate",
    "Edge",
    "Lattice",
    "Path",
    "RankedToken",
    "Removal",
    "Round",
    "RoundHistory",
    "RoundView",
    "Segmentation",
    "Snapshot",
    "UnigramState",
    "UnigramTokenizer",
    "UnigramTrace",
    "WordWithout",
    "train_unigram",
]
