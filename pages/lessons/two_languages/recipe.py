"""Guess the recipe: how much of the second text a tokenizer's merges, and GPT-2's, give away."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from random import Random

import streamlit as st

from bpe_core import Corpus, Token, TrainingSpecification, train_bpe
from bpe_core.experiments.recipe import Counts, Cut, Narrowed, Weighed, mixture, narrow, weigh
from bpe_core.text.parallel import parallel_corpora
from bpe_core.tokenizers.published_vocabularies import PUBLISHED, read_gpt2_pairs
from pages.components.event_walk import Bar, BarPanel, Event, EventWalk, Named, event_walk
from pages.components.tokens.plain_text import readable
from pages.components.tokens.token_rows import Bar as RowBar
from pages.components.tokens.token_rows import Chip, TokenRow, token_rows
from pages.components.walk_follower import WalkStart
from pages.lessons.two_languages import LESSON
from pages.session import state
from pages.session.language import _, format_number
from pages.session.parameters import SEEDS
from pages.session.session_state import bound
from pages.session.training_request import digest_of

#: The merges of the mixture, and the copies in it.
MOST_MERGES, COPIES = 60, 100


def draw_recipe(specification: TrainingSpecification, texts: tuple[str, str]) -> None:
    """Ask for a guess, and draw the walk that narrows the share down."""
    seed, guess = state.chosen("recipe"), state.chosen("guess")
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.slider(
            _("Your guess: copies of the second text"),
            0,
            COPIES,
            width=320,
            **bound("recipe_guess", guess, lambda n: state.choose(guess=n)),
        )
        st.button(
            _("Another mixture"),
            key="another_mixture",
            on_click=lambda: state.choose(recipe=seed % SEEDS + 1),
        )
    corpora = parallel_corpora(
        texts,
        unit="byte",
        pre_tokenizer=specification.pre_tokenizer,
        normalizer=specification.normalizer,
    ).each
    key = digest_of(specification, texts, seed, guess)
    walk = recipe_walk((corpora[0], corpora[1]), specification.tie_break, secret_of(seed), guess)
    event_walk(walk.to_json(), WalkStart(key, visit=state.visit()), key="recipe_walk")


def secret_of(seed: int) -> int:
    """How many of the copies are of the second text.

    >>> [secret_of(seed) for seed in (1, 2, 3)] == [secret_of(seed) for seed in (1, 2, 3)]
    True
    """
    return Random(f"recipe {seed}").randint(5, COPIES - 5)


def recipe_walk(
    corpora: tuple[Corpus, Corpus], tie_break: str, secret: int, guess: int
) -> EventWalk:
    """A walk over the merges of the mixture; its last step tells the secret."""
    trained = train_bpe(
        mixture(*corpora, (COPIES - secret, secret)), num_merges=MOST_MERGES, tie_break=tie_break
    )
    merges = trained.merge_ids.tolist()
    base = len(trained.corpus.base_vocabulary)
    begin = Event("start", {}, [[_interval(Fraction(0), Fraction(1))]])
    exact = Fraction(secret, COPIES)
    end = Event(
        "told",
        {"share": format_number(secret), "guess": format_number(guess)},
        [[_interval(exact, exact)]],
    )
    return EventWalk(
        texts=[readable(token, trained.corpus) for token in trained.vocabulary],
        made=[max(0, i - base + 1) for i in range(len(trained.vocabulary))],
        rows=[],
        events=[begin, *_events(narrow(*corpora, merges)), end],
        panels=[
            BarPanel(
                "recipe",
                _("What s can still be"),
                _("s: the share of copies of the second text. The dashed line is your guess."),
                guess / COPIES,
            )
        ],
        figures=[],
        text={"rows_title": ""} | LESSON.words("recipe_walk"),
        context="\n".join("".join(corpus.words) for corpus in corpora),
    )


def _events(steps: Iterator[Narrowed]) -> Iterator[Event]:
    bars: Sequence[Bar] = ()
    for step in steps:
        a, b = map(format_number, step.counts)
        named: dict[str, Named] = {"left": step.left, "right": step.right, "a": a, "b": b}
        for side, cut in (("low", step.lower), ("high", step.upper)):
            if cut:
                named |= _rival(side, cut)
        if step.lower:
            says = "between" if step.upper else "at_least"
        else:
            says = "at_most" if step.upper else "nothing_new"
        if step.interval:
            bars = [_interval(*step.interval)]
        yield Event(says, named, [bars])


def _rival(side: str, cut: Cut) -> dict[str, Named]:
    return {
        f"{side}_rival": list(cut.rival),
        f"{side}_a": format_number(cut.counts[0]),
        f"{side}_b": format_number(cut.counts[1]),
        side: f"{cut.bound} {_sign(cut.bound)} {_percent(cut.bound)}",
    }


def _interval(low: Fraction, high: Fraction) -> Bar:
    value = _percent(low) if low == high else f"{_percent(low)} – {_percent(high)}"
    return Bar("s", float(high - low), value, stands_out=True, start=float(low))


def _sign(share: Fraction) -> str:
    """Whether `_percent` shows all of it."""
    return "=" if 1_000 % share.denominator == 0 else "≈"


def _percent(share: Fraction) -> str:
    return _("{n}%", n=round(100 * float(share), 1))


#: The merges of GPT-2 that are weighed, and those listed.
MERGES, MOST_LISTED = 50, 8
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
    with st.expander(_("GPT-2's merges and these two texts")):
        st.markdown(LESSON.prose("published"))
        found = _explained(path, texts)
        _draw_mixtures(found)
        _draw_merges(found)
        st.markdown(LESSON.prose("published_hint"))


@st.cache_resource(scope="session", max_entries=8, show_spinner=False)
def _explained(_path: Path, texts: tuple[str, str]) -> Explained:
    return explained(read_gpt2_pairs(_path.read_bytes())[:MERGES], texts)


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
        TokenRow(_share(part), "", [], bars=(RowBar(failed / most, failed),))
        for part, failed in enumerate(result.failed)
    ]
    token_rows(rows, key="published_mixtures", columns=["s", _("inequalities that fail")])
    message = _(
        "Fewest inequalities fail at s = {share}: {n} of {total}.",
        share=_share(result.best),
        n=min(result.failed),
        total=result.total,
    )
    st.caption(message)


def _draw_merges(result: Explained) -> None:
    rows = []
    for step, merge in enumerate(result.merges[:MOST_LISTED], 1):
        pair = [Chip(result.texts[merge.left]), Chip(result.texts[merge.right])]
        rival, counts = merge.strongest[result.best] if merge.strongest else ((), (0, 0))
        other = [Chip(result.texts[i]) for i in rival]
        rows.append(TokenRow(step, inequality(merge.counts, counts), [pair, other]))
    rival_title = _("strongest rival at s = {share}", share=_share(result.best))
    columns = ["", _("GPT-2 merges"), rival_title]
    token_rows(rows, key="published_merges", columns=columns)
    st.caption(_("The first {n} of {total}.", n=len(rows), total=len(result.merges)))


def inequality(counts: Counts, rival: Counts) -> str:
    """Write that a pair is at least as frequent as its rival, solved for s.

    >>> inequality((3, 1), (1, 2))
    '(1 − s) · 3 + s · 1 ≥ (1 − s) · 1 + s · 2: s ≤ 2/3'
    >>> rivals = (1, 1), (1, 2), (2, 1), (2, 2)
    >>> [inequality((1, 1), rival).partition(": ")[2] for rival in rivals]
    ['every s', 's ≤ 0', 's ≥ 1', 'no s']
    """
    a, b, c, d = map(format_number, (*counts, *rival))
    sentence = f"(1 − s) · {a} + s · {b} ≥ (1 − s) · {c} + s · {d}"
    return _("{inequality}: {solution}", inequality=sentence, solution=_solved(counts, rival))


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
    return _("{n}%", n=100 * part // PARTS)
