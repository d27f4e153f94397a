"""Guess the recipe: how much of the second text a tokenizer's merges give away."""

import hashlib
from collections.abc import Iterator, Sequence
from fractions import Fraction
from random import Random

import streamlit as st

from bpe_core import Corpus, TrainingSpecification, train_bpe
from bpe_core.experiments.recipe import Cut, Narrowed, mixture, narrow
from bpe_core.text.parallel import parallel_corpora
from pages.components.event_walk import Bar, BarPanel, Event, EventWalk, Named, event_walk
from pages.components.tokens.plain_text import readable
from pages.components.walk_follower import WalkStart
from pages.session import state
from pages.session.language import _, format_number
from pages.session.parameters import SEEDS
from pages.session.session_state import bound

#: The characters of each text that are mixed, and the merges of the mixture.
MOST_CHARACTERS, MOST_MERGES = 10_000, 60
COPIES = 100


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
        [text[:MOST_CHARACTERS] for text in texts],
        unit="byte",
        pre_tokenizer=specification.pre_tokenizer,
        normalizer=specification.normalizer,
    ).each
    content = repr(
        (
            specification.pre_tokenizer,
            specification.normalizer,
            specification.tie_break,
            texts,
            seed,
            guess,
        )
    )
    key = hashlib.blake2b(content.encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()
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
        text=_texts(),
        context="\n".join("".join(corpus.words) for corpus in corpora),
    )


def _events(steps: Iterator[Narrowed]) -> Iterator[Event]:
    bars: Sequence[Bar] = ()
    for step in steps:
        named: dict[str, Named] = {
            "left": step.left,
            "right": step.right,
            "a": format_number(step.counts[0]),
            "b": format_number(step.counts[1]),
        }
        for side, cut in (("low", step.lower), ("high", step.upper)):
            if cut:
                named |= _rival(side, cut)
        says = {
            (False, False): "nothing_new",
            (True, False): "at_least",
            (False, True): "at_most",
            (True, True): "between",
        }[step.lower is not None, step.upper is not None]
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
    return _("{n}%").format(n=format_number(round(100 * float(share), 1)))


def _texts() -> dict[str, str]:
    """Every sentence that the walk shows. The browser fills in the names in braces."""
    return {
        "transport": _("Walk through the merges of the mixture"),
        "rows_title": "",
        "events_title": _("Merges of the mixture, in order"),
        "start": _("Nothing is known yet: the second text may make up any share of the copies."),
        "nothing_new": _(
            "{left} + {right} is merged. Its count is {a} in the first text and {b} in the "
            "second. That rules out no more shares."
        ),
        "at_least": _(
            "{left} + {right} wins over {low_rival}: (1 − s) · {a} + s · {b} ≥ "
            "(1 − s) · {low_a} + s · {low_b}, so s ≥ {low}."
        ),
        "at_most": _(
            "{left} + {right} wins over {high_rival}: (1 − s) · {a} + s · {b} ≥ "
            "(1 − s) · {high_a} + s · {high_b}, so s ≤ {high}."
        ),
        "between": _(
            "{left} + {right}, with (1 − s) · {a} + s · {b}, wins over {low_rival}, with "
            "(1 − s) · {low_a} + s · {low_b}, so s ≥ {low}, and over {high_rival}, with "
            "(1 − s) · {high_a} + s · {high_b}, so s ≤ {high}."
        ),
        "told": _("{share} of 100 copies were of the second text. Your guess: {guess}."),
        "row_nothing_new": _("{left} + {right}"),
        "row_at_least": _("{left} + {right}: s ≥ {low}"),
        "row_at_most": _("{left} + {right}: s ≤ {high}"),
        "row_between": _("{left} + {right}: {low} ≤ s ≤ {high}"),
        "row_told": _("The mixture"),
    }
