"""The lesson "Two languages": one vocabulary each, one for both, and mixtures."""

from pages.session.language import N_
from pages.session.lesson import Chapter, Lesson, Step
from pages.session.parameters import SEEDS, Choice, Number

LESSON = Lesson(
    address="languages",
    title=N_("Two languages"),
    chapter=Chapter.TEXT,
    file=__file__,
    step=Step(minutes=20, questions=("other_languages", "recipe_inequality", "compression")),
    settings=("unit", "end_of_word", "tie_break", "stop"),
    first_corpora={"en": "news-en", "zh": "news-zh"},
    unnamed_corpus="news-en",
    needs_running_text=True,
    parameters={
        "second": Choice(N_("Second text")),
        "recipe": Number(N_("Number of the mixture"), 1, SEEDS, 1),
        "guess": Number(N_("Your guess, in percent"), 0, 100, 50),
    },
)
