"""Find the Chromium that the browser tests and the benchmarks drive.

Run as a script, it prints the path, or says that there is none and exits with 1.
"""

import shutil
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

#: Debian's packages first: they come with a machine's security updates. The first of
#: them has no windows and takes three quarters of the other's processor time for a page.
NAMES = ("chromium-headless-shell", "chromium", "google-chrome-stable", "google-chrome")


def find_chromium() -> str | None:
    """The executable's path: an installed Chromium, else Playwright's own build, else None."""
    for name in NAMES:
        if found := shutil.which(name):
            return found
    with sync_playwright() as playwright:
        own = playwright.chromium.executable_path
    return own if Path(own).exists() else None


#: For speed and quiet: the browser contacts no other host, does not draw with a graphics card that
#: may be missing, and can be started by a container's root (which needs --no-sandbox).
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

if __name__ == "__main__":
    path = find_chromium()
    print(path or "No Chromium was found.", file=sys.stdout if path else sys.stderr)
    sys.exit(path is None)
