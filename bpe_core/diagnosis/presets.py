"""Settings that known courses ask for, and the recipe of a trainer that follows them.

A course says in its assignment what to do; presets hold that for known courses.
"""

from __future__ import annotations

from collections.abc import Mapping

from bpe_core.algorithms.bpe.tie_rules import find_tie_rule
from bpe_core.algorithms.limits import check_number, check_special_tokens
from bpe_core.diagnosis.recipe import Recipe
from bpe_core.errors import UnknownUnitError
from bpe_core.specification import TrainingSpecification
from bpe_core.text.byte_alphabet import byte_order
from bpe_core.text.corpus import UNITS
from bpe_core.text.normalization import check_normalizers
from bpe_core.text.pre_tokenization import find_pre_tokenizer

#: What is asked for in known courses, by the names that the command line takes.
#:
#: - `cs336`: Stanford's CS336, first assignment, the test of `train_bpe`: a vocabulary of 500 with
#:   256 bytes and one special token leaves 243 merges; of equally frequent pairs the
#:   lexicographically greater one is taken, as bytes.
PRESETS: Mapping[str, TrainingSpecification] = {
    "cs336": TrainingSpecification(
        unit="byte",
        pre_tokenizer="gpt2",
        tie_break="largest-text",
        num_merges=243,
        special_tokens=("<|endoftext|>",),
    ),
}


def check_specification(specification: TrainingSpecification) -> None:
    """Raise an `UnknownNameError`, `NumberTooSmallError` or `SpecialTokenError`."""
    if specification.unit not in UNITS:
        raise UnknownUnitError(name=specification.unit, known=UNITS)
    find_pre_tokenizer(specification.pre_tokenizer)
    check_normalizers(specification.normalizer)
    byte_order(specification.alphabet)
    find_tie_rule(specification.tie_break)
    check_special_tokens(specification.special_tokens)
    for name, smallest in (("num_merges", 0), ("vocab_size", 1), ("min_frequency", 1)):
        if getattr(specification, name) is not None:
            check_number(name, getattr(specification, name), smallest)


def right_recipe(specification: TrainingSpecification, *, is_table: bool) -> Recipe:
    """The recipe of a trainer without mistakes; words of a table are taken as they are.

    >>> right_recipe(PRESETS["cs336"], is_table=False).tie
    'largest-text'
    """
    of_text = {
        "cut": specification.pre_tokenizer,
        "normalizer": specification.normalizer,
        "special_tokens": specification.special_tokens,
    }
    return Recipe(
        unit=specification.unit,
        marker=specification.end_of_word,
        tie=specification.tie_break,
        numbering=specification.alphabet if specification.unit == "byte" else "value",
        **({} if is_table else of_text),  # type: ignore[arg-type]
    )
