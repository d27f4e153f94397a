"""The published vocabularies on this server: loaded once, one after another, in the background.

Loading all of them takes 2 to 4 s and 100 MB, so it begins when somebody first asks.
Unlike a training, it needs no separate process: a thread that runs Python lets others run, too.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping

from bpe_core.tokenizers.published_vocabularies import RANKED, Ranked, RankedTokenizer


class Shelf:
    """The installed vocabularies, as they become ready. However often asked, it loads them once."""

    def __init__(self, entries: Mapping[str, Ranked] = RANKED) -> None:
        self._wanted = {name: entry for name, entry in entries.items() if entry.path}
        self.missing = [entry for name, entry in entries.items() if name not in self._wanted]
        self._ready: dict[str, RankedTokenizer] = {}
        self._failed: set[str] = set()
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def ready(self) -> dict[str, RankedTokenizer]:
        """The loaded vocabularies, by name. The first call starts loading."""
        with self._lock:
            if self._thread is None:
                self._thread = threading.Thread(target=self._load, daemon=True)
                self._thread.start()
        return dict(self._ready)

    @property
    def total(self) -> int:
        """How many there will be, without those that can't be read."""
        return len(self._wanted) - len(self._failed)

    def wait(self, seconds: float) -> None:
        """Wait until all are loaded, but no longer than `seconds`."""
        if self._thread is not None:
            self._thread.join(seconds)

    def _load(self) -> None:
        for name, entry in self._wanted.items():
            try:
                self._ready[name] = entry.load()
            except (ValueError, OSError):  # a damaged package
                self._failed.add(name)


SHELF = Shelf()
