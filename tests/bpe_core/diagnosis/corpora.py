"""Corpora for the tests: each reveals different mistakes."""

from random import Random

ENGLISH = """\
It is a truth universally acknowledged, that a single man in possession of a good fortune, must be
in want of a wife. However little known the feelings or views of such a man may be on his first
entering a neighbourhood, this truth is so well fixed in the minds of the surrounding families,
that he is considered the rightful property of some one or other of their daughters. "My dear Mr.
Bennet," said his lady to him one day, "have you heard that Netherfield Park is let at last?" Mr.
Bennet replied that he had not. "But it is," returned she; "for Mrs. Long has just been here, and
she told me all about it." Bananas, Mississippi, assessment, nonsense, hahaha, zzzz, 1111 2222.
"""
CHINESE = (
    "学而时习之，不亦说乎？有朋自远方来，不亦乐乎？人不知而不愠，不亦君子乎？\n"
    "巧言令色，鲜矣仁。吾日三省吾身：为人谋而不忠乎？与朋友交而不信乎？传不习乎？\n"
    "哈哈哈哈，笑哈哈，哈哈笑。知之为知之，不知为不知，是知也。温故而知新，可以为师矣。\n"
)


def _drawn(seed: int, letters: str, words: int, longest: int, most: int) -> dict[str, int]:
    random = Random(seed)
    return {
        "".join(random.choices(letters, k=random.randint(2, longest))): random.randint(1, most)
        for _ in range(words)
    }


#: Words with counts: few letters, so that pairs overlap and adjoin.
COUNTED = _drawn(5, "abcde", words=60, longest=9, most=9)
#: The same words, each with count 1: nearly every step is a tie.
TIED = _drawn(7, "abc", words=40, longest=10, most=1)
