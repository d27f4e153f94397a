"""Read and use minbpe's `.model` file as its own source does: a slow reference."""

from itertools import pairwise

import regex

from tests.bpe_core.oracles import merge_pair


def load(text: str) -> tuple[str, dict[str, int], dict[tuple[int, int], int]]:
    """Pattern, special tokens, and the merges with their ids."""
    lines = iter(text.split("\n"))
    assert next(lines).strip() == "minbpe v1"
    pattern = next(lines).strip()
    special = {}
    for _ in range(int(next(lines).strip())):
        token, token_id = next(lines).strip().split()
        special[token] = int(token_id)
    merges = {}
    for number, line in enumerate((line for line in lines if line), start=256):
        left, right = map(int, line.split())
        merges[left, right] = number
    return pattern, special, merges


def encode(model: str, text: str) -> list[bytes]:
    """The tokens of a text as bytes: always merges the pair with the lowest id, everywhere."""
    pattern, _, merges = load(model)
    texts = {i: bytes([i]) for i in range(256)}
    for (left, right), new in merges.items():
        texts[new] = texts[left] + texts[right]
    chunks = regex.findall(pattern, text) if pattern else [text]
    tokens: list[bytes] = []
    for chunk in chunks:
        ids = list(chunk.encode())
        while len(ids) >= 2:
            pair = min(pairwise(ids), key=lambda p: merges.get(p, float("inf")))
            if pair not in merges:
                break
            ids = merge_pair(ids, pair, merges[pair])
        tokens += [texts[i] for i in ids]
    return tokens
