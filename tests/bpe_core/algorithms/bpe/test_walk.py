"""A walk over a trace, up, down and by jumps: each state is that of training up to there."""

from typing import Any

import hypothesis.strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from bpe_core import Corpus, train_bpe, train_wordpiece
from tests.bpe_core.strategies import markers, rules, units, word_counts
from tests.examples import examples

TRAIN: dict[str, Any] = {"bpe": train_bpe, "wordpiece": train_wordpiece}


class Walk(RuleBasedStateMachine):
    """One trace, and a learner who moves around in it."""

    @initialize(
        algorithm=st.sampled_from(sorted(TRAIN)), counts=word_counts, unit=units, marker=markers,
        tie_break=rules,
    )  # fmt: skip
    def train(
        self, algorithm: str, counts: dict[str, int], unit: Any, marker: str, tie_break: str
    ) -> None:
        marker = "" if algorithm == "wordpiece" else marker
        self.corpus = Corpus.from_counts(
            counts, unit=unit, end_of_word=marker, pre_tokenizer="none"
        )
        self.algorithm, self.tie_break = algorithm, tie_break
        self.trained: dict[int | None, Any] = {}
        self.trace = self.train_to(None)
        self.step = 0

    def train_to(self, step: int | None) -> Any:
        """Trained once for each step: a walk comes to many of them again."""
        if step not in self.trained:
            self.trained[step] = TRAIN[self.algorithm](
                self.corpus, num_merges=step, tie_break=self.tie_break
            )
        return self.trained[step]

    @precondition(lambda self: self.step < len(self.trace))
    @rule()
    def up(self) -> None:
        self.step += 1

    @precondition(lambda self: self.step > 0)
    @rule()
    def down(self) -> None:
        self.step -= 1

    @rule(data=st.data())
    def jump(self, data: st.DataObject) -> None:
        self.step = data.draw(st.integers(0, len(self.trace)))

    @invariant()
    def is_what_training_to_here_gives(self) -> None:
        if not hasattr(self, "trace"):
            return
        there, trained = self.trace.state_at(self.step), self.train_to(self.step)
        last = trained.state_at(len(trained))
        assert len(trained) == self.step
        assert there.words == last.words
        assert list(there.vocabulary) == list(last.vocabulary)
        assert there.token_count == last.token_count
        assert there.pairs() == last.pairs()
        assert there.ties == last.ties


TestWalk = Walk.TestCase
TestWalk.settings = examples(60, stateful_step_count=25)
