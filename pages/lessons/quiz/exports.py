"""The quiz's questions elsewhere: as files for a learning platform, and as a room asks them.

On the page, the settings are next to a question; in a file it has to include them. A room gets
plain text in every language: the projector shows the teacher's, and each phone its own.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from hashlib import sha256
from typing import Any
from xml.etree.ElementTree import Element

import streamlit as st

from bpe_core import Token
from bpe_core.text.corpus import UNIT_LABELS
from classroom import Hand
from classroom.exchange import FILES, Choice, ExchangeItem, code, mixed
from pages.components.tokens.plain_text import space_sentence, tie_sentence, token_text
from pages.lessons.quiz import ABOUT, LESSON
from pages.lessons.quiz.rounds import Bank, BankQuestion, content_of, draw_quiz
from pages.session.language import HTML_LANG, _, current_language, format_number, gettext, speaking
from pages.session.lesson_fragment import lesson_fragment
from pages.session.traces import merges_by_key

#: The numbers of questions that a file can have.
SIZES = (10, 50, 200)
#: Most characters of a question in a list of questions.
_TITLE = 120
_NO_MARKER = "–"

Part = str | Element


@lesson_fragment
def questions_box(key: str, *, about: str, seed: int, source: str) -> None:
    """Offer the questions of this seed, and of the seeds after it, as a file.

    They are about the words of the training with this key.
    """
    with st.expander(_("Questions for a learning platform")):
        st.caption(LESSON.prose("formats"))
        with st.container(horizontal=True, vertical_alignment="bottom"):
            kind = st.selectbox(
                _("Format"), FILES, format_func=lambda name: FILES[name].label, width=200
            )
            size = st.selectbox(_("Questions"), SIZES, format_func=format_number, width=160)
            file = FILES[kind]
            st.download_button(
                _("Download the questions"),
                partial(_build, key, about, kind, seed, size, source, current_language()),
                file_name=file.file_name,
                mime=file.mime,
                on_click="ignore",
            )


def _build(
    key: str, about: str, kind: str, seed: int, size: int, source: str, language: str
) -> bytes:
    """Build the file. It looks up the trace, because the function is kept as long as the page."""
    if (trace := merges_by_key(key)) is None:
        raise LookupError("the trace is no longer held")
    bank = Bank(trace.corpus, trace.tie_break, trace.special_tokens, about)
    return build(bank, kind, seed, size, source, language)


def build(bank: Bank, kind: str, seed: int, size: int, source: str, language: str) -> bytes:
    """Build the file in a language, in a thread that does not belong to any session."""
    with speaking(language):
        return FILES[kind].write(drawn_items(bank, seed, size), bank.title(seed, source))


def drawn_items(bank: Bank, seed: int, size: int) -> list[ExchangeItem]:
    """The questions of a file, in the language of the moment."""
    return [exchange_item(question, bank.about) for question in bank.questions(seed, size)]


def exchange_item(drawn: BankQuestion, about: str) -> ExchangeItem:
    """A question of the bank on a topic."""
    question, hand, seed, _place = drawn
    ask = mixed("p", *sentence(question["ask"], question["facts"]))
    values = [choice["value"] for choice in question["choices"]]
    why = question["why"]
    return ExchangeItem(
        name="q" + sha256(content_of(question).encode()).hexdigest()[:20],
        title=_title(drawn, "".join(ask.itertext())),
        language=HTML_LANG[current_language()],
        tags=(
            _("Merge by Merge"),
            gettext(ABOUT[about]),
            _("Seed {seed}", seed=seed),
        ),
        # Questions written by hand are not about any words.
        scene=[*_settings(hand), *_words(question), *_rules(question["rules"])] if why else [],
        ask=ask,
        choices=[
            Choice(mixed("span", *value_parts(choice["value"])), choice.get("why", ""))
            for choice in question["choices"]
        ],
        right=question["right"],
        is_ordered=all(isinstance(value, int | float) for value in values),
        why=mixed("p", *sentence(why, question["facts"])) if why else None,
        verdicts=(_("Right."), _("Not right.")),
    )


def sentence(template: str, facts: Mapping[str, Any]) -> Iterable[Part]:
    """A translated sentence with the values filled in."""
    for part in re.split(r"(\{\w+\})", template):
        if part[1:-1] in facts and part.startswith("{"):
            yield from value_parts(facts[part[1:-1]])
        else:
            yield part


def value_parts(value: Any) -> Iterable[Part]:
    """Turn a value from `value_data` into text and elements."""
    if isinstance(value, int | float):
        return [format_number(value)]
    if "text" in value:
        return [value["text"]]
    if "word" in value:
        return [code(token_text(value["word"]))]
    if "tokens" in value:
        return _between(" ", value["tokens"])
    if "pair" in value:
        return _between(" + ", value["pair"])
    return _sum(value["sum"])


def _read(data: str | Sequence[int]) -> Token:
    return data if isinstance(data, str) else bytes(data)


def _token(data: str | Sequence[int]) -> Element:
    return code(token_text(_read(data)))


def _between(sign: str, tokens: Sequence[Any]) -> list[Part]:
    return [part for token in tokens for part in (sign, _token(token))][1:]


def _sum(addends: Iterable[tuple[str, int, int]]) -> list[Part]:
    """As in: hug 10 + haha 2 × 3."""
    parts: list[Part] = []
    for word, times, count in addends:
        factor = f"{format_number(times)} × " if times > 1 else ""
        parts += [" + ", code(token_text(word)), f"\u00a0{factor}{format_number(count)}"]
    return parts[1:]


def _title(drawn: BankQuestion, ask: str) -> str:
    """Where the question comes from, what it asks and about which words: many ask the same."""
    place = _("Seed {seed}, question {n}", seed=drawn.seed, n=drawn.place)
    words = " ".join(
        "".join(token_text(_read(token)) for token in tokens)
        for tokens, _count in drawn.question["words"]
    )
    text = f"{place}: {ask} {words}".rstrip()
    return text if len(text) <= _TITLE else text[: _TITLE - 1] + "…"


def _settings(hand: Hand) -> list[Element]:
    corpus = hand.corpus
    facts = {
        "unit": {"text": gettext(UNIT_LABELS[corpus.unit])},
        "marker": {"word": corpus.end_of_word} if corpus.end_of_word else {"text": _NO_MARKER},
        "n": len(hand.trace.special_tokens),
    }
    settings = _("Unit: {unit}. End-of-word marker: {marker}. Special tokens: {n}.")
    rule = tie_sentence(hand.trace.tie_break)
    return [mixed("p", *sentence(settings, facts)), mixed("p", rule)]


def _words(question: Mapping[str, Any]) -> list[Element]:
    if not question["words"]:
        return []
    step = question["step"]
    title = _("The words after step {step}") if step else _("The words, before the first merge")
    rows = (
        mixed("tr", mixed("td", *_between(" ", tokens)), mixed("td", f"× {format_number(count)}"))
        for tokens, count in question["words"]
    )
    heading = _heading(title.format(step=format_number(step or 0)))
    spaces = space_sentence(
        _read(token) for tokens, _count in question["words"] for token in tokens
    )
    legend = [mixed("p", spaces)] if spaces else []
    table = mixed("table", mixed("tbody", *rows))
    return [heading, table, *legend, *_running(question.get("running"))]


def _running(text: str | None) -> list[Element]:
    """The words in the order of the text, if it matters."""
    return [] if text is None else [_heading(_("As running text")), mixed("p", text)]


def _heading(text: str) -> Element:
    return mixed("p", mixed("strong", text))


def _rules(rules: Sequence[Sequence[Any]]) -> list[Element]:
    if not rules:
        return []
    rows = (
        mixed("li", *_between(" + ", [left, right]), " → ", _token(token))
        for left, right, token in rules
    )
    return [_heading(_("The merges, in their order")), mixed("ol", *rows)]


def room_questions(hand: Hand, seed: int, about: str) -> list[dict[str, Any]]:
    """Prepare each question of `draw_quiz` for a class, as a teacher's tab sends it.

    >>> from sample_corpora import load
    >>> first = room_questions(Hand.of(load("hug"), 3), 3, "mistakes")[0]
    >>> first["step"], first["choices"], first["scene"]["words"][0]
    (1, ['a + a', 'a + n', 'n + l', 'l + a'], [['n', 'l', 'a', 'n', 'l', 'o'], 6])
    """
    languages = {}
    for language, lang in HTML_LANG.items():
        with speaking(language):
            languages[lang] = [_in_words(each) for each in draw_quiz(hand, seed, about)]
    shown = languages[HTML_LANG[current_language()]]
    return [
        {
            "step": place + 1,
            **shown[place],
            "languages": {lang: texts[place] for lang, texts in languages.items()},
            "scene": {
                name: question.get(name, "") for name in ("step", "words", "rules", "running")
            },
            "right": question["right"],
            "beliefs": [choice.get("belief", "") for choice in question["choices"]],
            "form": about,
            "seed": seed,
        }
        for place, question in enumerate(draw_quiz(hand, seed, about))
    ]


def _in_words(question: Mapping[str, Any]) -> dict[str, Any]:
    ask = mixed("p", *sentence(question["ask"], question["facts"]))
    choices = [mixed("p", *value_parts(choice["value"])) for choice in question["choices"]]
    return {"text": _text(ask), "choices": [_text(choice) for choice in choices]}


def _text(element: Element) -> str:
    return "".join(element.itertext())
