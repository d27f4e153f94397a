"""Name the bug in somebody's BPE, from its merges or from the ids that its encoder produces.

>>> counts = {"aaab": 2, "ab": 1, "banana": 1}
>>> found = diagnose(counts, TrainingSpecification(num_merges=1), "a b")
>>> found.first_difference, found.explanations
(1, (('overlaps-as-merged',), ('pair-once-per-word',)))
"""

from bpe_core.diagnosis.diagnosis import Diagnosis, PairEvidence, WordShare, diagnose
from bpe_core.diagnosis.encodings import (
    ENCODING_MISTAKES,
    EncodingDiagnosis,
    diagnose_encoding,
    read_ids,
)
from bpe_core.diagnosis.merges_file import read_merges
from bpe_core.diagnosis.mistakes import MISTAKES, Mistake, places_of
from bpe_core.diagnosis.recipe import PRESETS
from bpe_core.specification import TrainingSpecification

__all__ = [
    "ENCODING_MISTAKES",
    "MISTAKES",
    "PRESETS",
    "Diagnosis",
    "EncodingDiagnosis",
    "Mistake",
    "PairEvidence",
    "TrainingSpecification",
    "WordShare",
    "diagnose",
    "diagnose_encoding",
    "places_of",
    "read_ids",
    "read_merges",
]
