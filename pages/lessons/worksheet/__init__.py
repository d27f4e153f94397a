"""The lesson "Worksheet": merges to do by hand on paper, with the answers."""

from pages.session.language import N_
from pages.session.lesson import Chapter, Lesson
from pages.session.parameters import SEEDS, Choice, Number

#: Where a sheet's words come from, by their names in the address.
FROM_CORPUS, REVEALING = "corpus", "mistakes"
WORDS = {
    FROM_CORPUS: N_("Words of the corpus"),
    REVEALING: N_("Words that reveal mistakes"),
}
#: The kinds of sheets, by their names in the address.
MERGES, DICE = "merges", "dice"
SHEETS = {MERGES: N_("Merge by hand"), DICE: N_("A language model with dice")}
#: The most merges on a worksheet.
MOST_MERGES = 8

LESSON = Lesson(
    address="worksheet",
    title=N_("Worksheet"),
    chapter=Chapter.CLASS,
    file=__file__,
    settings=("unit", "end_of_word", "tie_break"),
    parameters={
        "seed": Number(N_("Seed"), 1, SEEDS, 1),
        "words": Choice(N_("Words"), tuple(WORDS), FROM_CORPUS),
        "sheet": Choice(N_("Kind of worksheet"), tuple(SHEETS), MERGES),
        "hand": Number(N_("Merges to do by hand"), 1, MOST_MERGES, 3),
    },
)
