"""The lesson "Merge by merge": one BPE training, walked step by step."""

from pages.components.lesson_head import lesson_head, what_is_this
from pages.components.stepper.arrival import arrival_head
from pages.components.training.training_walk import train_and_walk
from pages.lessons.merge_by_merge import LESSON
from pages.session.language import _
from pages.session.training_request import bpe_request
from pages.session.view_options import arrival_place

is_whole = not arrival_place(LESSON)
if is_whole:
    lesson_head(LESSON, _("Merge by merge"))
else:
    arrival_head()
train_and_walk(bpe_request(), "BPE")
if is_whole:
    what_is_this(LESSON)
