"""The lesson "WordPiece": the same walk, with the pair of the highest score at each step."""

from pages.session.language import N_
from pages.session.lesson import CHART_PANELS, MERGE_PANELS, Chapter, Lesson, Step

LESSON = Lesson(
    address="wordpiece",
    title="WordPiece",
    chapter=Chapter.ALGORITHMS,
    file=__file__,
    step=Step(minutes=15, questions=("wordpiece_score", "wordpiece_prefix", "longest_token")),
    # WordPiece uses a prefix instead of an end-of-word marker.
    settings=("tie_break", "stop", "min_frequency"),
    first_corpora={"en": "quit", "zh": "school"},
    # Else a clause of Chinese would be a word, and rare pairs would win. BERT's rule would leave
    # nothing to merge in Chinese.
    usual_of_texts={"pre_tokenizer": "words", "min_frequency": 2},
    can_be_predicted=True,
    can_be_presented=True,
    static_file="wordpiece.html",
    hidable_panels=MERGE_PANELS | {"no-pairs": N_("Pairs by score")} | CHART_PANELS,
)
