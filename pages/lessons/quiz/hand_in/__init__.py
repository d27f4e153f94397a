"""Results that students hand in as a code and a teacher checks: no accounts, and nothing is stored.

A *course* is a name in the links of a class. The students' link has only the name; the teacher's
link has a key as well. That key and the key that signs codes are both derived from the server's own
key and the name. So there is nothing to store, and a student's link has nothing to sign with.
"""

from pages.lessons.quiz.hand_in.course import enter_course
from pages.lessons.quiz.hand_in.student import hand_in_box
from pages.lessons.quiz.hand_in.teacher import ask_again_box, check_box, links_box

__all__ = ["ask_again_box", "check_box", "enter_course", "hand_in_box", "links_box"]
