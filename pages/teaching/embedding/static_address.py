"""Find the address in the static edition of what a link shows, for frames without a server.

The administrator says where the static edition is (MERGE_BY_MERGE_STATIC_EDITION). Its pages read
the app's own links, but not all that these can say.
"""

from collections.abc import Mapping
from urllib.parse import urlencode

from pages.session.lesson import Lesson
from pages.session.link import OWN
from pages.session.view_options import PREDICT

#: What its pages read from a link; training settings only where they train.
_SHOWN = {"lang", "corpus", "step", "view"}
_TRAINED = {"text", "unit", "marker", "pre", "tie", "merges", "min", "fork", "arrival"}
_CUTS = {"whitespace", "gpt2", "none"}
_MOST_MERGES = 1_000


def static_address(edition: str, lesson: Lesson, params: Mapping[str, str]) -> str | None:
    """The address of what a link's parameters say; None if the static edition can't show it.

    >>> from pages.lessons import LESSONS
    >>> static_address("https://a.example/bpe", LESSONS["train"], {"corpus": "low", "step": "2"})
    'https://a.example/bpe/merge-by-merge.html?corpus=low&step=2'
    """
    reads = _SHOWN | (_TRAINED if lesson.address == "train" else set())
    can_show = (
        edition != "none"
        and lesson.static_file
        and params.keys() <= reads
        and params.get("corpus") != OWN
        and params.get("view", PREDICT) == PREDICT
        and params.get("pre", "none") in _CUTS
        and int(params.get("merges", 0)) <= _MOST_MERGES
    )
    return f"{edition.rstrip('/')}/{lesson.static_file}?{urlencode(params)}" if can_show else None
