"""Train the tokenizer: parts of identifiers in lower case, cut into frequent pieces, and letters of other scripts."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator
from pathlib import Path

from tokenizers import Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, trainers

from lsp_codebase.embed.block_starts import MARK, PATTERN

VOCABULARY = 32_000
SEED = 20261120


def _pipeline(model: models.BPE, *marks: normalizers.Normalizer) -> Tokenizer:
    tokenizer = Tokenizer(model)
    humps = Regex("(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
    tokenizer.normalizer = normalizers.Sequence([*marks, normalizers.Replace(humps, " "), normalizers.Lowercase()])
    tokenizer.pre_tokenizer = pre_tokenizers.Split(Regex(rf"[^\p{{L}}\p{{N}}{MARK}]+"), "removed")
    tokenizer.decoder = decoders.ByteFallback()
    return tokenizer


def _other_scripts() -> Iterator[str]:
    """Yield letters that get a token of their own: without one a character falls into its UTF-8 bytes."""
    for row in range(0xB0, 0xD8):  # GB 2312, level 1: the 3,755 most used Chinese characters
        for cell in range(0xA1, 0xFF):
            yield bytes([row, cell]).decode("gb2312", "ignore")
    for row in range(0xB0, 0xC9):  # KS X 1001: the 2,350 most used Korean syllables
        for cell in range(0xA1, 0xFF):
            yield bytes([row, cell]).decode("euc_kr", "ignore")
    ranges = ((0x3041, 0x3096), (0x30A1, 0x30FC), (0xDF, 0xFF), (0x3B1, 0x3C9), (0x430, 0x45F), (0x5D0, 0x5EA),
              (0x620, 0x64A), (0x904, 0x939), (0xE01, 0xE2E))  # fmt: skip
    for first, last in ranges:
        yield from (chr(code) for code in range(first, last + 1) if chr(code).isalpha())


def train(texts: Iterable[str], file: Path) -> None:
    """Learn the pieces and write tokenizer.json; token 0 is the padding, 1 the start of a block."""
    learner = _pipeline(models.BPE())
    trainer = trainers.BpeTrainer(
        vocab_size=VOCABULARY, min_frequency=2, limit_alphabet=120, max_token_length=24, show_progress=False
    )
    learner.train_from_iterator(texts, trainer)
    learned = json.loads(learner.to_str())["model"]
    tokens = ["[PAD]", MARK, *(f"<0x{byte:02X}>" for byte in range(256))]
    tokens += sorted(learned["vocab"], key=learned["vocab"].__getitem__)
    tokens += _other_scripts()
    # Words of scripts with few letters need more than letters: pairs of them, in a fixed order of priority.
    cyrillic = [chr(code) for code in range(0x430, 0x450)]
    pairs = [(first, second) for first in cyrillic for second in cyrillic]
    random.Random(SEED).shuffle(pairs)
    tokens += [first + second for first, second in pairs]
    vocabulary = {token: index for index, token in enumerate(dict.fromkeys(tokens))}
    merges = [tuple(merge) for merge in learned["merges"]] + pairs
    pieces = models.BPE(vocab=vocabulary, merges=list(dict.fromkeys(merges)), byte_fallback=True)
    built = _pipeline(pieces, normalizers.Prepend("\n"), normalizers.Replace(Regex(PATTERN), f" {MARK} "))
    built.save(str(file), pretty=False)
