"""Compare what Python sends for every lesson with the files in `outlines/`.

That is headings, sentences, widgets with their choices and limits, rows and columns, and the data
of components, with every fold open. Read them in the diff of a change, and write them again by
`RENEW=1 .venv/bin/python -m pytest tests/pages/test_sent.py`. That the figures are right is tested
elsewhere, against references; what components make of their data, in `test_drawn.py`.
"""

import json
import re
from base64 import b64encode
from collections.abc import Iterator
from functools import partial
from itertools import chain
from string import ascii_uppercase
from typing import Any
from urllib.parse import parse_qsl
from zlib import crc32

import pyarrow as pa
import pytest
from google.protobuf.json_format import MessageToDict
from streamlit.runtime.media_file_manager import MediaFileManager
from streamlit.testing.v1.element_tree import Block, Element

from bpe_core.files.inspection.process import PackedFile
from pages.components import training, vocabularies
from pages.lessons import LESSONS
from pages.lessons.two_languages import panels
from pages.session.parameters import encode_text
from tests.kept import OUTLINES, changed, compare_with_kept
from tests.pages.whole_app.visitor import PATIENCE, Visitor, wait_for

#: More words that no corpus has than are listed.
UNKNOWN = encode_text(" ".join(f"un{letter}un" for letter in "aabcdefghijklmno"))
TOO_LITTLE = f"guess=300&text={encode_text('hug a hug')}"
#: What a corpus of Latin letters lacks, trained on one in characters: no ratio is said of it.
LOST = f"corpus=low&unit=char&merges=7&input={encode_text('low 哈 lower')}"
#: A running text in which the spaces at the beginning of a line mean something.
INDENTED = "hug:\n  " + 40 * "hug pug "
#: Texts that should be tables with a column for each language; of the second, a line lacks one.
TABLE = "English\tDeutsch\nA hug.\tEin Arm.\nTwo hugs.\tZwei."
TABLES = (TABLE, f"{TABLE}\nThree.\t", "one text", "a\tb\nx\ty\tz", "a\tb\nx\t")
#: As many texts as a sum has addends, and more languages than are compared.
LINES = "aab\naab\naab\naba"
MANY = "\n".join("\t".join(f"{word} {k}" for k in range(15)) for word in ("name", "hug"))
#: A text of six tokens, and lines of which two rhyme, and two have no rhyme that is known.
SIX_TOKENS, POEM = "strawberry jam for errors", "床前明月光，\n疑是地上霜。\n嗯！\n好嗯？"
#: As many words as are shown in a walk; one has as many letters as are shown, and one more.
AS_MANY = " ".join([80 * "hug", 90 * "hug", *map(str, range(198))])
#: Words of as many letters or bytes as are encoded in all ways, walked or compared; a longer one.
WORDS = (4 * "hug", 20 * "茶", 8 * "hug", 64 * "g", 30 * "hug")
#: A file of GPT-2's merges, and what a field of a file says once one is chosen.
MERGES = "#version: 0.2\nh u\nhu g\n"
#: One that the server no longer has, and its digest.
GONE = MERGES[:-5]
GONE_DIGEST = PackedFile.of([GONE.encode()]).digest
FILE = json.dumps({"sent": {"name": "a", "file": b64encode(MERGES.encode()).decode()}})
#: The panels of a stepper that a link for a class can hide.
HIDE = "no-why+no-pairs+no-changed+no-merges+no-vocabulary"


def whole(called: str, data: str, /, **told: object) -> str:
    """Write what a field sends of a text or a file that is one part."""
    encoded = b64encode(data.encode()).decode()
    sent = {"id": called, "part": 0, "size": len(data), **told, "data": encoded}
    return json.dumps({"part": sent})


#: What a lesson is opened with, too, and what is done there: buttons are pressed, fields get a
#: value, components report as their scripts would, events with a `!` (`$key` is that of their data,
#: `$old_key` the one of their last report). Of such a page, only what is not on the usual one is
#: kept, and after each act what that changed.
LINKS = {
    "train": [
        *("corpus=low&step=3&unit=byte", "corpus=own", "view=present&step=2", "card=4"),
        *("corpus=tin&vocab=20&tie=largest-text&min=2", "view=predict,no-charts&word=pug"),
        *("corpus=low&step=2&view=locked", "corpus=low&min=1000", "fork=1.0", "fork=1.0.0"),
        "fork=1.0.0 > Continue without these choices",
        f"view={HIDE}+no-charts",
        "corpus=low&step=4&merges=5&tie=lowest-id&unit=byte&view=no-why > Reset to defaults"
        f' > setting_special = "{" ".join(ascii_uppercase[:17])}"'
        ' > setting_stop = "vocab" > setting_vocab_size = 15',
        *(f"text={encode_text('  ')}", f"text={encode_text('茶叶 茶树 绿茶')} > Add counts"),
        'lang=en > step = 3 > stepper {"predict": "on"} > stepper {"fork": [[1, 6, 1]]}'
        ' > stepper {"fork": [[0, -1, "x"]]} > stepper {"fork": null} > stepper {"predict": "off"}',
        *('corpus=low > stepper {"prose": 1}', 'corpus=low&view=present > stepper {"leave": 1}'),
        "corpus=low > Link for a class > frame_width = 400 > frame_height_asked = 300",
        'arrival=3 > stepper {"place": [4, 2]} > stepper {"place": [4, 10000]}'
        ' > stepper {"place": [0, 7]} > stepper {"place": [5, 0]} > stepper {"prose": 1}',
        "corpus=own&min=1"
        f" > own_text_part {whole('a', 'hug hug', size=9, name='a.txt')}"
        ' > own_text_part {"part": {"id": "a", "cancelled": true}}'
        f" > own_text_part {whole('b', 'hug hug', replaced=2)}"
        f" > own_text_part {whole('c', 'hug', size=10**9)}"
        f" > step = 1 > own_text_part {whole('d', 250 * 'hug pug ', again=True)}"
        ' > stepper {"fork": [[1, 3, 0]]}'
        f" > own_text_part {whole('e', 300 * 'hug pug ')}"
        f" > own_text_part {whole('g', chr(10).join(('hug 10', 'pug 5', 'bun 4', 'pun x')))}",
    ],
    "wordpiece": [
        *("view=predict&min=2", "size=30&alphabet=5&marker=</w>", "corpus=gone"),
        f"step=2&view=locked&text={encode_text('A hug, a pug.')}",
        *("corpus=quit&view=present", f"corpus=quit&view={HIDE}+no-charts"),
    ],
    "unigram": [
        "corpus=low&step=1&size=20 > unigram_size = 12",
        'corpus=english&view=present > unigram_stepper {"word": 199}'
        ' > unigram_stepper {"word": 262}',
        *("size=100", "size=3", f"corpus=tin&view={HIDE}"),
        f"pre=gpt2&word=Ġhug&text={encode_text('A hug, a hug.')}",
        'corpus=tin > unigram_stepper {"word": 1} > lattice {"word": "aaaaaaaaaaaaaaaaaaaaaaaa"}'
        ' > lattice {"word": "aaaaaaaaaaaaaaaaaaaaaaaaa"}',
        "corpus=tin&word=tintintin&heat=20&seed=999999 > Draw again > unigram_heat = 5",
    ],
    "before_merges": [
        *("sample=zh&corpus=english", "norm=nfd+lowercase&pre=bert", "sample=emoji", "sample=ta"),
        *("sample=ko&corpus=own", "sample=unseen", f"text={encode_text('A. B. C. D. E.')}"),
        f"norm=nfkc&text={encode_text('A. B. C. D.')}&input={encode_text('①½ x')}",
        f"corpus=low&unit=char&norm=nfkc&input={encode_text(400 * chr(0xFDFA))}",
        f'norm=nfc > cuts {{"pattern": "[0-9]+"}} > input_text {{"text": "{40 * " a1+b"}"}}'
        f' > cuts {{"pattern": "{201 * "x"}"}} > cuts {{"pattern": ""}}',
        'lang=en > lesson_normalizer = ["nfd", "lowercase"] > before_merges_sample = "ta"'
        " > pattern_marks = true",
    ],
    "bytes": [
        *("corpus=happily&step=4", "corpus=scripts", "corpus=own"),
        *(f"corpus=hug&input={encode_text('哈' + 30 * 'g')}", LOST),
        f"corpus=english&pre=metaspace&input={encode_text('the hug')}",
        f"corpus=hug&norm=nfd&input={encode_text('é哈 ïabc 茶!')}",
        f"corpus=hug&input={encode_text('e' + 40 * chr(0x301) + 'ïñõö哈' + 388 * 'g')}",
    ],
    "encode": [
        "corpus=hug&rules=3&at=2",
        f"corpus=low&rules=3&drop=0&input={encode_text(f'lowestlowest {ascii_uppercase}')}",
        f"corpus=hug&unit=byte&input={encode_text(' '.join(WORDS))}"
        f' > encoder {{"word": "{WORDS[0]}"}} > encoder {{"word": "{WORDS[1]}"}}',
        f"corpus=low&rules=3&drop=50&word=nest&input={encode_text('nest')} > Reset to defaults",
        *(
            'corpus=inflections&view=present > encoder {"leave": 1}',
            "corpus=inflections&view=no-rules+no-match+no-back+no-dropout",
            "as=tokens&special=<|end|>",
        ),
        f"corpus=hug&special=<s>&as=tokens&input={encode_text('hug<s>  pug!')}",
        f"corpus=own&text={encode_text('<b>x</b>')}&input={encode_text('<b> <b>')}",
        *(f"corpus=hug&rules=99&input={encode_text(' ')}", f"corpus=own&text={encode_text('a')}"),
        "drop=50&seed=999999 > Draw again > encode_drop = 10",
        'lang=en > encoder {"word": "waiting"} > encoder {"step": ["waiting", 2]}'
        ' > encoder {"step": ["hugs", 3]} > encoder {"word": "repainted"} > encode_rules = 3'
        f' > encoder {{"word": "{"x" * 65}"}}',
        f'special=<|end|> > encode_as = "tokens" > tokenizer_file_field! {FILE}',
    ],
    "compare": [
        "corpus=tea&rules=20&width=64",
        f"held=text&handle=500&input={encode_text(' ')}",
        f"input={UNKNOWN}"
        f' > input_text {{"text": "{" ".join(f"un{letter}un" for letter in "abcdefghijkl")}"}}',
        LOST,
        f"corpus=hug&handle=10&width=100&input={encode_text('hugs bug')}",
        'lang=en > compare_rules = 3 > compare_held = "text" > compare_handle = 12'
        f' > tokenizer_file_field! {FILE} > choose_corpus = "mixed"',
        *(
            "corpus=low&merges=1&rules=2",
            "corpus=low&min=1000",
            f"marker=</w>&alphabet=4&text={encode_text('A hug.')}",
        ),
    ],
    "side_by_side": [
        *("corpus=low&to=12", "corpus=tea&step=3", "corpus=hug&view=no-word+no-charts", "to=3"),
        *("to=14&step=3&word=punbug", "corpus=inflections&view=present", "corpus=news-zh"),
        "corpus=hug&to=60&step=99",
        f'corpus=low > step = 4 > three_walks {{"word": "{16 * "slow"}"}}'
        ' > three_walks {"word": ""} > side_by_side_size = 12 > step = 1'
        ' > downloads_of = "Unigram"',
    ],
    "code": [
        *("part=encode&by=line&at=5", "part=decode&corpus=library", "corpus=low&at=9"),
        'corpus=loop&merges=2&by=line&at=2 > program_walk {"place": ["$key", 3, "phase"]}'
        ' > code_part = "encode" > program_walk {"place": ["$old_key", 4, "line"]}'
        ' > program_walk {"place": ["$key", 4, "line"]} > code_word = "pool"',
    ],
    "sees": [
        "letter=b&corpus=tea > Submit my prediction",
        f"input={encode_text(SIX_TOKENS)} > Skip the prediction",
        f"input={encode_text(POEM)} > Skip the prediction"
        ' > input_text {"text": "床前明月光，疑是地上霜。"}',
        'letter=r > Your prediction = "equal" > Submit my prediction > sees_letter = "wb"',
        'part=cut_off&cut=7 > Skip the prediction > sees_strip {"place": 4} > sees_cut = 9'
        ' > input_text {"text": "hi"}',
        *("part=orders > Skip the prediction", "letter=哈哈&corpus=own"),
        f"part=cut_off&cut=13&input={encode_text('hello world  12345678 在的时候')}"
        ' > Skip the prediction > sees_by = "Qwen"',
        "part=numbers&first=12&other=345 > Your prediction = 1 > Submit my prediction"
        ' > sees_by = "cl100k"',
        "part=cut_off&by=here&corpus=mixed&cut=3 > Skip the prediction > setting_num_merges = 5",
        "part=cut_off&by=here&corpus=low&unit=char&cut=7"
        f"&input={encode_text('南京市长江大桥')} > Skip the prediction",
        "part=cost&corpus=own",
        f"part=cost&price=250&by=here&{LOST} > Skip the prediction"
        f' > input_text {{"text": "{"low 哈 lower " * 40}"}}',
        'part=cost > Your prediction = 30 > Submit my prediction > sees_by = "cl100k"'
        ' > sees_price = 0.29 > sees_window = "8192" > sees_by = "here"',
        "part=numbers&by=here&corpus=numbers > Skip the prediction"
        " > Count for the tokenizer trained here, too (a few seconds) > setting_num_merges = 2"
        " > Count for the tokenizer trained here, too (a few seconds) > setting_num_merges = 45",
    ],
    "wild": [
        *(
            f"with=GPT-2+BERT+here&{LOST}",
            "part=inside&token=20",
            "part=bytes",
            "with=BERT+GPT-2&two=BERT+GPT-2",
            'with=GPT-2&parallel=own > wild_lines {"text": "hug\\nhug hug"}',
        ),
        "part=inside&look=here&corpus=low&find=w&only=no-space&order=down&sort=characters&longest=4",
        "part=inside&look=here&corpus=english&script=Latin&by=id&from=50 > Next tokens",
        f"part=bytes&look=here&unit=char&marker=</w>&text={encode_text('low ¶ lower')}",
        "with=nowhere&part=inside&look=gone",
        *("part=bytes&look=gone", "part=inside&look=file.0123456789ab.a.json"),
        "corpus=low&with=GPT-2+file.0123456789ab.*my*%2520tokenizer.json",
        "part=inside&look=BERT&token=7592&word=hello&find=hug&by=pattern&script=Latin&only=whole"
        "&sort=bytes&order=down&from=50&shortest=3&longest=9&lowest=1&highest=20000",
        'part=inside&token=31373&word=tokens&find=hug > token_life {"step": [20, 0, 1]}'
        ' > token_life {"step": [31373, 0, 1]} > inside_found {"token": 16225}'
        ' > inside_walk {"text": "hug a pug"} > token_life {"step": [16225, 0, 2]}'
        ' > token_life {"place": 9} > token_life {"place": 2} > token_life {"step": [16225, 0, 1]}'
        ' > inside_token = 5 > inside_walk {"text": ""}',
        "part=inside&corpus=low&unit=char&marker=</w>&merges=7&look=here&token=12&place=3"
        f"&walk={encode_text('lowest newest')}&merged=1&find=est&sort=rank"
        ' > inside_strange = "useRalative"',
        "with=GPT-2+BERT&two=GPT-2+Qwen&word=hug&merged=2"
        ' > wild_with = ["GPT-2", "Qwen", "BERT", "o200k"]'
        ' > wild_with = ["GPT-2", "Qwen", "BERT", "o200k", "cl100k"]'
        ' > wild {"two": ["Qwen", "cl100k"]} > wild {"two": ["Qwen", "GPT-2"]} > wild {"two": []}'
        ' > wild {"life": ["GPT-2", 15497, 0]} > wild {"life": ["GPT-2", 15496, 0]}',
        "part=inside&look=here&corpus=english&script=Latin&from=50&token=300&merged=1"
        ' > inside_longest = 9 > Next tokens > inside_find = "e"'
        ' > Next tokens > inside_found {"token": 5} > inside_found {"token": 466}'
        ' > inside_only = "half" > inside_vocab = "BERT"',
        f"lang=en > model_file_part {whole('a', MERGES, name='a')}"
        ' > file_part = "inside" > Remove > inside_walk {"text": "hug"} > inside_only = "unseen"'
        ' > model_file_part {"kept": [{"digest": "0123", "name": "a.json"}, "?"]}'
        f' > model_file_part {{"kept": [{{"digest": "{GONE_DIGEST}", "name": "b"}}]}}'
        f" > model_file_part {whole('b', GONE, name='b')}",
        "part=bytes&look=BERT > ledger_counted = 3 > ledger_counted = 93",
    ],
    "languages": [
        *(
            "corpus=english&second=news-en&recipe=3&guess=30",
            "unit=char&second=news-zh&step=9 > Another mixture",
        ),
        *("corpus=hug", f"corpus=own&text={encode_text('  ')}"),
        f"merges=0&text={encode_text('One hug.')}",
        f"text={encode_text('hug 10')}",
        'vocab=300 > second_text = "news-zh" > recipe_guess = 20',
    ],
    "across": [
        "way=boundless&step=3",
        "switch=5&step=8",
        *("corpus=hug&merges=0&switch=900", f"text={encode_text('hughug')}"),
        *(
            "corpus=chinese&way=boundless",
            "corpus=english&view=present",
            f"corpus=english&view={HIDE}",
        ),
        "lang=en > across_switch = 0 > across_switch = 10 > step = 300"
        ' > across_way = "boundless" > step = 300',
    ],
    "picky": [
        *(
            "threshold=40&step=5&tie=largest-text",
            "corpus=repetition&threshold=0",
            "corpus=low&threshold=100",
        ),
        f"corpus=own&text={encode_text('a')}",
        f"min=2&text={encode_text(AS_MANY)} > own_text_part {whole('a', f'{AS_MANY} hug')}",
        "corpus=loop&view=present",
        "corpus=learning&view=no-used+no-events",
        "lang=en > picky_threshold = 40 > step = 5",
    ],
    "parity": [
        *(
            "texts=sample&by=char&most=30",
            "by=char&most=8000&step=1000",
            "together=10&step=12",
            "texts=files",
        ),
        *(f"texts=files&most=5&text={encode_text(text)}" for text in TABLES),
        *(f"texts=own&lines={encode_text(lines)}" for lines in (LINES, 70 * "a " + "\nb")),
        f"texts=files&text={encode_text(MANY)}",
        *("view=present", "view=no-pairs+no-events"),
        "lang=en > parity_most = 50 > parity_together = 30 > parity_most = 20"
        ' > parity_unit = "char"',
        f"texts=files&step=1&text={encode_text(TABLE)}"
        f" > own_text_part {whole('a', TABLE, files=[['t.tsv', 47]], again=True)}"
        f" > own_text_part {whole('b', f'Old {TABLE}', files=[['t.tsv', 51]])}",
    ],
    "patches": [
        *("context=1&rule=rise&threshold=5&marker=</w>", "corpus=hug&step=2"),
        *("corpus=english&view=present", "corpus=english&view=no-guess+no-events"),
        'lang=en > patch_context = "1" > patch_rule = "rise" > patch_threshold = 2.3 > step = 4'
        f' > input_text {{"text": "{333 * "哈"}gg"}} > input_text {{"text": "{333 * "哈"}g"}}',
    ],
    "model": [
        *("corpus=low&step=3&seed=5", "guess=16", "view=present"),
        f"{TOO_LITTLE} > own_text_part {whole('a', 'hug 10')}"
        f" > own_text_part {whole('b', INDENTED)}",
        "view=no-made-up+no-earned",
        'lang=en > bigram_stepper {"seed": 999999} > step = 2 > bigram_stepper {"predict": "on"}',
    ],
    "quiz": [
        "about=sees",
        "about=mistakes&seed=4",
        f"corpus=tea&seed=9&course={'a' * 16}&answers=01",
        'lang=en > quiz {"answers": ["$name", "0123------"]}'
        ' > quiz {"answers": ["another", "1---------"]}'
        ' > quiz {"present": true} > quiz {"present": false} > quiz_seed = 2',
        f"corpus=low&special=low&course={'a' * 16}",
        "about=mistakes > Predict the merges of such words",
    ],
    "worksheet": [
        'lang=en > worksheet_seed = 2 > sheet_kind = "dice"',
        "sheet=dice&seed=3",
        'words=mistakes&hand=5 > worksheet_hand = 3 > Seeds, such as 1-30 or 4, 8, 15 = "0-"',
        "corpus=tea&tie=lowest-id",
        f"text={encode_text('a hug')}",
    ],
    "course": [
        'lang=en > ask_again {"names": ["?", "same_text_elsewhere", "trained_when", "ties"]}'
        ' > course {"lesson": "nowhere"}'
    ],
    "your_bpe": [
        "corpus=low&vocab=20&special=<|end|> > setting_vocab_size = 11",
        f"hand_in=ids > tokenizer_file_field! {FILE}",
        'view=predict > hand_in_merges {"sent": {"name": "", "file": "/w=="}}'
        ' > hand_in_merges {"sent": {"name": "", "file": "cCB1CmggdQo="}} > step = 2'
        ' > hand_in_merges {"sent": {"name": "", "file": "cCB1CmggdQo="}}',
        "corpus=low&unit=byte",
        "corpus=english&vocab=300&norm=lowercase&min=3 > Settings of Stanford CS336, assignment 1",
        "corpus=low&alphabet=5&min=9&vocab=12"
        ' > hand_in_merges {"sent": {"name": "", "file": "bCBvCmxvIHcK"}}',
        f"hand_in=ids&input={encode_text('pug ' + 11 * 'hug ')}"
        ' > hand_in_ids {"sent": {"name": "", "file": "MTEgOSA5IDkgOSA5IDkgOSA5IDkgOSAw"}}'
        ' > hand_in_ids {"sent": {"name": "", "file": "ISE="}}',
    ],
}
#: Of a message of Streamlit: what is the same everywhere, or another one in each session.
UNTOLD = {
    *("id", "elementId", "formId", "jsContent", "cssContent", "htmlContent", "queryParamKey"),
    *("widthConfig", "heightConfig", "isolateStyles", "scope", "defaultExpanded", "textAlignment"),
    *("setValue", "acceptNewOptions", "default", "hasMin", "hasMax", "ignoreRerun"),
}
#: Of a box: what is told if it is not as usual.
LAYOUT = ("direction", "align", "border", "weight", "verticalAlignment", "expanded")
USUAL = ("VERTICAL", "ALIGN_START", "STRETCH", False)
#: In the data of components: clocks, and the catalogue.
SECRET = {"drawn", "translations"}
#: The keys of traces and runs, which nobody can guess, in the order in which a page has had them.
KEYS: list[str] = []
#: The frame's components, the same for all lessons.
FRAME = ("page_language", "settings_button", "first_drawing", "page_notices")
#: A longer list or text is told by its beginning and a checksum.
MOST_ITEMS, MOST_LETTERS = 3, 400
LINE = 200


def as_json(value: Any) -> str:
    """Data on one line; a text without its quotation marks."""
    if isinstance(value, str):
        return re.sub(r"\s+", " ", re.sub(r"[0-9a-f]{32,}", "…", value))
    return json.dumps(value, ensure_ascii=False)


def lines_of(name: str, value: Any) -> Iterator[str]:
    """Data as an indented outline: what is short on a line, a long list's first items."""
    line = as_json(value)
    if len(line) <= LINE or (isinstance(value, str) and len(line) <= MOST_LETTERS):
        yield f"{name} {line}"
    elif isinstance(value, dict):
        yield name
        for key, each in value.items():
            yield from (f" {line}" for line in lines_of(key, each))
    elif isinstance(value, list) and any(isinstance(each, dict | list) for each in value):
        yield f"{name} [{len(value)}: {crc32(line.encode()):08x}]"
        for each in value[:MOST_ITEMS]:
            yield from (f" {line}" for line in lines_of("-", each))
    else:
        yield f"{name} {line[:MOST_LETTERS]}… ({len(line)} characters: {crc32(line.encode()):08x})"


def told(message: Any) -> Any:
    """A message without what is not told, at any depth."""
    if isinstance(message, dict):
        hidden = UNTOLD | SECRET
        shown = {name: each for name, each in message.items() if name not in hidden}
        return {
            name: numbered(each) if name == "key" else told(each) for name, each in shown.items()
        }
    return [told(each) for each in message] if isinstance(message, list) else message


def numbered(key: str) -> int:
    """How many keys the page has had before it had this one."""
    KEYS.extend({key} - {*KEYS})
    return KEYS.index(key)


def sent(block: Block) -> Iterator[str]:
    """The elements of a page in their order, each with what Streamlit is told about it."""
    for child in block.children.values():
        if isinstance(child, Element):
            name, message = told_of(child)
            if not {*name.split()} & {*FRAME}:
                yield from lines_of(name, told(message))
        else:
            if child.key or laid_out(child):
                yield " ".join(["container", *filter(None, [child.key, laid_out(child)])])
            label = getattr(child, "label", "")
            if label:
                yield f"{child.type} {label}"
            yield from (f" {line}" if label else line for line in sent(child))


def laid_out(box: Block) -> str:
    """How a box lays out what is in it; "" if as usual."""
    said = MessageToDict(box.proto) if box.proto else {}
    said = said.get("flexContainer", said)
    how = {name: said[name] for name in LAYOUT if said.get(name, False) not in USUAL}
    return json.dumps(how) if how else ""


def told_of(element: Element) -> tuple[str, Any]:
    """An element's kind and its message; of a component, its name and its data."""
    proto = getattr(element, "proto", None)
    if element.type == "bidi_component":
        where = "" if proto.isolate_styles else " in the page"
        name = f"component {proto.component_name}{where}"
        return name, json.loads(proto.bytes or proto.json or "null")
    if element.type == "html":
        return "html", re.sub(r"<style>.*?</style>", "", proto.body, flags=re.DOTALL)
    if element.type in ("markdown", "caption", "header", "subheader", "title"):
        return element.type, element.value
    usual: tuple[Any, ...] = ({}, "%d", element.type.upper())
    message = {name: each for name, each in MessageToDict(proto).items() if each not in usual}
    if "datasets" in message:
        message["datasets"] = {each.name: points(each.data.data) for each in proto.datasets}
    return element.type, message


def points(arrow: bytes) -> dict[str, list[Any]]:
    """The columns that a chart draws, to as many digits as every machine works out alike."""
    columns = pa.ipc.open_stream(arrow).read_all().to_pydict()
    return {
        name: [float(f"{v:.9g}") if isinstance(v, float) else v for v in values]
        for name, values in columns.items()
    }


def do(visitor: Visitor, act: str, known: dict[str, Any]) -> None:
    """Press a button, choose in a field, or tell what a component's script would."""
    name, how, what = re.fullmatch(r"(.*?)(?:!? (=|(?={)) ?(.*))?", act).groups()
    if name == "step":
        visitor.step(int(what))
    elif how is None:
        visitor.press(act)
    elif how == "=":
        visitor.choose(name, json.loads(what))
    else:
        sent = visitor.component(name)
        data = {f"old_{name}": value for name, value in known.items()}
        known |= json.loads(sent.bytes or sent.json)
        data |= known
        what = re.sub(r'"\$(\w+)"', lambda name: json.dumps(data[name[1]]), what)
        (visitor.fire if act[len(name)] == "!" else visitor.tell)(name, **json.loads(what))


def pages_of(lesson: str, link: str) -> Iterator[tuple[str, list[str]]]:
    """The outlines of a lesson with every fold open: as it is opened, and after each act."""
    parameters, *acts = link.split(" > ")
    KEYS.clear()
    asked = dict(parse_qsl(parameters))
    known: dict[str, Any] = {}
    visitor = Visitor(lesson, **asked)
    wait_for(visitor, lambda: not visitor.is_waiting)
    for act in ("", *acts):
        if act:
            do(visitor, act, known)
        visitor.open_all_folds()
        wait_for(visitor, lambda: not visitor.is_waiting)
        address = [] if visitor.address == asked else [f"address {as_json(visitor.address)}"]
        main, sidebar, dialogs = visitor.app._tree.children.values()
        drawn = visitor.app.session_state["whole_page_drawn"]
        noted = " ".join(["noted", *given([drawn[""][1], *drawn]).split()])
        yield (
            f"> {act}" if act else parameters,
            [*address, *chain.from_iterable(map(sent, (dialogs, main, sidebar))), noted],
        )


@pytest.fixture(autouse=True)
def nothing_comes_late(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page is drawn again for an answer that comes late: here, each is awaited."""
    for module, patience in (
        (training, "PATIENCE"),
        (training, "PATIENCE_FOR_ANSWERS"),
        (vocabularies, "PATIENCE"),
    ):
        monkeypatch.setattr(module, patience, PATIENCE)


@pytest.fixture(autouse=True)
def mixtures_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The points of a curve come one by one, each when the page asks again; here, all at once."""
    next_point = panels._work_out

    def work_out(*asked: Any) -> None:
        while True:  # until the page is asked to be drawn again
            next_point(*asked)

    monkeypatch.setattr(panels, "_work_out", work_out)


def given(value: Any) -> str:
    """Write what a download is built by, or from: functions by their names, and plain values."""
    if isinstance(value, list | tuple | range):
        return " ".join(map(given, value))
    return as_json(value) if isinstance(value, str | int) else getattr(value, "__name__", "")


@pytest.fixture(autouse=True)
def downloads_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """A download is built when somebody asks for it; here, it is told what it would be."""

    def tell(_: object, build: partial[bytes], mime: str, *__: object, **named: str) -> str:
        assert build()
        return given((named["file_name"], mime, build.func, *build.args))

    monkeypatch.setattr(MediaFileManager, "add_deferred", tell)


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_lesson_is_sent_as_it_was(all_vocabularies: None, lesson: str) -> None:
    ((_, usual),) = pages_of(lesson, "lang=en")
    ((_, chinese),) = pages_of(lesson, "lang=zh")
    lines = ["# lang=en", *usual, "# lang=zh", *chinese]
    for link in LINKS.get(lesson, []):
        before = usual
        for title, now in pages_of(lesson, f"lang=en&{link}"):
            title = title.removeprefix("lang=en&")
            lines += [f"# {title} ({len(now)} lines)", *changed(before, now)]
            before = now
    compare_with_kept(lines, OUTLINES / f"{lesson}.outline", "sent")
