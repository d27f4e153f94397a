"""Parts of a page that run again by themselves, as the server sees them."""

import random

from streamlit.proto.Common_pb2 import StringArray

from benchmarks.learner import PATIENCE, Learner, own_text_query
from tests.served_app import Server


def test_a_chosen_merge_stays_and_can_be_taken_back(server: Server) -> None:
    """The stepper's fragment asks for the whole page, which must not restore the old address."""
    learner = Learner(server.url, "corpus=low&lang=en")
    learner.send_event("stepper", "fork", [[1, 8, 9]], learner.fragments["stepper"])
    assert "fork=1.8.9" in learner.query
    assert learner.walk["fork"]["choices"] == [[1, 8, 9]]
    learner.send_event("stepper", "fork", [], learner.fragments["stepper"])
    assert "fork" not in learner.query
    assert "fork" not in learner.walk


def test_a_word_that_was_clicked_is_looked_into(server: Server) -> None:
    """The word is in the address at once, though the lattice is in another part of the page."""
    learner = Learner(server.url, "corpus=low&lang=en", "unigram")
    learner.send_event("unigram_stepper", "word", 2, learner.fragments["unigram_stepper"])
    assert "word=newest" in learner.query


def test_a_page_that_waits_is_drawn_when_its_training_is_over(server: Server) -> None:
    """The page need not poll: one that did would learn of the result late."""
    learner = Learner(server.url, own_text_query("merges=300&pre=none"))
    learner.upload("".join(random.Random(1).choices("abcdefgh", k=1_000_000)))
    assert learner.auto_rerun is not None  # the progress is shown
    before = learner.walk
    while learner.auto_rerun is not None:
        assert learner.is_drawn_within(PATIENCE)
    assert learner.walk != before


def test_a_press_that_was_under_way_leaves_the_new_language(server: Server) -> None:
    """The press comes with the address from before the choice, which has the old language."""
    learner = Learner(server.url, "corpus=low&lang=en")
    before = learner.query
    learner.change("choose_language", string_array_value=StringArray(data=["简体中文"]))
    assert "lang=zh" in learner.query
    learner.query = before
    learner.go_to_step(1)
    assert "lang=zh" in learner.query
    assert "step=1" in learner.query


class FirstDrawn(Learner):
    """A learner who records where things were before the rest of the page came."""

    def settle(self) -> None:
        self.first = dict(self.places)
        self.tell(self.stands())


def test_charts_that_come_later_leave_the_lattice_where_it_is(server: Server) -> None:
    """An element that moves on the page would start again."""
    learner = FirstDrawn(server.url, "corpus=low&lang=en", "unigram")
    assert learner.places["lattice"] == learner.first["lattice"]
