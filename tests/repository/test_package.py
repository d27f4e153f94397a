"""The package: what is in it, what it asks for, and what its command does."""

import socket
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from bpe_core import __version__
from bpe_core.command_line.arguments import parser as command_line
from deploy.release import whats_new
from merge_by_merge import command
from merge_by_merge.command import APP, free_port, parser
from tests.wheel import built_wheel

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


@pytest.fixture(scope="module")
def contents(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """The names of the files in the wheel."""
    with built_wheel(tmp_path_factory.mktemp("wheel")) as wheel:
        return set(wheel.namelist())


def test_only_our_own_names_are_at_the_top(contents: set[str]) -> None:
    """Nothing called `pages`, `server` or `tests` lies beside other people's packages."""
    tops = {name.split("/")[0] for name in contents}
    information = f"merge_by_merge-{__version__}.dist-info"
    assert tops == {"bpe_core", "merge_by_merge", information}


def test_all_that_the_app_consists_of_is_in_it(contents: set[str]) -> None:
    """Every file of the app, of whatever kind, and none beside them."""
    folders = (".streamlit", "pages", "server", "classroom", "sample_corpora")
    files = [path for folder in folders for path in (ROOT / folder).rglob("*") if path.is_file()]
    kept = [ROOT / "app.py", *(path for path in files if path.parent.name != "__pycache__")]
    app = {f"merge_by_merge/app/{path.relative_to(ROOT).as_posix()}" for path in kept}
    assert app == {name for name in contents if name.startswith("merge_by_merge/app/")}
    assert {"bpe_core/py.typed", "bpe_core/__main__.py", "merge_by_merge/__main__.py"} <= contents


def test_the_package_asks_for_what_the_app_was_tested_with() -> None:
    """Its lists name the packages of requirements.txt, in versions that include those pinned."""
    extras = PROJECT["optional-dependencies"]
    for file, listed in (
        ("requirements.txt", PROJECT["dependencies"] + extras["replicas"]),
        ("requirements-wild.txt", extras["vocabularies"]),
    ):
        lines = (ROOT / file).read_text("utf-8").splitlines()
        pinned = [line.partition("#")[0].partition(";")[0] for line in lines if "==" in line]
        versions = {canonicalize_name(n): v.strip() for n, v in (p.split("==") for p in pinned)}
        wanted = {canonicalize_name(r.name): r.specifier for r in map(Requirement, listed)}
        assert wanted.keys() == versions.keys()
        assert all(wanted[name].contains(Version(versions[name])) for name in wanted)


def test_the_library_needs_only_numpy_and_regex() -> None:
    """Each recipe of its page gives what is printed below it where nothing else can be imported."""
    program = """
import sys
from importlib.abc import MetaPathFinder

class OnlyThese(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        top = name.partition(".")[0]
        if top not in sys.stdlib_module_names and top not in {"bpe_core", "numpy", "regex"}:
            raise ModuleNotFoundError(name)

sys.meta_path.insert(0, OnlyThese())
import doctest
failed, tried = doctest.testfile("docs/library.md", module_relative=False)
assert tried > 30 and not failed
from bpe_core.command_line import main
sys.exit(main(["--help"]))
"""
    subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=True, capture_output=True)


def test_the_citation_names_this_version() -> None:
    """Who cites the project cites what they used."""
    citation = (ROOT / "CITATION.cff").read_text("utf-8")
    assert f"\nversion: {__version__}\n" in citation


def test_a_release_tells_what_is_new_in_it() -> None:
    """The section of its version; without a date, it is not released yet."""
    changelog = "## [Unreleased]\n\nB\n\n## [0.2.0] - 2026-11-25\n\nA\n\n## [0.1.0] - 2026-11-22\n"
    assert whats_new(changelog, "0.2.0") == "A\n"
    for version in ("Unreleased", "0.3.0", "0.2"):
        with pytest.raises(SystemExit):
            whats_new(changelog, version)


def test_the_command_line_calls_itself_as_it_was_called(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for called, name in (("/usr/bin/bpe-core", "bpe-core"), ("__main__.py", "python -m bpe_core")):
        monkeypatch.setattr(sys, "argv", [called])
        assert command_line().format_usage().startswith(f"usage: {name} ")
    with pytest.raises(SystemExit):
        command_line().parse_args(["--version"])
    assert capsys.readouterr().out == f"{__version__}\n"


def test_the_command_knows_its_options(capsys: pytest.CaptureFixture[str]) -> None:
    """A port, a language, and no browser; an unknown language or port is refused."""
    chosen = parser().parse_args(["--port", "9000", "--lang", "zh", "--no-browser"])
    assert (chosen.port, chosen.lang, chosen.no_browser) == (9000, "zh", True)
    for refused, why in (("--lang=fr", "'en', 'zh'"), ("--port=0", "'0'"), ("--port=65536", "'65")):
        with pytest.raises(SystemExit):
            parser().parse_args([refused])
        assert why in capsys.readouterr().err
    assert APP == ROOT


def test_the_first_port_that_is_free_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    """The last one, too, and none is an error."""
    port = free_port()
    for name in ("FIRST_PORT", "LAST_PORT"):
        monkeypatch.setattr(command, name, port)
    assert free_port() == port
    with socket.socket() as other:
        other.bind(("", port))
        with pytest.raises(SystemExit, match="No port from"):
            free_port()
