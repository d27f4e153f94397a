"""The static edition: the walks as plain files, for any web space, a USB stick, or no network.

The pages hold the same stepper as the app. BPE is trained in the browser (`trainer/`); the walks
of WordPiece and Unigram over the samples are written here, by the library. Data are scripts, which
a page may read from a disk, where it may not fetch anything.
"""

import hashlib
import json
import re
from html import escape
from pathlib import Path
from typing import Any

from bpe_core import TIE_RULES, __version__
from bpe_core.algorithms.bpe.state import TOP_CHANGES, TOP_PAIRS, TOP_WORDS
from bpe_core.algorithms.limits import MOST_TOKEN_BYTES
from bpe_core.algorithms.unigram.trace import UnigramTrace
from bpe_core.algorithms.wordpiece.trace import WordPieceTrace
from bpe_core.text.pre_tokenization import PRE_TOKENIZERS, RUNNING_WORDS
from pages.components.bigram_walk import STYLES as MODEL_STYLES
from pages.components.component import joined_styles, translations_of
from pages.components.component.joined_module import joined_module
from pages.components.html import filled, inline_html
from pages.components.stepper import STYLES
from pages.components.stepper.beliefs import record_text
from pages.components.stepper.offline import theme, whole_walk
from pages.components.stepper.payload import MOST_COMPARED, MOST_UNITS, MOST_WORDS, PIECE_SIZE
from pages.components.stepper.unigram_payload import unigram_walk_of, worth_of
from pages.lessons import FIRST_LESSON, LESSONS
from pages.session.language import HTML_LANG, LANGUAGES, N_, _, current_language, gettext, speaking
from pages.session.lesson import Chapter, Lesson
from pages.session.parameters import TEXT_LIMIT
from pages.session.training_request import TrainingRequest, as_wordpiece
from pages.session.usual_settings import usual_specification
from sample_corpora import CATALOGUE, content

_HERE = Path(__file__).parent
_PAGES = _HERE.parent
#: What is trained in the browser, and the scripts that draw the pages.
_TRAINED_HERE = ("bpe", "model")
_SCRIPTS = {"walk.js": _HERE / "stepper_page.js", "model.js": _HERE / "model_page.js"}
WALKED = [lesson for lesson in LESSONS.values() if lesson.static_file]
#: The most characters of a corpus's walks that are fetched before anybody opens them.
_MOST_AHEAD = 64_000
#: How much the app shows and makes: the browser's trainer does the same.
LIMITS = {
    "piece": PIECE_SIZE,
    "words": MOST_WORDS,
    "units": MOST_UNITS,
    "compared": MOST_COMPARED,
    "pairs": TOP_PAIRS,
    "sum": TOP_WORDS,
    "changes": TOP_CHANGES,
    "running": RUNNING_WORDS,
    "bytes": MOST_TOKEN_BYTES,
    "link": TEXT_LIMIT,
}
_CUTS = ("whitespace", "gpt2", "none")
_UNITS = {"char": N_("characters"), "byte": N_("bytes")}
#: What an address can ask for, by the names in it.
KNOWN = {"unit": list(_UNITS), "pre": list(_CUTS), "tie": list(TIE_RULES)}


def write_site(folder: Path) -> None:
    """Write every file of the static edition into a folder, which may not exist yet."""
    files = site_files()
    files["edition.js"] = edition_of(files)
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")


def edition_of(files: dict[str, str]) -> str:
    """The script with the files that are fetched ahead, and a version that any change alters.

    >>> hug, tea = {"walks/unigram-hug.js": "1"}, {"walks/unigram-tea.js": "1" * 70_000}
    >>> edition_of(hug | tea | {"walks/unigram-tea-worths.js": "1"})
    'self.edition = {"version": "...", "files": ["./", "walks/unigram-hug.js"]};\\n'
    >>> edition_of({"a.js": "1"}) == edition_of({"a.js": "2"})
    False
    """
    version = hashlib.blake2b(repr(sorted(files.items())).encode(), digest_size=8).hexdigest()
    larger = _larger_walks(files)
    ahead = [name for name in files if name not in larger]
    return f"self.edition = {json.dumps({'version': version, 'files': ['./', *ahead]})};\n"


def _larger_walks(files: dict[str, str]) -> set[str]:
    """The walks that are fetched only when they are opened: those of the larger corpora."""
    larger: set[str] = set()
    for corpus in CATALOGUE:
        walks = {name for name in files if re.fullmatch(rf"walks/\w+-{corpus}(-worths)?\.js", name)}
        if sum(len(files[name]) for name in walks) > _MOST_AHEAD:
            larger |= walks
    return larger


def site_files() -> dict[str, str]:
    """The text of each file by its path, without the list of those that are fetched ahead."""
    files = {
        "icon.svg": (_PAGES / "icon.svg").read_text("utf-8"),
        "site.css": _filled("site.css", THEME=theme()),
        "stepper.css": joined_styles(*STYLES),
        "model.css": joined_styles(*MODEL_STYLES),
        "offline.js": _filled("offline.js"),
        "service_worker.js": _filled("service_worker.js"),
        **{name: _script(entry) for name, entry in _SCRIPTS.items()},
        "trainer.js": _delivery("trainer", joined_module(_HERE / "trainer" / "worker.js")),
        "samples.js": _delivery("samples", {name: sample(name) for name in CATALOGUE})
        + _delivery("limits", LIMITS)
        + _delivery("known", KNOWN),
    }
    for code in LANGUAGES:
        with speaking(code):
            files[_start_file(code)] = start_page(code)
            files[f"texts/{code}.js"] = _delivery(f"texts/{code}", _texts())
    for name in CATALOGUE:
        files[f"samples/{name}.js"] = _delivery(f"samples/{name}", sample_words(name))
    for lesson in WALKED:
        files[lesson.static_file] = walk_page(lesson)
    for algorithm in ("wordpiece", "unigram"):
        for name in CATALOGUE:
            path, trace = f"walks/{algorithm}-{name}", sample_trace(algorithm, name)
            files[f"{path}.js"] = _delivery(path, whole_walk(trace, 0))
            if isinstance(trace, UnigramTrace):
                files[f"{path}-worths.js"] = _delivery(f"{path}-worths", worths_of(trace))
    return files


def _script(entry: Path) -> str:
    """A module with all that it imports, as a script that leaves no names behind."""
    return f'"use strict";(() => {{\n{joined_module(entry)}\n}})();\n'


def _filled(template: str, **parts: str) -> str:
    """A file of ours with its parts."""
    return filled((_HERE / "files" / template).read_text("utf-8"), **parts)


def _delivery(name: str, data: Any) -> str:
    """A script that hands over data under a name."""
    packed = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return f"(globalThis.delivered ??= {{}})[{json.dumps(name)}] = {packed};\n"


def sample(name: str) -> dict[str, Any]:
    """A corpus's title in each language, and the settings that suit it."""
    entry = CATALOGUE[name]
    return {
        "title": entry.title,
        "unit": entry.unit,
        "marker": entry.end_of_word,
        "cut": entry.pre_tokenizer,
        "numMerges": entry.num_merges,
        "specials": list(entry.special_tokens),
    }


def sample_words(name: str) -> dict[str, Any]:
    """A corpus's text, or its words with their counts, as the browser's trainer takes them."""
    stored = content(name)
    return {"text": stored} if isinstance(stored, str) else {"counts": list(stored.items())}


def sample_trace(algorithm: str, name: str) -> WordPieceTrace | UnigramTrace:
    """A sample's training of WordPiece or Unigram, with all its steps, as the app would show it."""
    request = TrainingRequest(usual_specification(name, None), name)
    is_wordpiece = algorithm == "wordpiece"
    trace = (as_wordpiece(request) if is_wordpiece else request.but(algorithm="unigram")).train()
    assert isinstance(trace, WordPieceTrace | UnigramTrace)
    return trace


def worths_of(trace: UnigramTrace) -> dict[str, Any]:
    """Return the cost of each token that a learner can choose, by round and id."""
    walk = unigram_walk_of(trace)
    worths = {}
    for step, view in enumerate(walk["pieces"][0][:-1]):
        chosen = {*view["cheapest"], *view["likely"]}
        for segmentations in walk["segmentations"]:
            chosen.update([ids for first, ids in segmentations if first <= step][-1])
        for token in sorted(chosen):
            worths[f"{step}/{token}"] = worth_of(trace, step, token)
    return worths


def _algorithm(lesson: Lesson) -> str:
    """Name the algorithm of a lesson's page as its script does."""
    return "bpe" if lesson is FIRST_LESSON else lesson.address


def walk_page(lesson: Lesson) -> str:
    """The page of a lesson's walk. What it says is put in by the browser, in either language."""
    links = ['<a id="home" href="index.html" data-says="home"></a>']
    for other in WALKED:
        here = ' aria-current="page"' if other is lesson else ""
        links.append(f'<a href="{other.static_file}"{here} data-says="lesson_{other.address}"></a>')
    algorithm = _algorithm(lesson)
    trained_here, is_model = algorithm in _TRAINED_HERE, algorithm == "model"
    options = {
        field.upper(): "".join(f'<option value="{name}" data-says="{name}">' for name in names)
        for field, names in KNOWN.items()
    }
    return _filled(
        "walk.html",
        ALGORITHM=algorithm,
        FIRST=escape(json.dumps(dict(lesson.first_corpora))),
        TITLE="Merge by Merge",
        CODES="|".join(LANGUAGES),
        NAME=f"lesson_{lesson.address}",
        NAVIGATION="".join(links),
        LANGUAGES="".join(f'<option value="{c}">{name}</option>' for c, name in LANGUAGES.items()),
        SETTINGS=_filled("settings.html", **options) * trained_here,
        TRAINER='<link rel="preload" as="script" href="trainer.js">' * trained_here,
        STYLE="model.css" if is_model else "stepper.css",
        SCRIPT="model.js" if is_model else "walk.js",
    )


def start_page(language: str) -> str:
    """The course: its lessons in order, and which of them need the full app."""
    others = [
        f'<a href="{_start_file(code)}" lang="{HTML_LANG[code]}">{LANGUAGES[code]}</a>'
        for code in LANGUAGES
        if code != language
    ]
    return _filled(
        "start.html",
        LANG=HTML_LANG[language],
        CODE=language,
        TITLE=_("Merge by Merge"),
        OTHERS="".join(others),
        ABOUT=inline_html(LESSONS["train"].prose("idea")),
        BEGIN=escape(_("Begin with one question")),
        COURSE=_course(language),
        VERSION=__version__,
        NOTE=escape(_("These pages run entirely in your browser: what you type never leaves it.")),
    )


def _course(language: str) -> str:
    """Every lesson under its heading, with a link to those that are here."""
    parts = []
    for chapter in filter(lambda each: each.heading, Chapter):
        lessons = (lesson for lesson in LESSONS.values() if lesson.chapter is chapter)
        heading = escape(chapter.heading)
        listed = "".join(_item(lesson, language) for lesson in lessons)
        parts.append(f'<section><h2>{heading}</h2><ul class="course">{listed}</ul></section>')
    return "".join(parts)


def _item(lesson: Lesson, language: str) -> str:
    """A lesson's name, how long it takes, and where it is."""
    name = escape(lesson.name)
    facts = [_("{n} min", n=lesson.step.minutes)] if lesson.step else []
    if lesson.static_file:
        name = f'<a href="{lesson.static_file}?lang={language}">{name}</a>'
    else:
        facts.append(_("needs the full app"))
    return f"<li>{name} <span>{escape(' · '.join(facts))}</span></li>"


def _start_file(language: str) -> str:
    return "index.html" if language == "en" else f"index.{language}.html"


def _texts() -> dict[str, Any]:
    """All that the pages of the walks say in the current language."""
    ideas = {f"idea_{_algorithm(lesson)}": inline_html(lesson.prose("idea")) for lesson in WALKED}
    return {
        "page": {
            **_page_texts(),
            **ideas,
            **{f"lesson_{lesson.address}": lesson.name for lesson in WALKED},
        },
        "records": record_text(),
        "translations": {
            english: said
            for entry in _SCRIPTS.values()
            for english, said in translations_of(entry, current_language()).items()
        },
    }


def _page_texts() -> dict[str, str]:
    return {
        "home": _("Course"),
        "language": _("Language"),
        "corpus": _("Corpus"),
        "own_text": _("Your own text"),
        "private": _("The text stays in your browser. Up to 100,000 bytes."),
        "train_own": _("Train"),
        "settings": _("More"),
        "unit": _("Unit"),
        "cut": _("Cut into words"),
        "marker": _("End-of-word marker"),
        "tie": _("Tie rule"),
        "merges": _("Number of merges"),
        "min": _("Minimum frequency"),
        "cancel": _("Cancel"),
        **{name: gettext(label) for name, label in _UNITS.items()},
        **{name: gettext(PRE_TOKENIZERS[name].label) for name in _CUTS},
        **{name: gettext(rule.label) for name, rule in TIE_RULES.items()},
    }
