"""Sentences of a text, and the part of it that no training sees: every tenth sentence.

A sentence ends after 。！？ or a line end, and after . ! ? where whitespace follows: a simple rule,
for counting and for holding out, not for grammar. Unlike pre-tokenization this drops nothing:
whitespace belongs to the sentence that follows it.

What a tokenizer does with text that it has not learned from is only seen on such text. Sentences
are taken throughout the text, so that both parts are about the same things; of a table, every tenth
row is taken. Unlike `hold_out` of the three algorithms, which spares words, this spares running
text, with its frequent words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

SENTENCE = re.compile(
    r"\s*\S.*?(?:[。！？]+[”’」』）]*|[.!?][\"'”’)]{0,3}(?=\s)|(?=\n)|\Z)|\s+\Z", re.DOTALL
)


def split_sentences(text: str) -> list[str]:
    """The sentences of a text; joined, they are the text again.

    >>> split_sentences("It cost 7.50. (“Nobody paid!”) 没有人付钱。真的？")
    ['It cost 7.50.', ' (“Nobody paid!”)', ' 没有人付钱。', '真的？']
    """
    return SENTENCE.findall(text)


#: One part in this many is held out; a text of fewer than twice as many can't spare one.
EVERY = 10
_ROW = re.compile(r"[^\n]+\n*")


def held_out(text: str, *, is_table: bool = False, most: int | None = None) -> str:
    """Every tenth sentence, or row of a table; "" if there are fewer than twenty.

    Of many, only the first, until they have `most` characters: the rest of the text is not read.

    >>> [held_out("".join(f"{i}。" for i in range(1, 31)), most=most) for most in (None, 6, 1)]
    ['10。20。30。', '10。20。', '10。20。']
    >>> held_out("Too short. To spare anything."), held_out("a 1\\n" * 25, is_table=True)
    ('', 'a 1\\na 1\\n')
    """
    parts: list[str] = []
    size = 0
    for part in islice(_parts(text, is_table), EVERY - 1, None, EVERY):
        parts.append(part)
        size += len(part)
        if most is not None and size >= most and len(parts) > 1:
            break
    return "".join(parts) if len(parts) > 1 else ""


def without_held_out(text: str, *, is_table: bool = False) -> str:
    """The text without what `held_out` holds out of it.

    >>> without_held_out("".join(f"{i}。" for i in range(8, 22)))
    '8。9。10。11。12。13。14。15。16。17。18。19。20。21。'
    >>> without_held_out("".join(f"{i}。" for i in range(1, 22)))
    '1。2。3。4。5。6。7。8。9。11。12。13。14。15。16。17。18。19。21。'
    """
    parts = list(_parts(text, is_table))
    if len(parts) >= 2 * EVERY:
        del parts[EVERY - 1 :: EVERY]
    return "".join(parts)


def tenths(text: str) -> list[tuple[str, str]]:
    """Each tenth of a text that can be held out, as the rest and the tenth; none if it is short.

    >>> rest, tenth = tenths("".join(f"{i}。" for i in range(1, 31)))[0]
    >>> tenth, len(tenths("Too short. To spare anything."))
    ('1。11。21。', 0)
    """
    parts = list(_parts(text, is_table=False))
    if len(parts) < 2 * EVERY:
        return []
    held = [parts[i::EVERY] for i in range(EVERY)]
    rests = [[part for k, part in enumerate(parts) if k % EVERY != i] for i in range(EVERY)]
    return [("".join(rest), "".join(part)) for rest, part in zip(rests, held, strict=True)]


def _parts(text: str, is_table: bool) -> Iterator[str]:
    """The sentences or rows of a text; joined, they are the text again."""
    return (found[0] for found in (_ROW if is_table else SENTENCE).finditer(text))
