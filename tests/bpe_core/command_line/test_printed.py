"""Every command prints what is kept in `printed.txt`, to be read as a person or a script does.

`RENEW=1 .venv/bin/python -m pytest tests/bpe_core/command_line/test_printed.py` writes it again.
That the figures are right is tested beside what computes them.
"""

import json
import shlex
from pathlib import Path
from string import ascii_letters

import pytest

from bpe_core.files.inspection import process
from bpe_core.text.byte_alphabet import printed
from tests.bpe_core.command_line.test_command_line import run
from tests.kept import compare_with_kept

KEPT = Path(__file__).with_name("printed.txt")
MODEL = {
    "type": "Unigram",
    "unk_id": 0,
    "vocab": [["<unk>", 0.0], ["▁", -3.0], ["h", -4.0], ["u", -4.5], ["g", -4.5], ["ug", -2.0]],
}
SPACES = {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always", "split": True}
FILES = {
    "hugs.csv": "hug,10\npug,5\npun,12\nbun,4\nhugs,5\n",
    "named.CSV": "word,count\nhug,10\npug,5\npun,12\nbun,4\nhugs,5\n",
    "pugs.txt": "hug hug pug\n",
    "text.txt": "The cat sat on the mat.\nThe dog sat on the log.\n" * 12,
    "names.txt": "你好 你们 a\r\nb<s>c a\n",
    "rhymes.txt": "tatata bat cat hat mat rat\n",
    "abc.txt": "abc",
    "letters.txt": ascii_letters,
    "empty.txt": "",
    "special.txt": "<s>hug\n",
    "right.txt": "u g\nu n\nh ug\n",
    "wrong.txt": "u g\nh ug\np ug\n",
    "once.txt": "u n\nh u\n",
    "strange.txt": "b u\np u\n",
    "bytes.txt": "[(b' ', b'a')]",
    "tokenizer.model": "minbpe v1\n\n1\n<s> 260\n104 117\n256 103\n228 189\n257 115\n",
    "abc.model": "minbpe v1\n\n0\n98 99\n97 98\n",
    "codes.txt": "#version: 0.2\nh u\nhu g</w>\n",
    "vocab.txt": "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\nhug\n##s\n!\n##!\n",
    "unigram.json": json.dumps({"version": "1.0", "pre_tokenizer": SPACES, "model": MODEL}),
    "broken.json": json.dumps({"model": {"type": "Unigram", "vocab": "ug"}}),
    "texts.jsonl": '"hugs 你 <s>"\n"a hug"\n',
    "no-ids.txt": "[259, 32]\n",
    "ids.txt": "257 117 103 115\n\n260\n",
    "abc-ids.txt": "97 256",
    "longest.txt": "(257, 99)",
    "letters-ids.txt": " ".join(map(str, [97, 256, *ascii_letters.encode()[3:-1]])),
    "vocab.json": json.dumps({c: i for i, c in enumerate([*printed(bytes(range(256))), "ug"])}),
    "merges.txt": "#version: 0.2\nu g\n",
    "folder/merges.txt": "#version: 0.2\nh u\n",
    "folder/tokenizer.model": "minbpe v1\n\n0\n104 117\n",
}
COMMANDS = r"""
trace --table --merges 4 hugs.csv
trace --table --merges 2 --format csv hugs.csv
trace --table --merges 2 --format json --end-of-word _ hugs.csv
trace --table --algorithm wordpiece --merges 2 hugs.csv
trace --table --algorithm unigram --vocab-size 10 hugs.csv
trace --table --algorithm unigram hugs.csv
trace --table --vocab-size 9 --tie-rule largest-text --min-frequency 15 hugs.csv
trace --merges 2 --pre-tokenizer bert --normalizer lowercase text.txt
trace --merges 9 --special <s> --unit byte names.txt
trace -q --merges 2 --limit-alphabet 3 pugs.txt
trace -q --max-token-length 2 pugs.txt
train
train latin.txt
train nothing.txt
train -q --merges 2 --format minbpe pugs.txt
train --table --merges 3 -q -o made.json hugs.csv
encode -m made.json names.txt
encode -m made.json --tokens right.txt
encode -m tokenizer.model --special <s> names.txt
encode -m tokenizer.model --tokens texts.jsonl
encode -m vocab.txt right.txt
encode -m .
decode -m tokenizer.model ids.txt
decode -m tokenizer.model no-ids.txt
decode -m unigram.json ids.txt
train -q --unit byte --pre-tokenizer gpt2 --merges 2 --format tiktoken -o ranks text.txt
train -q --unit byte --pre-tokenizer gpt2 --merges 2 --format gpt2 --special <s> --special a abc.txt
encode -m ranks right.txt
inspect ranks
inspect ranks --json
convert ranks --pre-tokenizer gpt2 --to minbpe
train --table --merges 2 -q --format trace -o history hugs.csv
encode -m history --tokens pugs.txt
convert history --to subword-nmt
encode -m made.json --special <eos> names.txt
encode -m unigram.json --special <eos> names.txt
encode -m broken.json names.txt
convert made.json --to subword-nmt
convert made.json --to minbpe
bits --sizes 2 --merges 12 --quiet text.txt
bits --sizes 2 --merges 20 --quiet --json text.txt
bits names.txt
check right.txt --corpus hugs.csv --table
check right.txt --corpus hugs.csv --table --json
check right.txt --corpus hugs.csv --table --merges 1
check right.txt --corpus named.CSV --table --vocab-size 11
check wrong.txt --corpus hugs.csv --table
check wrong.txt --corpus hugs.csv --table --json
check once.txt --corpus hugs.csv --table
check once.txt --corpus hugs.csv --table --json
check strange.txt --corpus hugs.csv --table --tie-rule lowest-id --unit byte
check right.txt --corpus rhymes.txt --merges 1
check right.txt --corpus abc.txt --merges 1 --seconds 1e-9
check bytes.txt --corpus names.txt --unit byte --pre-tokenizer gpt2 --merges 1
check empty.txt --corpus hugs.csv --table
check right.txt --corpus empty.txt
check right.txt --corpus nothing.txt
check nothing.txt --corpus hugs.csv
check pugs.txt --corpus hugs.csv
check --explanations
check-encoding abc-ids.txt --text abc.txt -m abc.model
check-encoding longest.txt --text abc.txt -m abc.model
check-encoding longest.txt --text abc.txt -m abc.model --json
check-encoding letters-ids.txt --text letters.txt -m abc.model
check-encoding ids.txt --text special.txt -m tokenizer.model --special-as-text
check-encoding codes.txt --text abc.txt -m abc.model
check-encoding --explanations
inspect tokenizer.model
inspect tokenizer.model --json --encode texts.jsonl
inspect tokenizer.model --encode texts.jsonl
inspect codes.txt
inspect merges.txt --pattern '\w+|\W'
inspect vocab.txt
inspect vocab.txt --json
inspect unigram.json
inspect unigram.json --json
inspect tokenizer.model --bytes texts.jsonl --counted 15
inspect vocab.txt --bytes texts.jsonl --counted 17
inspect unigram.json --bytes texts.jsonl --json
inspect tokenizer.model --encode pugs.txt
inspect vocab.json --pattern . --encode texts.jsonl
inspect merges.txt vocab.json --encode texts.jsonl
inspect . --encode texts.jsonl
inspect folder --encode texts.jsonl
inspect vocab.json merges.txt wrong.txt
inspect nothing.txt
inspect text.txt
"""


def test_what_is_printed_is_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Output, errors and exit code of each command, one after another."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(process, "_MOST_TEXTS", 1)
    Path("folder").mkdir()
    for name, content in FILES.items():
        Path(name).write_text(content, encoding="utf-8", newline="")
    Path("latin.txt").write_bytes(b"caf\xe9")
    lines = []
    for command in COMMANDS.strip().splitlines():
        code, out, errors = run(*shlex.split(command))
        ended = [f"[{code}]"] if code else []
        lines += [f"$ {command}", *out.splitlines(), *errors.splitlines(), *ended, ""]
    compare_with_kept(lines[:-1], KEPT)
