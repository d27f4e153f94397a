"""The lesson "WordPiece": the same walk, with the pair of the highest score at each step."""

from pages.components.lesson_head import lesson_head, what_is_this
from pages.components.library_code import library_code
from pages.components.training.training_walk import train_and_walk
from pages.lessons.wordpiece import LESSON
from pages.session.language import _
from pages.session.training_request import wordpiece_request

lesson_head(LESSON, _("WordPiece: score instead of count"))
train_and_walk(wordpiece_request(), "WordPiece")
library_code("wordpiece_with_tokenizers")
what_is_this(LESSON)
