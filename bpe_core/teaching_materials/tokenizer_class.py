"""The textbook's functions as a class, the way minbpe puts it (Karpathy, 2024).

Text is bytes here, as one word. Unlike minbpe's `BasicTokenizer`, which applies the merge with the
lowest id again and again, `encode` goes through all merges once, in order; the ids are the same.
"""

import re

from bpe_core import textbook


class Tokenizer:
    """Learns from text, then turns any text into ids and back.

    >>> tokenizer = Tokenizer()
    >>> tokenizer.train("aaabdaaabac", vocab_size=259)
    >>> tokenizer.encode("aaabdaaabac")
    [258, 100, 258, 97, 99]
    >>> tokenizer.decode([258, 100]), tokenizer.decode([258, 0xE5])
    ('aaabd', 'aaab�')
    """

    def __init__(self):
        self.merges = {}
        self.vocabulary = [bytes([value]) for value in range(256)]
        self.special_tokens = {}

    def train(self, text, vocab_size):
        """Learn merges until the vocabulary has this size, or nothing is left to merge."""
        self.__init__()
        corpus = [(list(text.encode("utf-8")), 1)]
        self.merges = textbook.train(corpus, self.vocabulary, vocab_size - 256)

    def register_special_tokens(self, special_tokens):
        """Texts that are one token each, with their ids; they are never merged or split."""
        self.special_tokens = special_tokens

    def encode(self, text):
        """The ids of some text; special tokens cut it."""
        if not self.special_tokens:
            return textbook.encode(list(text.encode("utf-8")), self.merges)
        pattern = "(" + "|".join(map(re.escape, self.special_tokens)) + ")"
        ids = []
        for part in re.split(pattern, text):
            if part in self.special_tokens:
                ids.append(self.special_tokens[part])
            else:
                ids += textbook.encode(list(part.encode("utf-8")), self.merges)
        return ids

    def decode(self, ids):
        """The text of these ids; bytes that are not a whole character become the sign �."""
        special = {number: token.encode("utf-8") for token, number in self.special_tokens.items()}
        parts = [special[i] if i in special else self.vocabulary[i] for i in ids]
        return b"".join(parts).decode("utf-8", errors="replace")

    def save(self, file_name):
        """Write the merges into a `.model` file, as minbpe reads it."""
        with open(file_name, "w", encoding="utf-8") as file:
            file.write(f"minbpe v1\n\n{len(self.special_tokens)}\n")
            for token, number in self.special_tokens.items():
                file.write(f"{token} {number}\n")
            for left, right in self.merges:
                file.write(f"{left} {right}\n")

    def load(self, file_name):
        """Read what `save` wrote: each line is a merge, and its token gets the next id."""
        self.__init__()
        with open(file_name, encoding="utf-8") as file:
            assert file.readline().strip() == "minbpe v1"
            file.readline()  # the pattern that cuts text into words; here there is none
            for _ in range(int(file.readline())):
                token, number = file.readline().split()
                self.special_tokens[token] = int(number)
            for line in file:
                pair = tuple(map(int, line.split()))
                self.merges[pair] = len(self.vocabulary)
                self.vocabulary.append(self.vocabulary[pair[0]] + self.vocabulary[pair[1]])
