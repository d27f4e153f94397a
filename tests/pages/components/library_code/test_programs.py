"""Each program of a library prints what it says, and what ours gives."""

import contextlib
import io
import runpy
from pathlib import Path

import pytest

from bpe_core import Corpus, train_bpe
from pages.components.library_code import PROGRAMS

NAMES = sorted(path.stem for path in PROGRAMS.glob("*.py"))
LONGEST = 20  # lines


def printed(path: Path) -> list[str]:
    told = io.StringIO()
    with contextlib.redirect_stdout(told):
        runpy.run_path(str(path))
    return told.getvalue().splitlines()


@pytest.mark.parametrize("name", NAMES)
def test_a_program_prints_what_its_comments_say(name: str) -> None:
    lines = (PROGRAMS / f"{name}.py").read_text("utf-8").splitlines()
    said = printed(PROGRAMS / f"{name}.py")
    assert lines[-len(said) :] == [f"# {line}" for line in said]
    assert len(lines) <= LONGEST


def test_training_with_a_library_is_ours() -> None:
    """The words of the first corpus, by the tie rule of `tokenizers`."""
    corpus = Corpus.from_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
    trace = train_bpe(corpus, vocab_size=10, tie_break="lowest-id")
    tokens = trace.tokenizer().tokens("hugs bun")
    assert printed(PROGRAMS / "train_with_tokenizers.py") == [str(tokens)]


def test_every_program_is_shown_in_a_lesson() -> None:
    pages = "".join(path.read_text("utf-8") for path in Path("pages/lessons").rglob("page.py"))
    assert all(f'"{name}"' in pages for name in NAMES)
