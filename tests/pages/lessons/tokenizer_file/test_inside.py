"""The inside of a vocabulary: sentences about tokens, and tokens that a class should not see."""

from dataclasses import replace
from typing import Any, get_args
from unittest.mock import Mock

import pytest

from bpe_core import Trace
from bpe_core.files.inspection.formats import open_file
from bpe_core.files.inspection.questions import answer
from bpe_core.files.inspection.views.ledger import MISTAKES
from bpe_core.files.inspection.views.scripts import SCRIPTS
from bpe_core.files.inspection.views.unreachable import REASONS, Reason
from bpe_core.tokenizers.published_vocabularies import RANKED
from bpe_core.worker.job import Job
from pages.components.vocabularies.names import script_name
from pages.lessons.tokenizer_file import life
from pages.lessons.tokenizer_file.ledger import WRONG
from pages.lessons.tokenizer_file.life import data_of
from pages.lessons.tokenizer_file.strange import STRANGE
from pages.lessons.tokenizer_file.tokens import is_folded
from pages.session.language import speaking
from pages.session.traces import SAMPLES
from pages.session.uploads.model_files import CONTENTS, trained_here
from pages.session.usual_settings import usual_specification
from sample_corpora import CATALOGUE, content
from tests.bpe_core.files.inspection.small_files import FILES
from tests.examples import some_of


def test_every_reason_has_its_words() -> None:
    assert set(REASONS) == set(get_args(Reason))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_script_has_a_name_of_its_own(language: str) -> None:
    with speaking(language):
        names = [script_name(script) for script in SCRIPTS]
    assert len(set(names)) == len(SCRIPTS)
    if language == "zh":
        assert not [name for name in names if name.isascii()]


def test_a_strange_token_is_one_in_its_vocabulary_and_several_in_others() -> None:
    loaded = {name: vocabulary.load() for name, vocabulary in RANKED.items()}
    for strange in STRANGE:
        assert loaded[strange.look].encode(strange.text) == [strange.token]
        assert max(len(other.encode(strange.text)) for other in loaded.values()) > 1


def test_long_phrases_are_folded_in_a_list() -> None:
    """All of o200k's pure Chinese tokens of four or more characters are folded."""
    tokens = RANKED["o200k"].load()
    texts = [tokens.token(i).decode(errors="replace") for i in range(len(tokens))]
    chinese = [text for text in texts if sum("\u4e00" <= c <= "\u9fff" for c in text) >= 4]
    assert len(chinese) > 100
    assert all(is_folded(text) for text in chinese)


@pytest.mark.parametrize("text", ["hug", " tokenization", "哈哈", "=" * 64, "\n" * 30, " 1234"])
def test_what_is_short_or_no_text_is_not_folded(text: str) -> None:
    assert not is_folded(text)


@pytest.mark.parametrize("name", ["unigram", "sp-unigram", "sp-unigram-bytes"])
@pytest.mark.parametrize("text", ["hugging", "the", "哈a"])
def test_the_lattice_that_is_drawn_has_the_files_tokens_and_its_librarys_way(
    name: str, text: str
) -> None:
    """Its thick arcs are the library's tokens; the shares of all segmentations add up to one."""
    said = answer(open_file(FILES[name]()), {"ask": "lattice", "text": text})
    data = data_of(said)
    best = [data["edges"][edge] for edge in data["best"]]
    tokens = ["".join(data["units"][start:end]) for start, end, _, _ in best]
    known = [said["tokens"][str(i)] for i in said["ids"] if str(i) in said["tokens"]]
    spelled = [token["spelling"] for token in known if token["kind"] == "normal"]
    assert [t for t, edge in zip(tokens, best, strict=True) if not edge[3]] == spelled
    assert sum(way["share"] for way in data["ways"]) + data["rest"] == pytest.approx(1)


@pytest.mark.parametrize("is_same", [True, False])
def test_a_lattice_says_where_the_files_own_library_gets_something_else(
    is_same: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = open_file(FILES["unigram"]())
    said: list[str] = []
    drawn: list[str] = []

    def asked(questions: Any, _what: str) -> Any:
        (_, question) = questions[0]
        found = answer(file, question)
        return [Mock(answer=found | {"is_same": is_same} if "is_same" in found else found)]

    monkeypatch.setattr(life, "ask_all", asked)
    monkeypatch.setattr(life, "draw_missing_answers", lambda replies: None)
    monkeypatch.setattr(life, "word_lattice", lambda data, key: drawn.append(key))
    monkeypatch.setattr(life, "st", Mock(caption=said.append))
    life.draw_lattice(Mock(), Mock(text="the", chosen=0))
    assert drawn == ["file_lattice"]
    assert [text[:36] for text in said] == (
        [] if is_same else ["Either this file's own library gets "]
    )


@pytest.mark.parametrize("corpus", some_of([*CATALOGUE], "trained here"))
@pytest.mark.parametrize(
    "changes", [{}, {"unit": "byte", "end_of_word": ""}], ids=["usual", "byte"]
)
def test_what_was_trained_here_is_looked_into_with_its_own_ids(
    corpus: str, changes: dict[str, Any]
) -> None:
    """The file that is opened has the trained tokenizer's ids, and any word can be walked."""
    stored = content(corpus)
    text = stored if isinstance(stored, str) else "\n".join(f"{w}\t{n}" for w, n in stored.items())
    usual = usual_specification(corpus, None)
    trace = Job(replace(usual, num_merges=30, vocab_size=None, **changes)).train(text)
    assert isinstance(trace, Trace)
    SAMPLES.put("trained", trace)
    parts = CONTENTS.get(trained_here("trained", 0).digest)
    assert isinstance(parts, list)
    file, tokenizer = open_file(parts[0]), trace.tokenizer()
    for line in ("Hello hugs,  lowest 你好！ ꙮ", " ".join(trace.corpus.words[:9])[:200]):
        assert file.encode(line) == tokenizer.encode(line)
        for number in range(len(answer(file, {"ask": "words", "text": line})["words"])):
            assert answer(file, {"ask": "replay", "text": line, "word": number})["steps"]


def test_every_known_mistake_has_its_words() -> None:
    assert WRONG.keys() == MISTAKES.keys()
