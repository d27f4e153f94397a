"""The lesson "The code": the textbook's program, line by line beside the words it works on."""

from pages.session.language import N_
from pages.session.lesson import Chapter, Lesson, Step
from pages.session.parameters import Choice, Number

#: The parts of the program that a learner can step through, and the sizes of a step.
PARTS, STRIDES = ("train", "encode", "decode"), ("phase", "line")
#: The most events in a recorded run; the same as in `bpe_core.teaching_materials.recording`.
MOST_EVENTS = 6_000

LESSON = Lesson(
    address="code",
    title=N_("The code"),
    chapter=Chapter.CODE,
    file=__file__,
    step=Step(
        minutes=30,
        questions=("when_to_stop", "unused_tokens", "overlaps"),
    ),
    settings=("unit", "end_of_word", "tie_break", "stop", "min_frequency"),
    parameters={
        "part": Choice(N_("Part of the program"), PARTS, PARTS[0]),
        "by": Choice(N_("Step size"), STRIDES, STRIDES[0]),
        "at": Number(N_("Position in the run"), 0, MOST_EVENTS, 0),
    },
)
