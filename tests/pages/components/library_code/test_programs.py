"""Each program of a library prints what it says, and what ours gives."""

import ast
import contextlib
import inspect
import io
import re
import tokenize
from pathlib import Path

import pytest

from bpe_core import Corpus, textbook, train_bpe
from bpe_core.teaching_materials.notebook import write_class
from pages.components.library_code import PROGRAMS, in_readers_language
from pages.session.language import speaking

LONGEST = 20  # lines


def printed(name: str) -> list[str]:
    told = io.StringIO()
    with contextlib.redirect_stdout(told):
        exec(PROGRAMS[name], {})  # noqa: S102  (a program of ours)
    return told.getvalue().splitlines()


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_prints_what_its_comments_say(name: str) -> None:
    lines, said = PROGRAMS[name].splitlines(), printed(name)
    assert lines[-len(said) :] == [f"# {line}" for line in said]
    assert len(lines) <= LONGEST


@pytest.mark.parametrize("name", [*PROGRAMS, "textbook", "class"])
def test_comments_are_in_the_readers_language_and_the_code_is_the_same(name: str) -> None:
    """Every comment and docstring is Chinese, apart from what is printed and from examples."""
    output: list[str] = []
    if name == "textbook":
        source = inspect.getsource(textbook)
    elif name == "class":
        source = write_class().decode()
        source = source[source.index("class Tokenizer") :]
    else:
        source, output = PROGRAMS[name], [f"# {line}" for line in printed(name)]
    with speaking("zh"):
        shown = in_readers_language(source)
    assert bare(shown) == bare(source)
    assert len(shown.splitlines()) == len(source.splitlines())
    assert not [one for one in comments(shown) if one not in output and not CHINESE.search(one)]


DOCUMENTED = ast.Module | ast.ClassDef | ast.FunctionDef
CHINESE = re.compile("[\u4e00-\u9fff]")


def bare(source: str) -> str:
    """The program without comments and docstrings."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, DOCUMENTED) and ast.get_docstring(node):
            node.body = node.body[1:]
    return ast.dump(tree)


def comments(source: str) -> list[str]:
    """Each comment, and each docstring without its examples."""
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    found = [token.string for token in tokens if token.type == tokenize.COMMENT]
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, DOCUMENTED):
            paragraphs = (ast.get_docstring(node) or "").split("\n\n")
            found += [each for each in paragraphs if each and not each.startswith(">>>")]
    return found


def test_training_with_a_library_is_ours() -> None:
    """The words of the first corpus, by the tie rule of `tokenizers`."""
    corpus = Corpus.from_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
    trace = train_bpe(corpus, vocab_size=10, tie_break="lowest-id")
    tokens = trace.tokenizer().tokens("hugs bun")
    assert printed("train_with_tokenizers") == [str(tokens)]


def test_every_program_is_shown_in_a_lesson() -> None:
    pages = "".join(path.read_text("utf-8") for path in Path("pages/lessons").rglob("page.py"))
    assert all(f'"{name}"' in pages for name in PROGRAMS)
