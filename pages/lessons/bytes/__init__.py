"""The lesson "Bytes": what a text is made of, and why 256 base tokens are enough."""

from pages.session.language import N_
from pages.session.lesson import Chapter, Lesson, Step

LESSON = Lesson(
    address="bytes",
    title=N_("Bytes"),
    chapter=Chapter.WAY,
    file=__file__,
    step=Step(
        minutes=15,
        questions=("bytes_unknown", "parts_of_characters", "tokens_per_character"),
    ),
    settings=("end_of_word", "stop"),
    first_corpora={"en": "mixed", "zh": "mixed"},
)
