"""Serve the app, and open it in a browser.

The package holds the app whole, in a folder of its own, so that names such as `pages` and `server`
are found by the app alone. In a checkout, the app is the folder above this one.
"""

import argparse
import os
import socket
import sys
import threading
import time
import webbrowser
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from urllib.request import urlopen

from bpe_core import __version__

_HERE = Path(__file__).resolve().parent
#: The folder of app.py: in the package, and in a checkout.
APP = next(place for place in (_HERE / "app", _HERE.parent) if (place / "app.py").exists())
FIRST_PORT, LAST_PORT = 8501, 8599


def main(arguments: Sequence[str] | None = None) -> None:
    """Serve the app until Ctrl+C, and open it in a browser."""
    chosen = parser().parse_args(arguments)
    port = chosen.port or free_port()
    address = f"http://localhost:{port}/" + (f"?lang={chosen.lang}" if chosen.lang else "")
    print(f"Merge by Merge is at {address} (Ctrl+C ends it)", flush=True)  # noqa: T201
    if not chosen.no_browser:
        threading.Thread(target=open_once_served, args=(port, address), daemon=True).start()
    with suppress(KeyboardInterrupt):  # before Streamlit listens to it
        serve(port)


def parser() -> argparse.ArgumentParser:
    """The command's options."""
    options = argparse.ArgumentParser("merge-by-merge", description="Watch a tokenizer learn.")
    options.add_argument("--port", type=port, help=f"default: the first free one from {FIRST_PORT}")
    options.add_argument("--lang", choices=languages(), help="default: the browser's language")
    options.add_argument("--no-browser", action="store_true", help="only serve the app")
    options.add_argument("--version", action="version", version=__version__)
    return options


def port(text: str) -> int:
    """The number of a port, from 1 to 65535."""
    number = int(text)
    if not 0 < number < 2**16:
        raise ValueError
    return number


def languages() -> list[str]:
    """The languages of the app: English, in which it is written, and each catalogue."""
    return ["en", *sorted(path.stem for path in (APP / "pages" / "locale").glob("*.po"))]


def free_port() -> int:
    """The first port that nobody listens on."""
    for port in range(FIRST_PORT, LAST_PORT + 1):
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("", port))
            return port
    raise SystemExit(f"No port from {FIRST_PORT} to {LAST_PORT} is free: choose one with --port.")


def open_once_served(port: int, address: str) -> None:
    """Open the address in a browser as soon as the server answers."""
    while True:
        with suppress(OSError), urlopen(f"http://127.0.0.1:{port}/_stcore/health", timeout=1):
            webbrowser.open(address)
            return
        time.sleep(0.1)


def serve(port: int) -> None:
    """Run Streamlit on the app, as `streamlit run app.py` does in its folder."""
    from streamlit.web.cli import main as streamlit  # after --help has been answered

    os.chdir(APP)  # where the settings are
    sys.path.insert(0, str(APP))
    options = {
        "--server.headless": "true",
        "--server.port": str(port),
        "--logger.hideWelcomeMessage": "true",
    }
    streamlit(["run", "app.py", *(part for option in options.items() for part in option)])
