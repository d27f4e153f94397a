"""The first lesson's walk and a stylesheet, within the page that the server answers with.

A visit waits until Streamlit has loaded, a session is open and the lesson has run. A visitor
without a link can walk meanwhile. Once the lesson is drawn, it goes on with the same walk.
"""

import hashlib
from functools import cache
from html import escape
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from bpe_core import Trace
from pages.components.component import joined_styles, one_object, to_json, with_translations
from pages.components.component.joined_module import joined_module
from pages.components.html import filled, inline_html
from pages.components.lesson_head import COOKIE, lessons_in
from pages.components.stepper import IN_THE_APP
from pages.components.stepper.beliefs import record_text_json
from pages.components.stepper.offline import theme
from pages.components.stepper.on_page import notes_on, session_json
from pages.components.stepper.payload import walk_json
from pages.components.walk_follower import WalkStart
from pages.lessons import FIRST_LESSON
from pages.session.language import HTML_LANG, _, best_language, speaking
from pages.session.training_request import TrainingRequest
from pages.session.usual_settings import usual_specification
from server.requests.headers import STREAMLITS_FILES, compressed_answer
from server.streamlit_internals.page_files import Insertion

_MODULE = Path(__file__).with_name("first_walk.js")
_SCRIPT = joined_module(_MODULE).encode()
#: Its name changes with its content, so that a browser keeps it for good.
_NAME = f"first_walk.{hashlib.blake2b(_SCRIPT, digest_size=8).hexdigest()}.js"
_FOREVER = "public, immutable, max-age=31536000"
_BODY = """\
<main id="first-walk" lang="%%LANG%%"%%HOW%%>
<style>%%STYLE%%</style>
<div class="head"><h1>%%TITLE%%</h1><div class="corpus"></div><div class="merges"></div>
<div class="settings">%%SETTINGS%%</div><div class="language"></div></div>
<div class="idea">%%IDEA%%</div>
<div class="walk"><template shadowrootmode="open">
<style>%%STEPPER%%</style><div class="mount"></div></template></div>
<script type="application/json">%%WALK%%</script>
</main>
"""


@cache
def first_walk(language: str, is_read: bool) -> Insertion:
    """The walk over the lesson's first corpus in a language, and the script that draws it.

    A visitor who has read the lesson's idea before sees its first sentence and all panels; anybody
    else begins with the arrival.
    """
    code_font = _font("SourceCodeVF-Upright")
    style = joined_styles("frame_parts/first_walk.css")
    with speaking(language):
        paragraphs = map(inline_html, FIRST_LESSON.prose("idea").split("\n\n"))
        parts = {
            "LANG": HTML_LANG[language],
            "HOW": " data-read" if is_read else " data-led",
            "STYLE": theme() + filled(style, SANS=_font("SourceSansVF-Upright"), CODE=code_font),
            "TITLE": escape(_("Merge by merge")),
            "SETTINGS": escape(_("Settings")),
            "IDEA": " ".join(f"<p>{each}</p>" for each in paragraphs),
            "STEPPER": joined_styles(*IN_THE_APP),
            "WALK": _walk(language, 0 if is_read else 1).replace("<", "\\u003c"),
        }
    head = (
        f'<link rel="preload" href="{code_font}" as="font" type="font/woff2" crossorigin>'
        f'<script type="module" src="./{_NAME}"></script>'
    )
    return Insertion(head, filled(_BODY, **parts))


def _walk(language: str, place: int) -> str:
    """The walk as the lesson's stepper will get it, as JSON, with the place of the arrival."""
    corpus = FIRST_LESSON.first_corpora[language]
    request = TrainingRequest(usual_specification(corpus, None), corpus)
    trace = request.train()
    assert isinstance(trace, Trace)
    classroom = {"present": False, "hidden": [], "place": place, "notes": notes_on(trace)}
    walk = one_object(
        walk_json(trace, step=0),
        record_text_json(language),
        to_json({"prose": True}),
        session_json(WalkStart(request.key), classroom),
    )
    data = with_translations(walk, _MODULE)
    assert isinstance(data, bytes)
    return data.decode()


def _font(name: str) -> str:
    """The address of one of Streamlit's fonts, relative to the page."""
    (file,) = (STREAMLITS_FILES / "static" / "media").glob(f"{name}.*")
    return f"./{file.relative_to(STREAMLITS_FILES).as_posix()}"


def _script(request: Request) -> Response:
    return compressed_answer(request, _SCRIPT, "text/javascript", _FOREVER)


ROUTES = [Route(f"/{_NAME}", _script)]


_STYLE = f"<style>{joined_styles('frame_parts/first_paint.css')}</style>"


def first_paint(request: Request) -> Insertion:
    """Return the addition to the page. A link, or another lesson, has no use for the first walk."""
    if request.url.path != "/" or request.url.query:
        return Insertion(_STYLE)
    is_read = FIRST_LESSON.address in lessons_in(request.cookies.get(COOKIE, ""))
    walk = first_walk(best_language(request.headers.get("Accept-Language")), is_read)
    return Insertion(_STYLE + walk.head, walk.body)
