"""The texts that the benchmarks train on, made from what a fresh machine has or can get.

English and Chinese prose come from Debian's `debian-handbook` and `perl-doc`, which
`apt-get download` fetches without installing them; Python source comes from Python's own library.
Without apt, English falls back to the docstrings of Python's library and Chinese to random
sentences from a small grammar, and `python -m benchmarks.corpora` says so. None of these texts is
committed: they are kept in the folder for temporary files.
"""

from __future__ import annotations

import ast
import base64
import os
import random
import shutil
import subprocess
import sysconfig
import tempfile
from collections.abc import Callable
from functools import lru_cache
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


def debian_files(package: str) -> Path | None:
    """The files of a Debian package, unpacked but not installed; None if apt can't get it."""
    folder = KEPT / package
    if folder.exists():
        return folder
    if not shutil.which("apt-get"):
        return None
    with tempfile.TemporaryDirectory() as download:
        got = subprocess.run(["apt-get", "download", package], cwd=download, capture_output=True)
        files = list(Path(download).glob("*.deb"))
        if got.returncode or not files:
            return None
        KEPT.mkdir(exist_ok=True)
        subprocess.run(["dpkg-deb", "-x", files[0], folder], check=True)
    return folder


def handbook(language: str) -> str:
    """The Debian Administrator's Handbook, paragraphs only."""
    folder = debian_files("debian-handbook")
    if folder is None:
        return ""
    texts = []
    for page in sorted(folder.glob(f"usr/share/doc/debian-handbook/html/{language}/*.html")):
        reader = _Paragraphs()
        reader.feed(page.read_text("utf-8"))
        texts += [" ".join(paragraph.split()) for paragraph in reader.found]
    return "\n".join(dict.fromkeys(text for text in texts if text))


def perl_pages() -> str:
    """The prose of Perl's manual, without code and headings."""
    folder = debian_files("perl-doc")
    if folder is None:
        return ""
    texts = []
    for page in sorted(folder.rglob("*.pod")):
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


def docstrings() -> str:
    """The docstrings of Python's library."""
    texts = []
    for path in sorted(STANDARD_LIBRARY.rglob("*.py")):
        if _is_foreign(path) or "test" in path.parts:
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8", "replace"))):
            if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)):
                texts.append(ast.get_docstring(node) or "")
    return "\n".join(texts)


def chinese_sentences() -> str:
    """Sentences from a small grammar over 6,000 characters, with frequencies as in prose."""
    draw = random.Random(7)
    characters = [chr(0x4E00 + i) for i in range(6_000)]
    weights = [1 / (i + 3) for i in range(6_000)]
    sizes = draw.choices([1, 2, 3], [1, 2, 1], k=30_000)
    words = ["".join(draw.choices(characters, weights, k=size)) for size in sizes]
    ranks = [1 / (i + 10) for i in range(len(words))]
    return "。".join("".join(draw.choices(words, ranks, k=12)) for _ in range(20_000))


def cut(text: str, size: int) -> str:
    """The longest beginning of a text that fits into `size` UTF-8 bytes."""
    return text.encode("utf-8", "ignore")[:size].decode("utf-8", "ignore")


@lru_cache
def english_prose() -> str:
    return f"{handbook('en-US')}\n{perl_pages()}".strip() or docstrings()


@lru_cache
def chinese_prose() -> str:
    """The handbook in simplified, then in traditional characters."""
    return f"{handbook('zh-CN')}\n{handbook('zh-TW')}".strip() or chinese_sentences()


@lru_cache
def mixed_english() -> str:
    """Prose, docstrings and Python source one after another, so that new words keep coming."""
    return "\n".join([english_prose(), docstrings(), python_source()])


def base64_text(size: int) -> str:
    return base64.b64encode(random.Random(1).randbytes(size * 3 // 4)).decode()


CORPORA: dict[str, Callable[[int], str]] = {
    "English prose": lambda size: cut(english_prose(), size),
    "Chinese prose": lambda size: cut(chinese_prose(), size),
    "Python source": lambda size: cut(python_source(), size),
    "mixed English": lambda size: cut(mixed_english(), size),
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


def main() -> None:
    """Say what there is and from where."""
    for name in CORPORA:
        text = CORPORA[name](16 * MB)
        print(f"{name:15} {len(text.encode()):>12,} bytes, begins {text[:50]!r}")
    for package in ("debian-handbook", "perl-doc"):
        print(f"{package}: {'there' if debian_files(package) else 'not to be had, replaced'}")


if __name__ == "__main__":
    main()
