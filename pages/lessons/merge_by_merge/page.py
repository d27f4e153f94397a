"""The lesson "Merge by merge": one BPE training, walked step by step."""

from pages.components.lesson_head import lesson_head, what_is_this
from pages.components.stepper.arrival import arrival_head
from pages.components.training.training_walk import train_and_walk
from pages.lessons.merge_by_merge import LESSON
from pages.session.language import _
from pages.session.training_request import bpe_request
from pages.session.view_options import is_arriving

if is_arriving(LESSON):
    arrival_head()
    train_and_walk(bpe_request(), "BPE")
else:
    lesson_head(LESSON, _("Merge by merge"))
    train_and_walk(bpe_request(), "BPE")
    what_is_this(LESSON)
