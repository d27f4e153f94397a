"""Parts of a page that run again by themselves, as the server meets them."""

from benchmarks.learner import Learner
from tests.served_app import Server


def test_a_chosen_merge_stays_and_can_be_taken_back(server: Server) -> None:
    """The stepper's fragment asks for the whole page, which must not go back to the old address."""
    learner = Learner(server.url, "corpus=low&lang=en")
    learner.send_event("stepper", "fork", [[1, 8, 9]], learner.fragments["stepper"])
    assert "fork=1.8.9" in learner.query
    assert learner.walk["fork"]["choices"] == [[1, 8, 9]]
    learner.send_event("stepper", "fork", [], learner.fragments["stepper"])
    assert "fork" not in learner.query
    assert "fork" not in learner.walk


def test_a_word_that_was_clicked_is_looked_into(server: Server) -> None:
    """It is in the address at once, though the lattice stands in another part of the page."""
    learner = Learner(server.url, "corpus=low&lang=en", "unigram")
    learner.send_event("unigram_stepper", "word", 2, learner.fragments["unigram_stepper"])
    assert "word=newest" in learner.query
