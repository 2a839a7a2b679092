"""Chunks per CPU-second of the shipped model: `python tests/benchmarks/embed_throughput.py FOLDER`.

Reads source files under FOLDER, cuts them into chunks of about 800 characters and embeds them directly and (fewer of
them) through fastembed. CPU time of this process, tokenisation included, first pass: no word is known yet.
"""

from __future__ import annotations

import resource
import sys
import time
from pathlib import Path

from lsp_codebase.embed.load import BUILTIN
from lsp_codebase.embed.static import StaticEmbedder
from lsp_codebase.embed.transformer import open_directory

MOST_CHUNKS = 40_000


def read_chunks(root: Path) -> list[str]:
    """Return runs of whole lines of about 800 characters."""
    chunks: list[str] = []
    for suffix in ("py", "c", "go", "rs", "java", "js", "ts", "rb", "php", "cpp"):
        for file in sorted(root.rglob(f"*.{suffix}")):
            lines = file.read_text("utf-8", "replace").splitlines(keepends=True)
            part = ""
            for line in lines:
                part += line[:400]
                if len(part) > 800:
                    chunks.append(part)
                    part = ""
            if len(chunks) >= MOST_CHUNKS:
                return chunks
    return chunks


def main() -> None:
    """Print the figures."""
    chunks = read_chunks(Path(sys.argv[1]))
    print(f"{len(chunks)} chunks, {sum(map(len, chunks)) / len(chunks):.0f} characters each")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    embedder = StaticEmbedder(BUILTIN)
    start = time.process_time()
    for first in range(0, len(chunks), 256):
        embedder.embed_documents(chunks[first : first + 256])
    spent = time.process_time() - start
    grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    print(f"direct: {len(chunks) / spent:,.0f} chunks per CPU-second, peak memory +{grown:.0f} MB")
    queries = ["where are expired sessions removed", "parse the http header", "retry with backoff"] * 200
    start = time.process_time()
    for query in queries:
        embedder.embed_query(query)
    print(f"query: {(time.process_time() - start) / len(queries) * 1000:.3f} ms")
    through = open_directory(BUILTIN, threads=1)
    start = time.process_time()
    through.embed_documents(chunks[:2000])
    print(f"fastembed: {min(2000, len(chunks)) / (time.process_time() - start):,.0f} chunks per CPU-second")


if __name__ == "__main__":
    main()
