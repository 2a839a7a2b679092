from __future__ import annotations

from lsp_codebase.config import Settings
from lsp_codebase.index.workers.extract import TextJob, extract_text
from lsp_codebase.indexes.words.merge import merge
from lsp_codebase.search import Mentions

SETTINGS = Settings(embedding_model="none")


def mentions(*groups: dict[str, str]) -> Mentions:
    """Each group of files becomes one segment."""
    read = [
        [extract_text(TextJob(path, hash(path) & 0xFFFF, SETTINGS, text.encode())) for path, text in files.items()]
        for files in groups
    ]
    records = {text.file.file_id: text.file for texts in read for text in texts}
    return Mentions([merge([text.segment for text in texts]) for texts in read], records.get)


def test_a_name_is_counted_in_every_case_style_and_segment() -> None:
    count = mentions({"a.py": "def load_file(): pass\n", "b.py": "x = loadFile()\n"}, {"c.py": "LOAD_FILE = 1\n"})
    assert count(["load_file", "save_file"], ["a.py", "z.py"]) == [3, 0]


def test_a_mention_counts_for_the_nearest_definition() -> None:
    count = mentions(
        {
            "a/run.py": "def start_up(): pass\n",
            "a/use.py": "start_up()\n",
            "a/deep/use.py": "start_up()\n",
            "b/run.py": "def start_up(): pass\n",
            "main.py": "start_up()\n",
        }
    )
    assert count(["start_up", "start_up"], ["a/run.py", "b/run.py"]) == [2.5, 0.5]


def test_what_is_not_answered_from_counts_for_nothing() -> None:
    count = mentions({"a.py": "def load_file(): pass\n", "b.py": "load_file()\n"})
    segment = count._segments[0]
    gone = Mentions([segment.only(segment.file_ids != segment.file_ids[0])], count._owner)
    assert gone(["load_file"], ["a.py"]) == [1]
