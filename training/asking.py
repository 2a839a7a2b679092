"""Write the table of words that ask, `lsp_codebase/search/query/asking.tsv`.

    python -m training.asking MIRRORS

`requests.tsv` has framings of requests, written for this by a language model that saw neither code nor questions: in
each stands `{}` for what is asked for. What people tell of code are the subjects of commits and the comments of the
repositories of the split `training`, whose clones are in MIRRORS. The worth of a word is the logarithm of the ratio of
its frequencies in both; words that technical topics have, too, are told by hand and count little.
"""

from __future__ import annotations

import argparse
import math
import random
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import lsp_codebase.search.query
from lsp_codebase.search.query.query_words import STOP_WORDS
from tests.benchmarks.questions.repository import Source, clone_of, git, listed, texts_of

FRAMINGS = Path(__file__).with_name("requests.tsv")
TABLE = Path(lsp_codebase.search.query.__file__).with_name("asking.tsv")
MOST_SUBJECTS, MOST_COMMENTS, MOST_FILES = 600, 500, 150  # of a repository
FEWEST = 2  # framings that hold a word
LEAST, MOST, OF_TOPICS, OF_RELATIONS = 0.2, 2.5, 0.3, -2.5  # worth
WORD = re.compile(r"[^\W\d_]+(?:'[a-z]+)?")
CODE = re.compile(r"\.(?:c|cc|cpp|cs|ex|go|h|java|js|kt|lua|php|py|rb|rs|scala|swift|ts)$")
COMMENT = re.compile(r"(?m)^\s*(?:///?|#|\*|--|\"\"\"|/\*\*)\s*([A-Z][a-z]+ [^\n<>{}@;=]{15,160})$")
TOPICS = frozenset(
    """
    agent art audit base behind branch breakpoint class commit component constraints core debugging diff
    entry generated helper helpers inside interview item job landed language location lookup machine method owner
    page parameters patch port porting prior product production program query quiz range requirement reviewer
    routine scope script search semantic sentence sentences signature spec src subject summary symbol system target
    task team ticket tool trace track tree unit utility vendor vendored wrapper
    """.split()
)
"""Words that ask, and that name a topic as well."""


RELATIONS = frozenset(
    """
    call called callees caller callers calls definition definitions documentation docs implementations implementers
    implements importers imports readers references subclasses subtypes tests usages used uses writers
    """.split()
)
"""Words that ask for what is done with a thing: "callers of X" does not ask for X, wherever the word stands."""


def told(mirrors: Path, source: Source) -> Iterator[str]:
    """Yield subjects of commits and comments of a repository."""
    clone, chance = clone_of(mirrors, source), random.Random(source.slug)
    subjects = git(clone, "log", "-n", "1500", "--no-merges", "--format=%s", source.until).splitlines()
    yield from chance.sample(subjects, min(MOST_SUBJECTS, len(subjects)))
    paths = [
        path for path in git(clone, "ls-tree", "-r", "--name-only", source.until).splitlines() if CODE.search(path)
    ]
    texts = texts_of(clone, source.until, chance.sample(paths, min(MOST_FILES, len(paths))))
    comments = [said for text in texts.values() for said in COMMENT.findall(text.decode("utf-8", "replace"))]
    yield from comments[:MOST_COMMENTS]


def words(text: str) -> list[str]:
    return [word.lower() for word in WORD.findall(text)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mirrors", type=Path)
    mirrors: Path = parser.parse_args().mirrors
    framings = FRAMINGS.read_text("utf-8").replace("\\n", " ").splitlines()
    sources = [one for one in listed() if one.split == "training"]
    here = [one for one in sources if (mirrors / one.slug.replace("/", "+") / "repo").exists()]
    of_topics = Counter(word for source in here for text in told(mirrors, source) for word in words(text))
    of_framings = Counter(word for text in framings for word in words(text))
    held = Counter(word for text in framings for word in set(words(text)))
    of_all, of_all_topics = of_framings.total(), of_topics.total()
    lines = []
    for word in sorted(set(of_framings) - STOP_WORDS - RELATIONS):
        worth = math.log((of_framings[word] / of_all) / ((of_topics[word] + 1) / of_all_topics))
        if held[word] >= FEWEST and worth >= LEAST:
            lines.append(f"{word}\t{min(OF_TOPICS if word in TOPICS else MOST, worth):.1f}\n")
    lines += [f"{word}\t{OF_RELATIONS}\n" for word in RELATIONS]
    TABLE.write_text("# Words that ask, and their worth (training/asking.py).\n" + "".join(sorted(lines)), "utf-8")
    print(f"{len(lines)} words, {len(framings)} framings, {of_all_topics} words of {len(here)} repositories")


if __name__ == "__main__":
    main()
