"""The texts that the benchmarks train on, made from what a fresh machine has or can get.

English and Chinese prose come from Debian's `debian-handbook` and `perl-doc`, which
`apt-get download` fetches without installing them; Python source comes from Python's own library.
None of these texts is committed: they are kept in the folder for temporary files.
"""

from __future__ import annotations

import base64
import os
import random
import subprocess
import sysconfig
import tempfile
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path

MB = 1_000_000
KEPT = Path(tempfile.gettempdir()) / f"merge-by-merge-corpora-{os.getuid()}"
STANDARD_LIBRARY = Path(sysconfig.get_path("stdlib"))


class _Paragraphs(HTMLParser):
    """The text of all paragraphs of an HTML page."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._open = False

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag == "p" or (tag == "div" and ("class", "para") in attrs):  # type: ignore[operator]
            self._open = True
            self.found.append("")

    def handle_endtag(self, tag: str) -> None:
        if tag in ("p", "div"):
            self._open = False

    def handle_data(self, data: str) -> None:
        if self._open:
            self.found[-1] += data


def debian_files(package: str) -> Path:
    """The files of a Debian package, unpacked but not installed."""
    folder = KEPT / package
    if folder.exists():
        return folder
    with tempfile.TemporaryDirectory() as download:
        command = ["apt-get", "download", package]
        subprocess.run(command, cwd=download, capture_output=True, check=True)
        (file,) = Path(download).glob("*.deb")
        KEPT.mkdir(exist_ok=True)
        subprocess.run(["dpkg-deb", "-x", file, folder], check=True)
    return folder


def handbook(language: str) -> str:
    """The Debian Administrator's Handbook, paragraphs only."""
    folder = debian_files("debian-handbook")
    texts = []
    for page in sorted(folder.glob(f"usr/share/doc/debian-handbook/html/{language}/*.html")):
        reader = _Paragraphs()
        reader.feed(page.read_text("utf-8"))
        texts += [" ".join(paragraph.split()) for paragraph in reader.found]
    return "\n".join(dict.fromkeys(text for text in texts if text))


def perl_pages() -> str:
    """The prose of Perl's manual, without code and headings."""
    texts = []
    for page in sorted(debian_files("perl-doc").rglob("*.pod")):
        for paragraph in page.read_text("utf-8", "replace").split("\n\n"):
            if paragraph[:1].isalpha():
                texts.append(paragraph.strip())
    return "\n".join(dict.fromkeys(texts))


def python_source() -> str:
    """Python's own library, without its tests."""
    files = [path for path in STANDARD_LIBRARY.rglob("*.py") if not _is_foreign(path)]
    return "\n".join(path.read_text("utf-8", "replace") for path in sorted(files))


def _is_foreign(path: Path) -> bool:
    parts = path.relative_to(STANDARD_LIBRARY).parts
    return "site-packages" in parts or "lib2to3" in parts or "bad" in path.name


def cut(text: str, size: int) -> str:
    """The longest beginning of a text that fits into `size` UTF-8 bytes."""
    return text.encode("utf-8", "ignore")[:size].decode("utf-8", "ignore")


def base64_text(size: int) -> str:
    return base64.b64encode(random.Random(1).randbytes(size * 3 // 4)).decode()


CORPORA: dict[str, Callable[[int], str]] = {
    "English prose": lambda size: cut(handbook("en-US") + "\n" + perl_pages(), size),
    # In simplified, then in traditional characters.
    "Chinese prose": lambda size: cut(handbook("zh-CN") + "\n" + handbook("zh-TW"), size),
    "Python source": lambda size: cut(python_source(), size),
    "base64": base64_text,
}


def load(name: str, size: int) -> str:
    """The first `size` UTF-8 bytes of a corpus; `ValueError` if there are fewer."""
    kept = KEPT / f"{name.replace(' ', '-')}-{size}.txt"
    if not kept.exists():
        text = CORPORA[name](size)
        if len(text.encode()) < 0.99 * size:
            raise ValueError(f"{name} has only {len(text.encode()):,} bytes here")
        kept.parent.mkdir(exist_ok=True)
        kept.write_text(text, "utf-8", newline="")
    with kept.open(encoding="utf-8", newline="") as file:
        return file.read()
