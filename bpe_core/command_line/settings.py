"""The settings of a training on the command line, and the specification that they make."""

from __future__ import annotations

from argparse import SUPPRESS, ArgumentParser, Namespace
from dataclasses import fields, replace
from typing import Any

from bpe_core.algorithms.bpe.tie_rules import TIE_RULES
from bpe_core.specification import TrainingSpecification
from bpe_core.text.byte_alphabet import ALPHABETS
from bpe_core.text.corpus import UNITS
from bpe_core.text.normalization import NORMALIZERS
from bpe_core.text.pre_tokenization import PRE_TOKENIZERS


def add_settings(command: ArgumentParser, how_many: str, usually: str) -> None:
    """Add the settings; one that is not given is not in the result.

    `how_many` says what the number of merges or tokens means, and `usually` what is the default.
    """

    def add(name: str, field: str, **more: object) -> None:
        command.add_argument(name, dest=field, default=SUPPRESS, **more)  # type: ignore[arg-type]

    number: dict[str, Any] = {"type": int, "metavar": "N"}
    add("--merges", "num_merges", **number, help=how_many.format("merges"))
    add("--vocab-size", "vocab_size", **number, help=how_many.format("tokens"))
    least = "merge only pairs with at least this count"
    add("--min-frequency", "min_frequency", **number, help=least + usually.format(1))
    add("--unit", "unit", choices=UNITS)
    order = "the order in which bytes are numbered"
    add("--alphabet", "alphabet", choices=[*ALPHABETS], help=order)
    add("--pre-tokenizer", "pre_tokenizer", choices=[*PRE_TOKENIZERS])
    repeated: dict[str, Any] = {"action": "append"}
    add("--normalizer", "normalizer", choices=[*NORMALIZERS], **repeated, help="may be repeated")
    add("--end-of-word", "end_of_word", metavar="MARKER")
    rule = "which of the most frequent pairs is merged"
    add("--tie-rule", "tie_break", choices=[*TIE_RULES], help=rule + usually.format("first-seen"))
    special = "a special token, at which the text is cut; may be repeated"
    add("--special", "special_tokens", **repeated, metavar="TOKEN", help=special)


def specification_of(chosen: Namespace, usual: TrainingSpecification) -> TrainingSpecification:
    """The usual specification with the settings that were given."""
    names = {field.name for field in fields(TrainingSpecification)}
    given: dict[str, Any] = {name: value for name, value in vars(chosen).items() if name in names}
    for name in ("normalizer", "special_tokens"):
        if name in given:
            given[name] = tuple(given[name])
    return replace(usual, **given)
