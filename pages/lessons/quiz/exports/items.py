"""A question of the quiz as an item for another program: the same values, as XHTML.

On the page, the settings are next to a question; here the question has to include them.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Any
from xml.etree.ElementTree import Element

from bpe_core import Token
from bpe_core.text.corpus import UNIT_LABELS
from classroom import Hand
from classroom.exchange import Choice, ExchangeItem, code, mixed
from pages.components.tokens.plain_text import space_sentence, tie_sentence, token_text
from pages.lessons.quiz import ABOUT
from pages.lessons.quiz.exports.bank import BankQuestion, content_of
from pages.session.language import HTML_LANG, _, current_language, format_number, gettext

#: Most characters of a question in a list of questions.
_TITLE = 120
_NO_MARKER = "–"

Part = str | Element


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
            _("Seed {seed}").format(seed=format_number(seed)),
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
    parts: list[Part] = []
    for token in tokens:
        parts += [sign, _token(token)] if parts else [_token(token)]
    return parts


def _sum(addends: Iterable[tuple[str, int, int]]) -> list[Part]:
    """As in: hug 10 + haha 2 × 3."""
    parts: list[Part] = []
    for word, times, count in addends:
        factor = f"{format_number(times)} × " if times > 1 else ""
        named: list[Part] = [code(token_text(word)), f"\u00a0{factor}{format_number(count)}"]
        parts += [" + ", *named] if parts else named
    return parts


def _title(drawn: BankQuestion, ask: str) -> str:
    """Where the question comes from, what it asks and about which words: many ask the same."""
    place = _("Seed {seed}, question {n}").format(
        seed=format_number(drawn.seed), n=format_number(drawn.place)
    )
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
    heading = mixed("p", mixed("strong", title.format(step=format_number(step or 0))))
    spaces = space_sentence(
        _read(token) for tokens, _count in question["words"] for token in tokens
    )
    legend = [mixed("p", spaces)] if spaces else []
    table = mixed("table", mixed("tbody", *rows))
    return [heading, table, *legend, *_running(question.get("running"))]


def _running(text: str | None) -> list[Element]:
    """The words in the order of the text, if it matters."""
    if text is None:
        return []
    return [mixed("p", mixed("strong", _("As running text"))), mixed("p", text)]


def _rules(rules: Sequence[Sequence[Any]]) -> list[Element]:
    if not rules:
        return []
    rows = (
        mixed("li", *_between(" + ", [left, right]), " → ", _token(token))
        for left, right, token in rules
    )
    return [mixed("p", mixed("strong", _("The merges, in their order"))), mixed("ol", *rows)]
