"""GPT-2's merges against two texts: how many of their inequalities fail for each mixture."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import streamlit as st

from bpe_core import Token
from bpe_core.experiments.recipe import Counts, Weighed, weigh
from bpe_core.text.parallel import parallel_corpora
from bpe_core.tokenizers.published_vocabularies import PUBLISHED, read_gpt2_pairs
from pages.components.tokens.token_rows import Bar, Chip, TokenRow, token_rows
from pages.lessons.two_languages import LESSON
from pages.session.language import _, format_number

#: The characters of each text that are used, the merges that are weighed, and those listed.
MOST_CHARACTERS, MERGES, MOST_LISTED = 10_000, 50, 8
#: The mixtures: so many parts, of which none, one, two, ... are the second text.
PARTS = 10


@dataclass(frozen=True)
class Explained:
    """The evidence of GPT-2's merges on the mixtures; `texts` are the tokens by id."""

    texts: list[Token]
    merges: list[Weighed]

    @property
    def total(self) -> int:
        """How many inequalities there are for each mixture: one for each rival of each merge."""
        return sum(merge.rivals for merge in self.merges)

    @property
    def failed(self) -> list[int]:
        """How many inequalities fail for each mixture."""
        met = zip(*(merge.met for merge in self.merges), strict=True)
        return [self.total - sum(each) for each in met]

    @property
    def best(self) -> int:
        """The first of the mixtures for which fewest inequalities fail."""
        return self.failed.index(min(self.failed))


def draw_published_recipe(texts: tuple[str, str]) -> None:
    """Draw a bar for each mixture, and the inequalities of the first merges."""
    path = PUBLISHED["GPT-2"].path
    if path is None:
        return
    beginnings = (texts[0][:MOST_CHARACTERS], texts[1][:MOST_CHARACTERS])
    key = hashlib.blake2b("\0".join(beginnings).encode("utf-8", "surrogatepass"), digest_size=12)
    with st.expander(_("GPT-2's merges and these two texts")):
        st.markdown(LESSON.prose("published"))
        found = _explained(key.hexdigest(), path, beginnings)
        _draw_mixtures(found)
        _draw_merges(found)
        st.markdown(LESSON.prose("published_hint"))


@st.cache_resource(scope="session", max_entries=8, show_spinner=False)
def _explained(key: str, _path: Path, _texts: tuple[str, str]) -> Explained:
    return explained(read_gpt2_pairs(_path.read_bytes())[:MERGES], _texts)


def explained(pairs: Sequence[tuple[bytes, bytes]], given: tuple[str, str]) -> Explained:
    """Weigh merges of GPT-2 in the mixtures of two texts, which are cut as GPT-2 cuts them."""
    first, second = parallel_corpora(given, unit="byte", pre_tokenizer="gpt2").each
    texts: list[Token] = list(first.base_vocabulary)
    ids = {text: i for i, text in enumerate(texts)}
    merges = []
    for left, right in pairs:
        merges.append((ids[left], ids[right], len(texts)))
        ids[left + right] = len(texts)
        texts.append(left + right)
    return Explained(texts, list(weigh(first, second, merges, PARTS)))


def _draw_mixtures(result: Explained) -> None:
    most = max(max(result.failed), 1)
    rows = [
        TokenRow(_share(part), "", [], bars=(Bar(failed / most, format_number(failed)),))
        for part, failed in enumerate(result.failed)
    ]
    token_rows(rows, key="published_mixtures", columns=["s", _("inequalities that fail")])
    message = _("Fewest inequalities fail at s = {share}: {n} of {total}.")
    fewest, total = format_number(min(result.failed)), format_number(result.total)
    st.caption(message.format(share=_share(result.best), n=fewest, total=total))


def _draw_merges(result: Explained) -> None:
    rows = []
    for step, merge in enumerate(result.merges[:MOST_LISTED], 1):
        pair = [Chip(result.texts[merge.left]), Chip(result.texts[merge.right])]
        rival, counts = merge.strongest[result.best] if merge.strongest else ((), (0, 0))
        other = [Chip(result.texts[i]) for i in rival]
        rows.append(TokenRow(format_number(step), inequality(merge.counts, counts), [pair, other]))
    rival_title = _("strongest rival at s = {share}").format(share=_share(result.best))
    columns = ["", _("GPT-2 merges"), rival_title]
    token_rows(rows, key="published_merges", columns=columns)
    listed, total = format_number(len(rows)), format_number(len(result.merges))
    st.caption(_("The first {n} of {total}.").format(n=listed, total=total))


def inequality(counts: Counts, rival: Counts) -> str:
    """Write that a pair is at least as frequent as its rival, solved for s.

    >>> inequality((3, 1), (1, 2))
    '(1 − s) · 3 + s · 1 ≥ (1 − s) · 1 + s · 2: s ≤ 2/3'
    >>> inequality((1, 1), (2, 2)).partition(": ")[2]
    'no s'
    """
    a, b, c, d = map(format_number, (*counts, *rival))
    sentence = f"(1 − s) · {a} + s · {b} ≥ (1 − s) · {c} + s · {d}"
    return _("{inequality}: {solution}").format(
        inequality=sentence, solution=_solved(counts, rival)
    )


def _solved(counts: Counts, rival: Counts) -> str:
    """The shares s with (1 − s)·ahead[0] + s·ahead[1] ≥ 0."""
    first, second = (ours - theirs for ours, theirs in zip(counts, rival, strict=True))
    if first >= 0 and second >= 0:
        return _("every s")
    if first < 0 and second < 0:
        return _("no s")
    bound = Fraction(first, first - second)
    return f"s ≤ {bound}" if second < 0 else f"s ≥ {bound}"


def _share(part: int) -> str:
    return _("{n}%").format(n=format_number(100 * part // PARTS))
