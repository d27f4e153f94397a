"""Results that pupils hand in as a code, and a teacher checks: no accounts, nothing is stored.

A *course* is a name in the links of a class. Its pupils' link has the name alone, the
teacher's link has a key as well. Both the key and what codes are signed with are derived from the
server's own key and the name, so there is nothing to keep, and nothing in a pupil's link signs.
"""

from pages.lessons.quiz.hand_in.course import enter_course
from pages.lessons.quiz.hand_in.pupil import hand_in_box
from pages.lessons.quiz.hand_in.teacher import check_box, links_box

__all__ = ["check_box", "enter_course", "hand_in_box", "links_box"]
