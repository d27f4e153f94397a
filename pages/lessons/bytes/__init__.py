"""The lesson "Bytes": what a text is made of, and why 256 base tokens are enough."""

from pathlib import Path

from pages.session.language import N_
from pages.session.lesson import Chapter, Lesson, Step

LESSON = Lesson(
    address="bytes",
    title=N_("Bytes"),
    chapter=Chapter.WAY,
    folder=Path(__file__).parent,
    step=Step(
        minutes=15,
        goal=N_(
            "explain why 256 base tokens are enough for any text, and read tokens such as Ġ and åĵĪ"
        ),
        earned=N_(
            "256 bytes write any text, at a price. Now see how the tokenizers of real models "
            "split the same text."
        ),
        questions=("bytes_unknown", "parts_of_characters", "tokens_per_character"),
    ),
    settings=("end_of_word", "stop"),
    first_corpora={"en": "mixed", "zh": "mixed"},
)
