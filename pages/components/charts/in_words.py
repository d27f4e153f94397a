"""Describe charts in words, for anyone who cannot see them or wants to be sure."""

from collections.abc import Mapping, Sequence

from pages.session.language import _, format_number, format_rounded

#: The number of bars that are described; the table has all of them.
_MOST_BARS = 6


def curves_in_words(
    title: str, curves: Mapping[str, Sequence[tuple[float, float]]], x_title: str
) -> str:
    """Where each curve begins and where it ends."""
    sentence = _("{name}: from {first} ({x}: {start}) to {last} ({x}: {end})")
    sentences = [
        sentence.format(
            name=name,
            x=x_title,
            start=format_rounded(points[0][0], 3),
            first=format_rounded(points[0][1], 3),
            end=format_rounded(points[-1][0], 3),
            last=format_rounded(points[-1][1], 3),
        )
        for name, points in curves.items()
        if points
    ]
    return _sentence(title, sentences)


def bars_in_words(title: str, bars: Mapping[str, float]) -> str:
    """The largest bars with their figures."""
    largest = sorted(bars, key=lambda name: -bars[name])
    sentences = [f"{name}: {format_rounded(bars[name], 3)}" for name in largest[:_MOST_BARS]]
    if rest := len(largest) - _MOST_BARS:
        sentences += [_("and {n} more").format(n=format_number(rest))] if rest > 0 else []
    return _sentence(title, sentences)


def _sentence(title: str, sentences: Sequence[str]) -> str:
    return _("{title}. {sentences}.").format(title=title, sentences=_("; ").join(sentences))
