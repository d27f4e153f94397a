"""The notebook, the exercise and minbpe's form run alone, and give the program's results."""

import inspect
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_core import Corpus, textbook, train_bpe, train_unigram, train_wordpiece
from bpe_core.teaching_materials.exercise import CHECKS, FUNCTIONS, GRADES, SAYINGS, write_exercise
from bpe_core.teaching_materials.notebook import PARTS, write_class, write_notebook
from bpe_core.teaching_materials.recording import preference
from bpe_core.teaching_materials.tokenizer_class import Tokenizer
from tests.bpe_core.files.formats.small_files import minbpe_encode, minbpe_load, refused
from tests.bpe_core.oracles import naive_bpe, spell
from tests.examples import markers, rules, units, word_counts

HUGS = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5, "哈哈哈哈": 2, "aaaaaaa": 3}
NOTES = dict.fromkeys(("title", *PARTS), "# words")
SAID = {
    **{name: name for name, _, _ in CHECKS},
    **dict.fromkeys(SAYINGS, ""),
    "checks-title": "checks",
    "title": "title",
    "wrong": "{call} gave {found}, not {expected}:",
    "unwritten": "{call} is not written yet",
    "error": "{call} raised {error}",
    "endless": "{call} never ends",
    "result": "{right} of {n} right",
    "all-right": "all right",
}


def code_of(notebook: bytes) -> list[str]:
    return [c["source"] for c in json.loads(notebook)["cells"] if c["cell_type"] == "code"]


@pytest.mark.parametrize(
    ("rule", "unit"), [("first-seen", "char"), ("lowest-id", "byte"), ("largest-text", "char")]
)
def test_the_notebooks_cells_print_the_learners_steps(unit: str, rule: str, tmp_path: Path) -> None:
    """They run in order, as with Run All; the last one encodes and decodes the longest word."""
    corpus = Corpus.from_counts(HUGS, unit=unit, end_of_word="</w>")  # type: ignore[arg-type]
    trace = train_bpe(corpus, num_merges=15, tie_break=rule)
    cells = code_of(write_notebook(trace, NOTES))
    printed = printed_by("\n".join(cells).encode(), tmp_path)
    steps = [f"{m.step}. {m.left!r} + {m.right!r} -> {m.token!r}: {m.count}" for m in trace.merges]
    assert printed[:-1] == steps
    assert "aaaaaaa</w>" in printed[-1]


def test_a_notebook_is_one() -> None:
    """It meets nbformat 4.5, whatever the words are: each cell has a distinct id."""
    trace = train_bpe(Corpus.from_counts({"\u202e'\\\"</script>": 2, "\ud800": 1}))
    book = json.loads(write_notebook(trace, NOTES))
    assert (book["nbformat"], book["nbformat_minor"]) == (4, 5)
    ids = [cell["id"] for cell in book["cells"]]
    assert len(set(ids)) == len(ids) == 1 + 2 * len(PARTS)
    assert all(re.fullmatch(r"[a-zA-Z0-9-_]{1,64}", name) for name in ids)


@pytest.mark.parametrize("train", [train_wordpiece, train_unigram])
def test_only_bpe_has_a_notebook(train) -> None:
    with refused("only-merges"):
        write_notebook(train(Corpus.from_counts(HUGS), vocab_size=20), NOTES)


def test_the_solution_passes_every_check(tmp_path: Path) -> None:
    """The solution is the textbook's program."""
    printed = printed_by(write_exercise(0, SAID), tmp_path)
    assert printed == [f"{len(CHECKS)} of {len(CHECKS)} right", "all right"]


@pytest.mark.parametrize("grade", GRADES)
def test_blanks_fail_in_words_and_without_a_traceback(grade: int, tmp_path: Path) -> None:
    printed = printed_by(write_exercise(grade, SAID), tmp_path)
    assert printed[-1].startswith("0 of ") or int(printed[-1].split()[0]) <= 3
    named = {call.split("(")[0] for _, call, _ in CHECKS}
    assert named == {function.__name__ for function in FUNCTIONS}
    assert all(any(line.startswith(name) for line in printed) for name in named)


def test_a_grade_leaves_out_more_than_the_one_before() -> None:
    """The first an expression, the second lines, the third all but the docstrings."""
    programs = [write_exercise(grade, SAID).decode() for grade in (0, *GRADES)]
    whole, *lines = [len(program.splitlines()) for program in programs]
    assert whole == lines[0] > lines[1] > lines[2]
    missing = [program.count("raise NotImplementedError") for program in programs]
    assert missing == [0, 0, len(FUNCTIONS), len(FUNCTIONS)]


@pytest.mark.parametrize(
    ("right", "wrong", "hint"),
    [
        ("counts.get(pair, 0) + count", "counts.get(pair, 0) + 1", "frequency"),
        ("return counts", "return __import__('collections').Counter(counts)", "count"),
        ("ties[0]", "ties[-1]", "tie"),
        ("max(ties, key=prefer) if prefer else ", "", "prefer"),
        ("i += 2", "i += 1", "merge"),
        ("while i < len(word):", "while i < len(word) - 1:", "last-token"),
        (
            "(counts := count_pairs(corpus))",
            "(counts := counts if merges else count_pairs(corpus))",
            "never ends",
        ),
        ("merges.items():\n        word", "reversed(merges.items()):\n        word", "in-order"),
        ("vocabulary[0][:0].join", '"".join', "decode-bytes"),
    ],
)
def test_a_common_mistake_is_called_by_its_hint(
    right: str, wrong: str, hint: str, tmp_path: Path
) -> None:
    source = write_exercise(0, SAID).decode()
    assert right in source
    printed = printed_by(source.replace(right, wrong, 1).encode(), tmp_path)
    assert any(line.endswith(hint) or line.startswith("decode([1, 0]") for line in printed), printed


@given(st.text(max_size=40), st.text(max_size=20), st.integers(256, 270))
def test_minbpes_form_encodes_as_minbpe_does(text: str, other: str, size: int) -> None:
    """The reference repeatedly applies the lowest id first; and any text survives decoding."""
    tokenizer = Tokenizer()
    text, other = (t.encode("utf-8", "replace").decode() for t in (text, other))
    tokenizer.train(text, size)
    model = "minbpe v1\n\n0\n" + "".join(f"{a} {b}\n" for a, b in tokenizer.merges)
    expected = minbpe_encode(model, other)
    assert [tokenizer.vocabulary[i] for i in tokenizer.encode(other)] == expected
    assert tokenizer.decode(tokenizer.encode(other)) == other


def test_minbpes_form_is_saved_and_loaded(tmp_path: Path) -> None:
    tokenizer = Tokenizer()
    tokenizer.train("aaabdaaabac", 259)
    tokenizer.register_special_tokens({"<|end|>": 300, "<a>": 301})
    tokenizer.save(tmp_path / "x.model")
    pattern, special, merges = minbpe_load((tmp_path / "x.model").read_text())
    assert (pattern, special, merges) == ("", {"<|end|>": 300, "<a>": 301}, tokenizer.merges)
    other = Tokenizer()
    other.train("zzzz", 258)  # which it forgets
    other.register_special_tokens({"zz": 302})
    other.load(tmp_path / "x.model")
    assert (other.merges, other.special_tokens) == (merges, special)
    ids = other.encode("aaab<|end|>b")
    assert ids == [258, 300, 98]
    assert other.decode(ids) == "aaab<|end|>b"


def test_minbpes_form_runs_alone(tmp_path: Path) -> None:
    """It runs with its own worked examples."""
    source = write_class().decode() + "\nimport doctest\nprint(doctest.testmod())\n"
    printed = printed_by(source.encode(), tmp_path)
    assert re.fullmatch(r"TestResults\(failed=0, attempted=\d+\)", printed[-1])


@given(word_counts, units, markers, rules)
def test_the_merges_are_those_of_the_reference(
    counts: dict[str, int], unit: str, marker: str, rule: str
) -> None:
    """With every tie rule, and markers that also occur in texts; encoding repeats the training."""
    vocabulary, words = spell(list(counts), unit, marker)
    run = naive_bpe(counts, unit=unit, end_of_word=marker, num_merges=12, rule=rule)
    corpus = list(zip(words, counts.values(), strict=True))
    merges = textbook.train(corpus, vocabulary, 12, preference(rule, vocabulary))
    assert list(merges) == [(left, right) for left, right, _ in run.merges]
    assert vocabulary == run.texts
    assert [textbook.encode(word, merges) for word in words] == run.steps[-1].words


def test_it_fits_on_two_pages_of_a_textbook() -> None:
    assert len(inspect.getsource(textbook).splitlines()) <= 80


def printed_by(source: bytes, folder: Path, *words: str) -> list[str]:
    """Run Python without site-packages, environment or user settings; return the printed lines."""
    file = folder / "alone.py"
    file.write_bytes(source)
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-X", "utf8", str(file), *words],
        capture_output=True,
        timeout=60,
        cwd=folder,
    )
    assert not done.stderr, done.stderr.decode()
    return done.stdout.decode().splitlines()
