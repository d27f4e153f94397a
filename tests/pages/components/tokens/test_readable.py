"""A space is a space in all that a learner reads, whatever letter the corpus has for it."""

import json

from bpe_core import Corpus
from bpe_core.algorithms.training.three_algorithms import train_side_by_side
from pages.components.stepper.payload import walk_json
from pages.components.stepper.rounds.unigram_payload import unigram_walk_json
from pages.components.tokens.three_tokenizers import chip_of
from pages.lessons.side_by_side.three_walks.payload import three_walks_of, word_at_hand

TEXT = "to be or not to be, that is the question " * 3


def test_no_walk_shows_gpt2s_letter_for_a_space() -> None:
    corpus = Corpus.from_text(TEXT, pre_tokenizer="gpt2")
    assert "Ġthat" in corpus.words
    three = train_side_by_side(corpus, vocab_size=40)
    walks = [
        json.loads(walk_json(three.bpe, step=0)),
        json.loads(walk_json(three.wordpiece, step=0)),
        json.loads(unigram_walk_json(three.unigram, step=0)),
    ]
    assert all(any(" " in str(token) for token in walk["base"]) for walk in walks)
    others = [three_walks_of(three, key="", step=0), word_at_hand(three, " that")]
    assert "Ġ" not in json.dumps([*walks, *others], ensure_ascii=False)


def test_nor_does_a_chip_but_a_letter_of_another_text_stays() -> None:
    """Ġ is a letter of Maltese: Ġorġ is George."""
    for text, rule, shown in [("a b", "gpt2", " "), ("Ġorġ", "whitespace", "Ġ")]:
        corpus = Corpus.from_text(text, pre_tokenizer=rule)
        tokenizer = train_side_by_side(corpus, vocab_size=5).bpe.tokenizer(0)
        texts = {chip_of(tokenizer, i).token for i in range(len(tokenizer.vocabulary))}
        assert shown in texts
        assert ("Ġ" in texts) == (shown == "Ġ")
