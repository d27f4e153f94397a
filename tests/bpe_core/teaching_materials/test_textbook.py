"""The textbook's algorithm gives the merges of the naive reference."""

import inspect

from hypothesis import given

from bpe_core import textbook
from bpe_core.teaching_materials.recording import preference
from tests.bpe_core.oracles import naive_bpe, spell
from tests.examples import markers, rules, units, word_counts


@given(word_counts, units, markers, rules)
def test_the_merges_are_those_of_the_reference(
    counts: dict[str, int], unit: str, marker: str, rule: str
) -> None:
    """With every tie rule, and markers that also occur in texts; encoding repeats the training."""
    vocabulary, words = spell(list(counts), unit, marker)
    run = naive_bpe(counts, unit=unit, end_of_word=marker, num_merges=12, rule=rule)
    corpus = list(zip(words, counts.values(), strict=True))
    merges = textbook.train(corpus, vocabulary, 12, preference(rule, vocabulary))
    assert list(merges) == [(left, right) for left, right, _ in run.merges]
    assert vocabulary == run.texts
    assert [textbook.encode(word, merges) for word in words] == run.steps[-1].words


def test_it_fits_on_two_pages_of_a_textbook() -> None:
    assert len(inspect.getsource(textbook).splitlines()) <= 80
