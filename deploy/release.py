"""Build what a release consists of, into dist/: `make release`.

The package as a wheel and as its source, the static edition as a ZIP file, and what is new, for the
release's page. CONTRIBUTING.md says what comes before and after.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from bpe_core import __version__
from pages.static_edition import write_site

ROOT = Path(__file__).resolve().parents[1]


def whats_new(changelog: str, version: str) -> str:
    r"""The version's section of the changelog, without its heading.

    >>> whats_new("## [0.2.0] - 2026-11-25\\n\\nNew.\\n\\n## [0.1.0] - 2026-11-22\\n", "0.2.0")
    'New.\\n'
    """
    heading = rf"^## \[{re.escape(version)}\] - \d{{4}}-\d\d-\d\d$"
    found = re.search(rf"{heading}\n(.*?)(?=^## |\Z)", changelog, re.MULTILINE | re.DOTALL)
    if not found:
        raise SystemExit(f"CHANGELOG.md has no section for {version} with its date.")
    return found[1].strip() + "\n"


def build(folder: Path) -> None:
    """Write all files into a folder."""
    news = whats_new((ROOT / "CHANGELOG.md").read_text("utf-8"), __version__)
    folder.mkdir(exist_ok=True)
    (folder / f"merge-by-merge-{__version__}.md").write_text(news, "utf-8")
    with TemporaryDirectory() as site:
        write_site(Path(site))
        name = folder / f"merge-by-merge-{__version__}-static-edition"
        shutil.make_archive(str(name), "zip", site)
    command = [sys.executable, "-m", "hatchling", "build", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True)


if __name__ == "__main__":
    build(ROOT / "dist")
