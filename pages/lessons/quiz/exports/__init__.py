"""The quiz's questions as files for a learning platform."""

from pages.lessons.quiz.exports.box import questions_box

__all__ = ["questions_box"]
