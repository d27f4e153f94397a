"""Corpora for hypothesis: small alphabets, long runs, several scripts, emoji, lone surrogates."""

from hypothesis import strategies as st

from bpe_core import TIE_RULES

ALPHABETS = ["a", "ab", "abc", "哈嘻a", "é👍🏽क्", "אبa ", "\ud83d\ude00a", "</w>"]

letters = st.sampled_from(ALPHABETS)
runs = st.builds(str.__mul__, st.sampled_from("ab哈"), st.integers(1, 40))
words = letters.flatmap(lambda alphabet: st.text(alphabet, min_size=1, max_size=14)) | runs
word_counts = st.dictionaries(words, st.integers(1, 6), min_size=1, max_size=8)
any_text = st.text(st.characters(codec=None) | st.sampled_from("\ud83d\ude00\ud800 \n\0")) | words
units = st.sampled_from(["char", "byte"])
markers = st.sampled_from(["", "</w>", "a", "·"])
rules = st.sampled_from([*TIE_RULES])
