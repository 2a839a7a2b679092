"""The very services that a team's store may be: an S3 server and Azure's own emulator, each in a process of its own."""

import base64
import datetime
import hashlib
import hmac
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from codebases import Asked, settle
from team_stores import rows_of_index, write_tree

from lsp_codebase.config import Settings
from lsp_codebase.errors import Damaged, TeamStoreUnavailable
from lsp_codebase.index import SilentListener
from lsp_codebase.model import Phase
from lsp_codebase.team import Objects

pytestmark = pytest.mark.slow
pytest.importorskip("obstore")

AZURITE = "azurite-blob"
ACCOUNT = "devstoreaccount1"  # the emulator's own, with a key that everybody knows
ACCOUNT_KEY = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw=="


def azurite() -> str | None:
    """Return the program of the emulator: among the tools of the tests of editors, or on the path."""
    tools = Path(os.environ.get("EDITOR_TOOLS", "~/.cache/lsp-codebase-editors")).expanduser()
    beside = tools / "node_modules" / ".bin" / AZURITE
    return str(beside) if beside.exists() else shutil.which(AZURITE)


@contextmanager
def running(command, port):
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        until = time.monotonic() + 60
        while time.monotonic() < until and process.poll() is None:
            with suppress(OSError), socket.create_connection(("127.0.0.1", port)):
                break
            time.sleep(0.1)
        yield process
    finally:
        process.kill()
        process.wait()


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def make_bucket(port):
    boto3 = pytest.importorskip("boto3")
    where = {"endpoint_url": f"http://127.0.0.1:{port}", "region_name": "us-east-1"}
    boto3.client("s3", **where, aws_access_key_id="a", aws_secret_access_key="b").create_bucket(Bucket="team")
    return {
        "AWS_ACCESS_KEY_ID": "a",
        "AWS_SECRET_ACCESS_KEY": "b",
        "AWS_REGION": "us-east-1",
        "AWS_ALLOW_HTTP": "true",
        "AWS_ENDPOINT_URL": f"http://127.0.0.1:{port}",
    }


def make_container(port):
    now = datetime.datetime.now(datetime.timezone.utc).strftime("%a, %d %b %Y %H:%M:%S GMT")
    version = "2021-08-06"
    told = f"x-ms-date:{now}\nx-ms-version:{version}\n/{ACCOUNT}/{ACCOUNT}/team\nrestype:container"
    signed = hmac.new(base64.b64decode(ACCOUNT_KEY), f"PUT{chr(10) * 12}{told}".encode(), hashlib.sha256).digest()
    headers = {
        "x-ms-date": now,
        "x-ms-version": version,
        "Authorization": f"SharedKey {ACCOUNT}:{base64.b64encode(signed).decode()}",
    }
    url = f"http://127.0.0.1:{port}/{ACCOUNT}"
    asked = urllib.request.Request(f"{url}/team?restype=container", method="PUT", headers=headers)
    urllib.request.urlopen(asked, timeout=240).close()
    return {
        "AZURE_STORAGE_ACCOUNT_NAME": ACCOUNT,
        "AZURE_STORAGE_ACCOUNT_KEY": ACCOUNT_KEY,
        "AZURE_STORAGE_ENDPOINT": url,
        "AZURE_ALLOW_HTTP": "true",
    }


@pytest.fixture(params=["s3", "az"])
def store(request, tmp_path, monkeypatch):
    """Return the URL of an empty store, and the process that serves it."""
    port = free_port()
    if request.param == "s3":
        pytest.importorskip("moto")
        command = [sys.executable, "-m", "moto.server", "-p", str(port)]
    elif (program := azurite()) is None:
        pytest.skip("needs Azurite: npm install --prefix ~/.cache/lsp-codebase-editors azurite")
    else:
        command = [program, "--silent", "--skipApiVersionCheck", "--blobPort", str(port), "--location", str(tmp_path)]
    with running(command, port) as process:
        for name, value in (make_bucket if request.param == "s3" else make_container)(port).items():
            monkeypatch.setenv(name, value)
        yield f"{request.param}://team/code", process


def test_objects_are_put_found_listed_and_read_in_parts(store):
    url, process = store
    objects = Objects(url)
    data = os.urandom(9_000_000)  # more than one part of an upload
    assert objects.put("packs/one", b"abc", only_new=True)
    assert not objects.put("packs/one", b"abd", only_new=True)
    assert objects.put("packs/two", data)
    assert objects.get("packs/one", 3) == b"abc"
    assert objects.get("packs/none", 3) is None
    assert objects.get("packs/two", len(data)) == data
    assert sorted(objects.list("packs")) == [("packs/one", 3), ("packs/two", len(data))]
    ranges = [(8_000_000, 8_000_100), (5, 9)]
    assert objects.get_ranges("packs/two", ranges) == [data[start:end] for start, end in ranges]
    for bad in ([(0, 9)], [(100, 200)], [(0, 2), (2, 9)]):
        with pytest.raises(Damaged):
            objects.get_ranges("packs/one", bad)
    with pytest.raises(Damaged, match="gone"):
        objects.get_ranges("packs/none", [(0, 1)])
    with pytest.raises(Damaged, match="more than 2"):
        objects.get("packs/one", 2)
    assert objects.problem is None
    process.kill()
    process.wait()
    begin = time.monotonic()
    for _ in range(20):
        with pytest.raises(TeamStoreUnavailable):
            objects.get("packs/one", 3)
    assert time.monotonic() - begin < 90
    assert objects.problem


def test_contents_are_shared_over_it(store, tmp_path, pool):
    url, _ = store
    write_tree(tmp_path / "root")
    rows, works = [], []
    for user, fields in (
        ("alone", {}),
        ("ann", {"team_store": url, "team_publish": True}),
        ("bob", {"team_store": url}),
    ):
        settings = Settings(index_location=str(tmp_path / user), embedding_model="none", **fields)
        codebase = Asked(tmp_path / "root", settings, pool, SilentListener())
        codebase.start()
        try:
            settle(codebase, lambda status: status.phase is Phase.READY and not status.stale)
            rows.append(rows_of_index(codebase))
            works.append(codebase.work)
        finally:
            codebase.close()
    assert rows[0] == rows[1] == rows[2]
    assert works[2].shared > 30
