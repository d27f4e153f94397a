"""The files for containers, as far as they can be checked without one."""

import json
import re
from pathlib import Path

import pytest

from server.settings import PREFIX, Settings

ROOT = Path(__file__).resolve().parent.parent
DOCKERFILE = (ROOT / "deploy" / "Dockerfile").read_text("utf-8")
COMPOSE = (ROOT / "deploy" / "compose.yaml").read_text("utf-8")


@pytest.mark.parametrize("text", [DOCKERFILE, COMPOSE], ids=["Dockerfile", "compose"])
def test_every_image_is_pinned(text: str) -> None:
    """To the last number of its version."""
    images = re.findall(r"^(?:FROM|    image:) (\S+:\S+)", text, re.MULTILINE)
    assert images
    assert all(re.search(r":\d+\.\d+\.\d+-", image) for image in images)


def test_what_is_copied_is_there_and_is_not_ignored() -> None:
    """And nothing that the app imports is left behind."""
    lines = re.findall(r"^COPY (?!--from)(.+)$", DOCKERFILE, re.MULTILINE)
    copied = {name for line in lines for name in line.split()[:-1]}
    let_in = set(re.findall(r"^!(\S+)$", (ROOT / ".dockerignore").read_text("utf-8"), re.MULTILINE))
    assert copied == let_in
    assert all((ROOT / name).exists() for name in copied)
    assert {path.parent.name for path in ROOT.glob("*/__init__.py")} - {"tests"} <= copied


def test_the_container_does_not_run_as_root_and_is_watched() -> None:
    last = DOCKERFILE[DOCKERFILE.rindex("FROM ") :]
    assert re.search(r"^USER [1-9]\d+$", last, re.MULTILINE)
    assert "HEALTHCHECK" in last


def test_the_container_starts_the_app_as_the_tests_do() -> None:
    """By the command that the browser tests start it with, on the port that the proxy asks."""
    command = json.loads(re.findall(r"^CMD (.+)$", DOCKERFILE, re.MULTILINE)[0])
    assert command[:3] == ["streamlit", "run", "app.py"]
    assert "--server.port=8501" in command
    assert "app1:8501 app2:8501" in (ROOT / "deploy" / "Caddyfile").read_text("utf-8")


def test_every_setting_of_the_compose_file_can_be_read() -> None:
    asked = dict(re.findall(rf'({PREFIX}\w+): "(.+)"', COMPOSE))
    assert asked
    assert Settings.read(asked) != Settings()
    assert {name.removeprefix(PREFIX).lower() for name in asked} <= set(vars(Settings()))
