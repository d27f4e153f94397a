"""Every choice appears by itself in every list and every sentence.

Adding a member takes a class or an entry in the core. A text that it lacks, or lacks in Chinese,
fails here under its name: "tie rule lowest-id: verdict".
"""

import importlib
import pkgutil
from collections.abc import Iterator

import pytest

import bpe_core.files.exchange.formats
from bpe_core import NORMALIZERS, PRE_TOKENIZERS, TIE_RULES, Corpus, train_bpe
from bpe_core.algorithms.bpe import tie_rules
from bpe_core.command_line.arguments import parser
from bpe_core.diagnosis import diagnose
from bpe_core.files.exchange import FORMATS
from bpe_core.files.exchange.program import write_program
from bpe_core.specification import TrainingSpecification
from bpe_core.text.corpus import UNIT_LABELS, UNITS
from bpe_core.text.reading import read_text
from pages.components.downloads.items import ITEMS
from pages.components.stepper.text import interface_text
from pages.session.link import Link
from tests.pages.messages import FAMILIES, ROOT, translated

CHINESE = translated()
STATIC_EDITION = ROOT / "pages" / "static_edition"
SAYINGS = [
    *(pytest.param(UNIT_LABELS.get(name, ""), id=f"unit {name}: label") for name in UNITS),
    *(
        pytest.param(getattr(member, what, ""), id=f"{family} {name}: {what}")
        for family, (members, whats) in FAMILIES.items()
        for name, member in members.items()
        for what in whats
    ),
]


@pytest.mark.parametrize("text", SAYINGS)
def test_every_member_says_what_it_is_in_both_languages(text: str) -> None:
    assert text
    assert text in CHINESE


@pytest.mark.parametrize(
    ("parameter", "field", "names"),
    [
        ("tie", "tie_break", TIE_RULES),
        ("unit", "unit", UNITS),
        ("pre", "pre_tokenizer", PRE_TOKENIZERS),
        ("norm", "normalizer", NORMALIZERS),
    ],
    ids=["tie rule", "unit", "pre-tokenizer", "normalizer"],
)
def test_a_link_can_name_every_member(parameter: str, field: str, names: list[str]) -> None:
    for name in names:
        link, notices = Link.from_params({parameter: name})
        assert not notices, name
        assert getattr(link, field) in (name, (name,))


def test_the_stepper_explains_every_tie_rule() -> None:
    """The browser looks up the sentence by the rule's name."""
    text = interface_text("bpe")
    assert not [name for name in TIE_RULES if not text.get(f"rule_{name}")]


@pytest.mark.parametrize("name", TIE_RULES)
def test_a_program_follows_every_tie_rule(name: str) -> None:
    """Other tests compare its output; here every rule has a key, and says what it does."""
    trace = train_bpe(Corpus.from_counts({"ba": 1, "ab": 1}), tie_break=name)
    source = read_text(write_program(trace))
    assert TIE_RULES[name].python_key in source
    assert TIE_RULES[name].comment


@pytest.fixture
def new_rule() -> Iterator[str]:
    """A rule added as CONTRIBUTING.md says: a class, and nothing else."""

    class HighestId(tie_rules.LowestId):
        name = "highest-id-of-all"
        python_key = "(pair[0], pair[1])"

        def key(self, left: int, right: int, first: int) -> tuple[int, int]:
            return -left, -right

        @staticmethod
        def ranks(left, right, first, tokens):  # type: ignore[no-untyped-def]
            return -(left << 32 | right)

    yield HighestId.name
    del tie_rules._RULES[HighestId.name]


def test_a_new_tie_rule_is_found_everywhere(new_rule: str) -> None:
    """`ab` and `cd` tie, and so do their neighbours: the highest ids go first."""
    counts = {"abcd": 2}
    trace = train_bpe(Corpus.from_counts(counts), num_merges=3, tie_break=new_rule)
    assert [merge.token for merge in trace.merges] == ["cd", "bcd", "abcd"]
    asked = TrainingSpecification(num_merges=3, tie_break=new_rule)
    assert diagnose(counts, asked, "c d\nb cd\na bcd").equal
    other = diagnose(counts, asked, "a b\nab c\nabc d")
    assert ("tie-first-seen",) in other.explanations
    ends_early = diagnose(counts, asked, "c d\nb cd")
    assert ("too-few-merges",) in ends_early.explanations
    assert read_text(write_program(trace))
    parser().parse_args(["train", "--tie-rule", new_rule])


@pytest.mark.parametrize("name", TIE_RULES)
def test_the_static_edition_knows_every_tie_rule(name: str) -> None:
    for module in ("address.js", "trainer/walk.js"):
        assert f'"{name}"' in (STATIC_EDITION / module).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_can_be_taken_home(name: str) -> None:
    assert ITEMS[name].title == FORMATS[name].label


def test_no_format_is_left_out() -> None:
    """A file in `bpe_core.files.exchange.formats` that declares one is listed."""
    modules = [
        importlib.import_module(f"bpe_core.files.exchange.formats.{info.name}")
        for info in pkgutil.iter_modules(bpe_core.files.exchange.formats.__path__)
    ]
    declared = [module.FORMAT for module in modules if hasattr(module, "FORMAT")]
    assert {format.name: format for format in declared} == dict(FORMATS)


def test_the_command_line_takes_every_member() -> None:
    for option, names in (
        ("--tie-rule", TIE_RULES),
        ("--unit", UNITS),
        ("--pre-tokenizer", PRE_TOKENIZERS),
        ("--normalizer", NORMALIZERS),
        ("--format", FORMATS),
    ):
        for name in names:
            parser().parse_args(["train", option, name])
