"""The lesson "Before the merges": a text is normalized, then cut into words."""

from pages.session.language import N_
from pages.session.lesson import READS_OTHER_TEXTS, Chapter, Lesson, Step
from pages.session.parameters import Choice

#: The texts that patterns cut: the learner's own, a paragraph in each language, and others.
SAMPLES = (
    *("own", "en", "zh", "ja", "ko", "ar", "he", "hi", "bn", "th", "ta", "ru", "el", "ka", "am"),
    *("jamo", "tones", "points", "emoji", "unseen"),
)

LESSON = Lesson(
    address="before_merges",
    title=N_("Before the merges"),
    chapter=Chapter.TEXT,
    file=__file__,
    first_corpora={"en": "mixed", "zh": "mixed"},
    usual=READS_OTHER_TEXTS,
    parameters={"sample": Choice(N_("Text"), SAMPLES, "own")},
    step=Step(minutes=20, questions=("pre_tokenization", "across_words", "across_characters")),
)
