"""Parts of a page that run again by themselves, as the server sees them."""

import random
from typing import Any

import pytest
from streamlit.proto.Common_pb2 import StringArray
from streamlit.proto.WidgetStates_pb2 import WidgetState

from benchmarks.learner import PATIENCE, Learner, own_text_query
from tests.served_app import Server, slowed

#: Some controls of every lesson with a corpus, by their keys.
CONTROLS = {"choose_corpus", "choose_language", "setting_normalizer"}


def test_a_page_that_waits_is_drawn_when_its_training_is_over(server: Server) -> None:
    """The page need not poll: one that did would learn of the result late."""
    learner = Learner(server.url, own_text_query("merges=300&pre=none"))
    with slowed(lambda: server):
        learner.upload("".join(random.Random(1).choices("abcdefgh", k=500_000)))
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


class Watcher(Learner):
    """A learner who notes what had been drawn when they saw a new walk."""

    def _see(self, walk: dict[str, Any]) -> None:
        self.drawn_before, self.query_before = set(self.ids), self.query
        super()._see(walk)


@pytest.mark.parametrize("lesson", ["", "wordpiece", "unigram"])
def test_a_walk_is_seen_before_charts_and_controls_are_sent(server: Server, lesson: str) -> None:
    """A browser takes far longer for them, and shows nothing until all that came is drawn."""
    learner = Watcher(server.url, "corpus=low&lang=en", lesson)
    assert not learner.drawn_before & CONTROLS
    assert learner.ids.keys() >= CONTROLS

    choice = learner.ids["choose_corpus"]
    learner.ids.clear()
    learner.tell(WidgetState(id=choice, string_value="loop"))
    assert "corpus=loop" in learner.query_before, "a link that is copied now leads elsewhere"
    assert not learner.drawn_before & CONTROLS
    assert learner.ids.keys() >= CONTROLS
