"""Every choice appears by itself in every list and every sentence.

Adding a member takes a class or an entry in the core. A text that it lacks, or lacks in Chinese,
fails here under its name: "tie rule lowest-id: verdict".
"""

import importlib
import json
import pkgutil
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import bpe_core.files.formats
from bpe_core import NORMALIZERS, PRE_TOKENIZERS, TIE_RULES
from bpe_core.command_line.arguments import parser
from bpe_core.files.exchange import FORMATS
from bpe_core.text.corpus import UNITS
from tests.pages.messages import ROOT, family_messages, translated

STATIC_EDITION = ROOT / "pages" / "static_edition"


def test_every_member_says_what_it_is_in_both_languages() -> None:
    said = family_messages()
    assert "" not in said
    assert not {text: member for text, member in said.items() if text not in translated()}


#: A rule added as CONTRIBUTING.md says: a class in `tie_rules.py`, listed there.
NEW_RULE = '''

class HighestSum(TieRule):
    """The pair whose ids have the highest sum; among those, the highest left id."""

    name = "highest-sum"
    label = "highest sum"
    about = "**Highest sum** adds the ids."
    verdict = "The rule “highest sum” decides."
    instruction = "add the ids."
    choice = "the one whose ids have the highest sum is taken"
    python_key = "(sum(pair), pair[0])"

    def key(self, left, right, first):
        return -(left + right), -left

    @staticmethod
    def ranks(left, right, first, tokens):
        return -(left + right << 32 | left)
'''
#: `bc` and `ad` have the same sum of ids, and every pair occurs once, except for `ab`.
WORDS = "ab ab ad bc ae cde"
TRAIN = """
from bpe_core import Corpus, train_bpe
from bpe_core.files.program import write_program
trace = train_bpe(Corpus.from_text(open("words.txt").read()), num_merges=5, tie_break="highest-sum")
"""


def test_a_new_tie_rule_is_found_everywhere(tmp_path: Path) -> None:
    """It is trained by, written into programs, checked against, and named as a mistake."""
    shutil.copytree(ROOT / "bpe_core", tmp_path / "bpe_core")
    rules = tmp_path / "bpe_core/algorithms/bpe/tie_rules.py"
    before, listed, after = rules.read_text(encoding="utf-8").partition("#: The rules that can be")
    after = after.replace("LargestText)", "LargestText, HighestSum)", 1)
    rules.write_text(f"{before}{NEW_RULE}{listed}{after}", encoding="utf-8")
    (tmp_path / "words.txt").write_text(WORDS, encoding="utf-8")

    def run(*arguments: str) -> str:
        called = [sys.executable, *arguments]
        return subprocess.run(called, cwd=tmp_path, capture_output=True, text=True).stdout

    def mistakes(merges: str, rule: str) -> list[str]:
        (tmp_path / "merges.txt").write_text(merges, encoding="utf-8")
        check = ("-m", "bpe_core", "check", "merges.txt", "--corpus=words.txt", "--merges=5")
        return json.loads(run(*check, f"--tie-rule={rule}", "--json"))["explanations"]

    train = ("-m", "bpe_core", "train", "words.txt", "--merges=5", "--format=subword-nmt")
    merges = run(*train, "--tie-rule=highest-sum")
    assert merges.splitlines() == ["#version: 0.1", "a b", "d e", "c de", "a e", "b c"]
    assert mistakes(merges, "highest-sum") == []
    assert "tie-highest-sum" in mistakes(merges, "first-seen")
    assert "tie-first-seen" in mistakes("a b\na d\nb c\na e\nc d\n", "highest-sum")
    pairs = run("-c", f"{TRAIN}print(*(''.join(pair) for pair, _ in trace.state_at(0).pairs()))")
    assert pairs.split() == ["ab", "de", "cd", "ae", "bc", "ad"]
    program = run("-c", f"{TRAIN}print(write_program(trace).decode())")
    assert "the one whose ids have the highest sum is taken" in program
    assert "3. 'c' + 'de' -> 'cde': 1" in run("-c", program)


#: A format added as CONTRIBUTING.md says: GPT-2's merges, under a line of their own.
NEW_FORMAT = """
from bpe_core.files.bpe_model import Format
from bpe_core.files.formats import gpt2

HEAD = b"pairs v1\\n"


def write(model):
    return HEAD + "".join(
        f"{gpt2.printed(model.tokens[left])} {gpt2.printed(model.tokens[right])}\\n"
        for left, right in model.merges
    ).encode()


def read(data, pre_tokenizer):
    return gpt2.read_merges(gpt2.split_lines(data.removeprefix(HEAD).decode()))


def open_pairs(data, pattern):
    return gpt2.open_merges_alone(gpt2.split_lines(data.removeprefix(HEAD).decode()), pattern)


FORMAT = Format("pairs", "pairs", "pairs.txt", "text/plain", write)
"""


def test_a_new_format_is_found_everywhere(tmp_path: Path) -> None:
    """It is written, converted, encoded with and looked into by the command line."""
    shutil.copytree(ROOT / "bpe_core", tmp_path / "bpe_core")
    formats = tmp_path / "bpe_core/files/formats"
    (formats / "pairs.py").write_text(NEW_FORMAT, encoding="utf-8")
    registry = (formats / "__init__.py").read_text(encoding="utf-8")
    registry = registry.replace("    minbpe,\n", "    minbpe,\n    pairs,\n", 1)
    registry = registry.replace("ranks, subword_nmt)", "ranks, subword_nmt, pairs)", 1)
    fits = "lambda data: data.startswith(pairs.HEAD)"
    kind = f'    Kind("pairs", {fits}, pairs.open_pairs, pairs.read),\n'
    registry = registry.replace("KINDS = (\n", f"KINDS = (\n{kind}", 1)
    (formats / "__init__.py").write_text(registry, encoding="utf-8")
    sentences = tmp_path / "bpe_core/files/sentences.toml"
    said = sentences.read_text(encoding="utf-8").replace(
        "[formats]\n", '[formats]\npairs = "Pairs"\n'
    )
    sentences.write_text(said, encoding="utf-8")
    (tmp_path / "text.txt").write_text("hug hug hugs", encoding="utf-8")

    def run(*arguments: str) -> str:
        called = [sys.executable, "-m", "bpe_core", *arguments]
        return subprocess.run(called, cwd=tmp_path, capture_output=True, text=True).stdout

    train = ("train", "text.txt", "--merges=2", "--unit=byte", "--pre-tokenizer=gpt2", "-q")
    run(*train, "--format=pairs", "-o", "made.pairs")
    assert (tmp_path / "made.pairs").read_text() == "pairs v1\nh u\nhu g\n"
    assert run("encode", "-m", "made.pairs", "--tokens", "text.txt") == "hug   hug   hug s\n"
    assert run("convert", "made.pairs", "--to=minbpe").splitlines()[3:] == ["104 117", "256 103"]
    assert "merges: 2" in run("inspect", "made.pairs")


@pytest.mark.parametrize("name", TIE_RULES)
def test_the_static_edition_knows_every_tie_rule(name: str) -> None:
    assert f'"{name}"' in (STATIC_EDITION / "trainer" / "walk.js").read_text(encoding="utf-8")


def test_no_format_is_left_out() -> None:
    """A file in `bpe_core.files.formats` that declares one is listed."""
    modules = [
        importlib.import_module(f"bpe_core.files.formats.{info.name}")
        for info in pkgutil.iter_modules(bpe_core.files.formats.__path__)
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
