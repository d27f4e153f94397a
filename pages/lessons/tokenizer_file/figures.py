"""Vocabulary sizes, how many tokens a text takes, and what share all of them cut alike."""

from collections.abc import Sequence

from bpe_core.tokenizers.published_vocabularies import PUBLISHED
from pages.components.charts.tables import cost, figures_table, note_lost_text, tokens_of_text
from pages.lessons.tokenizer_file.overlay import Cut
from pages.session.language import _, format_names, format_number, format_percent


def draw_figures(cuts: Sequence[Cut], size: int) -> None:
    """Draw a row for each of the cuts of a text of `size` bytes."""
    alike = shared_spans(cuts)
    covered = sum(end - start for start, end in alike)
    rows = [
        [
            cut.name,
            format_names(PUBLISHED[cut.code].used_by) if cut.code in PUBLISHED else "",
            format_number(cut.size),
            tokens_of_text(len(cut.tokens), cut.unknown_count),
            cost(size / len(cut.tokens), cut.unknown_count) if cut.tokens else "",
            _("{tokens} of the tokens, {bytes} of the bytes").format(
                tokens=format_percent(len(alike) / max(1, len(cut.tokens))),
                bytes=format_percent(covered / max(1, size)),
            ),
        ]
        for cut in cuts
    ]
    columns = [
        _("vocabulary"),
        _("used by"),
        _("vocabulary size"),
        _("tokens"),
        _("bytes per token"),
        _("the same in all"),
    ]
    figures_table(rows, columns)
    if any(cut.unknown_count for cut in cuts):
        note_lost_text()


def shared_spans(cuts: Sequence[Cut]) -> set[tuple[int, int]]:
    """The spans that are one token in every cut: first byte, and the byte after the last.

    >>> from pages.lessons.tokenizer_file.overlay.spans import PlacedToken
    >>> one = Cut("a", "a", 9, [PlacedToken(1, 0, 3), PlacedToken(2, 3, 4)])
    >>> other = Cut("b", "b", 9, [PlacedToken(7, 0, 2), PlacedToken(8, 2, 3), PlacedToken(9, 3, 4)])
    >>> shared_spans([one, other])
    {(3, 4)}
    """
    spans = [{(t.start, t.end) for t in cut.tokens if t.start < t.end} for cut in cuts]
    return set.intersection(*spans) if spans else set()
