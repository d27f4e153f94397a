"""The container files, as far as they can be checked without a container."""

import json
import re
import tomllib
from importlib.metadata import distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from streamlit import config

from server.requests.endpoints import is_open
from server.settings import PREFIX, Settings
from tests.served_app import documented_start

ROOT = Path(__file__).resolve().parents[2]
DOCKERFILE = (ROOT / "Dockerfile").read_text("utf-8")
COMPOSE = (ROOT / "deploy" / "compose.yaml").read_text("utf-8")
CADDYFILE = (ROOT / "deploy" / "Caddyfile").read_text("utf-8")


@pytest.mark.parametrize("text", [DOCKERFILE, COMPOSE], ids=["Dockerfile", "compose"])
def test_every_image_is_pinned(text: str) -> None:
    """It is pinned down to the last number of its version."""
    images = re.findall(r"^(?:FROM|    image:) (\S+:\S+)", text, re.MULTILINE)
    assert images
    assert all(re.search(r":\d+\.\d+\.\d+-", image) for image in images)


def test_what_is_copied_is_there_and_is_not_ignored() -> None:
    """Nothing that the app imports is left out."""
    lines = re.findall(r"^COPY (?!--from)(.+)$", DOCKERFILE, re.MULTILINE)
    copied = {name for line in lines for name in line.split()[:-1]}
    let_in = set(re.findall(r"^!(\S+)$", (ROOT / ".dockerignore").read_text("utf-8"), re.MULTILINE))
    assert copied == let_in
    assert all((ROOT / name).exists() for name in copied)
    # The command is for the package, in which the app is elsewhere.
    ours = {path.parent.name for path in ROOT.glob("*/__init__.py")} - {"merge_by_merge"}
    assert ours <= copied


def test_every_way_to_start_the_app_is_the_documented_one() -> None:
    """`make run`, README and the container add nothing but an address and a port.

    Tests and benchmarks start what the administrators' page says, so what they measure holds here.
    """
    command, environment = documented_start(8501, interpreter=("streamlit",))
    container = json.loads(DOCKERFILE[DOCKERFILE.rindex("CMD [") + len("CMD ") :])
    assert container == [*command[:-1], "0.0.0.0"]
    assert all(f"{name}={value}" in DOCKERFILE for name, value in environment.items())
    readme = (ROOT / "README.md").read_text("utf-8")
    assert r".venv\Scripts\python -m streamlit run app.py" in readme.splitlines()
    run = re.search(r"^run:.*\n\t(.+)$", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    assert run
    assert re.sub(r" \$\(if \$\(WATCH\).*", "", run[1]) == "$(BIN)/python -m streamlit run app.py"


def test_nobody_waits_for_a_file_watcher() -> None:
    """Streamlit's default would hold the server still whenever somebody opens a tab."""
    settings = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text("utf-8"))
    assert settings["server"]["fileWatcherType"] == "none"


def wanted(*files: str) -> list[str]:
    """The lines of requirements files that name a package."""
    lines = [line for file in files for line in (ROOT / file).read_text("utf-8").splitlines()]
    return [line.partition("#")[0].strip() for line in lines if re.match(r"\w", line)]


def test_what_packages_bring_along_is_pinned() -> None:
    """At the version installed here: next year's image is the one that was tested."""
    pins = {
        canonicalize_name(name): version
        for name, version in (line.split("==") for line in wanted("constraints.txt"))
    }
    direct = [Requirement(line) for line in wanted("requirements.txt", "requirements-wild.txt")]
    open_ends, brought = list(direct), set[str]()
    while open_ends:
        one = open_ends.pop()
        name = canonicalize_name(one.name)
        if name not in brought and (one.marker is None or one.marker.evaluate({"extra": ""})):
            brought.add(name)
            open_ends += map(Requirement, distribution(name).requires or ())
    brought -= {canonicalize_name(one.name) for one in direct}
    assert brought
    assert {name: distribution(name).version for name in brought} == {
        name: pins.get(name) for name in brought
    }


def test_the_container_does_not_run_as_root_and_is_watched() -> None:
    """The health check asks an address that is open."""
    last = DOCKERFILE[DOCKERFILE.rindex("FROM ") :]
    assert re.search(r"^USER [1-9]\d+$", last, re.MULTILINE)
    (path,) = re.findall(r"urlopen\('http://127\.0\.0\.1:8501(/[^']+)'", last)
    assert path.startswith("/_stcore/")
    assert is_open(path)
    assert f"health_uri {path}" in CADDYFILE


def test_a_space_knows_the_port_of_the_container() -> None:
    """Hugging Face reads it from the head of README.md, to which this file is added."""
    head = (ROOT / "deploy" / "space.yaml").read_text("utf-8")
    assert re.search(r"\A---\n.*^sdk: docker$.*^---\n\Z", head, re.MULTILINE | re.DOTALL)
    (port,) = re.findall(r"^app_port: (\d+)$", head, re.MULTILINE)
    assert f"EXPOSE {port}\n" in DOCKERFILE
    (description,) = re.findall(r"^short_description: (.+)$", head, re.MULTILINE)
    assert len(description) <= 60


def test_every_value_of_the_compose_file_is_in_the_example() -> None:
    """With the same value, if it has a usual one."""
    usual = dict(re.findall(r"\$\{(\w+):[-?]([^}]*)\}", COMPOSE))
    example = (ROOT / "deploy" / ".env.example").read_text("utf-8")
    given = dict(re.findall(r"^(\w+)=(.*)$", example, re.MULTILINE))
    assert given.keys() == usual.keys()
    assert {name: value for name, value in given.items() if value} == {
        name: value
        for name, value in usual.items()
        if value and name not in ("SIGNING_KEY", "SITE")
    }


@pytest.mark.parametrize("name", ["FRAME_ANCESTORS", "STATIC_EDITION"])
def test_the_compose_file_passes_what_embedding_needs(name: str) -> None:
    """Left empty, a setting keeps its usual value."""
    assert f'{PREFIX}{name}: "${{{name}:-}}"' in COMPOSE
    assert Settings.read({f"{PREFIX}{name}": ""}) == Settings.read({})


def test_caddy_2_6_is_not_given_an_option_that_it_refuses() -> None:
    """Debian's Caddy has no `stream_close_delay`; only the image of the compose file gets it."""
    assert "stream_close_delay" not in CADDYFILE
    assert "{$RELOADING}" in CADDYFILE
    assert "RELOADING: stream_close_delay" in COMPOSE


def test_every_service_of_the_compose_file_is_watched_and_bounded() -> None:
    """The app's health check is in its own Dockerfile."""
    services = re.split(r"^  (?=\w+:$)", COMPOSE.partition("\nservices:\n")[2], flags=re.MULTILINE)
    others = [text for text in services if "image:" in text]
    assert len(others) == 2
    for text in others:
        assert "healthcheck:" in text
        assert "mem_limit:" in text


def test_the_proxy_finds_every_replica() -> None:
    replicas = re.findall(r"^  (app\d):$", COMPOSE, re.MULTILINE)
    assert " ".join(f"{name}:8501" for name in replicas) in CADDYFILE


def test_streamlit_knows_the_options_of_the_command() -> None:
    options = re.findall(r"--([\w.]+)", " ".join(documented_start(8501)[0]))
    assert options
    assert set(options) <= set(config.get_config_options())


def test_every_setting_of_the_compose_file_can_be_read() -> None:
    asked = dict(re.findall(rf'({PREFIX}\w+): "\$\{{\w+:-(.+)\}}"', COMPOSE))
    assert asked
    assert Settings.read(asked) != Settings()
    assert {name.removeprefix(PREFIX).lower() for name in asked} <= set(vars(Settings()))
