"""What a team parsed once is taken from its store; whatever the store does, the index is that of parsing alone."""

import http.server
import shutil
import threading
from dataclasses import replace

import pytest
from codebases import Asked, names, settle
from team_stores import poison, rows_of_index, write_tree

from lsp_codebase.config import Settings
from lsp_codebase.errors import TeamStoreUnavailable
from lsp_codebase.index import SilentListener
from lsp_codebase.index.sharing import shared_contents
from lsp_codebase.index.sharing.shared_contents import SharedContents
from lsp_codebase.model import CancelToken, Phase
from lsp_codebase.team import Objects

pytest.importorskip("obstore")
pytest.importorskip("cryptography")
from cryptography.hazmat.primitives import serialization as forms
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

FILES = 61
slow = pytest.mark.slow


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    """A tree that no test changes, a bucket with what one user published of it, and the rows of an index made alone."""
    home = tmp_path_factory.mktemp("team")
    write_tree(home / "root")
    (home / "bucket").mkdir()
    return home


@pytest.fixture(scope="module")
def index(home, pool):
    """Index the tree as a user who has a cache of its own; close it, and return what it did."""

    def index_it(user, bucket=None, *, root=home / "root", **fields):
        store = {} if bucket is None else {"team_store": bucket if isinstance(bucket, str) else bucket.as_uri()}
        given = {"index_location": str(home / user), "embedding_model": "none", "index_debounce_ms": 1, **store}
        codebase = Asked(root, Settings(**given | fields), pool, SilentListener())
        codebase.start()
        try:
            settle(codebase, lambda status: status.phase is Phase.READY and not status.stale)
            shared = codebase._indexer._writer._shared
            codebase.seen_rows, codebase.seen_work = rows_of_index(codebase), codebase.work
            codebase.told, codebase.moved = (shared.problem, shared.moved) if shared else (None, None)
            assert codebase.told is None or codebase.status().message == codebase.told
        finally:
            codebase.close()
        return codebase

    return index_it


@pytest.fixture(scope="module")
def alone(index):
    return index("alone").seen_rows


@pytest.fixture(scope="module")
def published(home, index):
    return index("ann", home / "bucket", team_publish=True)


@pytest.fixture
def bucket(home, published, tmp_path):
    """A copy of the bucket, to be damaged."""
    shutil.copytree(home / "bucket", tmp_path / "bucket")
    return tmp_path / "bucket"


def packs(bucket, ending="pack"):
    return sorted(bucket.rglob(f"*.{ending}"))


def test_a_publisher_has_the_rows_of_an_index_made_alone(published, alone, home):
    assert published.seen_rows == alone
    assert published.seen_work.parsed == FILES
    assert len(packs(home / "bucket")) == len(packs(home / "bucket", "index")) == 1
    stored = b"".join(path.read_bytes() for path in (home / "bucket").rglob("*.*"))
    assert b"price" not in stored


def test_who_has_the_same_files_takes_their_rows_and_parses_samples_only(bucket, alone, index):
    reader = index("bob", bucket)
    assert reader.seen_rows == alone
    assert reader.seen_work.shared + reader.seen_work.parsed == FILES
    assert reader.seen_work.shared > FILES * 0.6
    assert reader.told is None
    assert reader.moved.sent == 0
    assert reader.moved.requests < 15


@slow
def test_what_was_taken_is_in_the_content_store_for_other_checkouts(bucket, alone, index, home):
    index("carl", bucket)
    shutil.copytree(home / "root", bucket.parent / "again" / "root")
    again = index("carl", bucket, root=bucket.parent / "again" / "root")
    assert again.seen_rows == alone
    assert again.seen_work.parsed == again.seen_work.shared == 0


def test_nothing_is_uploaded_unless_that_is_set(index, tmp_path, alone):
    (tmp_path / "empty").mkdir()
    assert index("dan", tmp_path / "empty").seen_rows == alone
    assert not list((tmp_path / "empty").iterdir())


@slow
def test_what_the_content_store_knows_is_published_too_and_what_is_there_is_not_again(index, tmp_path):
    (tmp_path / "empty").mkdir()
    index("eve")
    for user, sent in (("eve", True), ("fay", False)):
        root = tmp_path / user / "root"
        write_tree(root)
        done = index(user, tmp_path / "empty", root=root, team_publish=True)
        assert (done.moved.sent > 0) is sent
    assert len(packs(tmp_path / "empty")) == 1


@pytest.mark.parametrize(
    "change",
    [
        lambda columns: columns.update(kind=[5] * len(columns["kind"])),
        pytest.param(lambda columns: columns.update(container=["evil.example"] * len(columns["kind"])), marks=slow),
        pytest.param(
            lambda columns: columns.update({name: values[:1] for name, values in columns.items()}), marks=slow
        ),
    ],
    ids=["kinds", "containers", "fewer symbols"],
)
def test_a_pack_with_wrong_rows_is_found_by_a_sample_and_never_used(change, bucket, alone, index, home, request):
    poison(bucket, home / "root", Settings(), change)
    user = f"gus {request.node.callspec.id}"
    reader = index(user, bucket)
    assert reader.seen_rows == alone
    assert reader.seen_work.shared == 0
    assert "are not those of parsing it" in reader.told
    again = index(user, bucket, root=copied(home, bucket), index_content_store_mb=0)
    assert again.seen_rows == alone
    assert again.told is None
    assert again.moved.requests == 1  # the list: the pack is not looked into again


def copied(home, bucket):
    shutil.copytree(home / "root", bucket.parent / "copy" / "root")
    return bucket.parent / "copy" / "root"


@slow
def test_rows_taken_before_their_pack_proved_wrong_are_replaced(bucket, alone, index, home, monkeypatch):
    wrong = "m059.py"
    poison(bucket, home / "root", Settings(), lambda columns: columns.update(kind=[5] * 2), only=wrong)
    with_answer = SharedContents._with_answer

    def prove(self, job, future):
        """Let the first jobs find nothing wrong, and the one with the wrong rows compare these."""
        job = with_answer(self, job, future)
        is_last = any(file.path.endswith(wrong) for file in job.files)
        offers = dict([*job.shared.offers.items()][-1:]) if is_last else job.shared.offers
        unproved = frozenset(offer.pack for offer in offers.values()) if is_last else frozenset()
        return replace(job, shared=replace(job.shared, offers=offers, unproved=unproved))

    monkeypatch.setattr(SharedContents, "_with_answer", prove)
    reader = index("hal", bucket)
    assert reader.seen_rows == alone
    assert reader.seen_work.shared > 0
    assert "are not those of parsing it" in reader.told


def flip(path):
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


def cut_off(path):
    path.write_bytes(path.read_bytes()[:500])


@pytest.mark.parametrize(
    ("damage", "is_told"),
    [
        (lambda bucket: flip(packs(bucket)[0]), True),
        pytest.param(lambda bucket: cut_off(packs(bucket)[0]), True, marks=slow),
        pytest.param(lambda bucket: packs(bucket, "index")[0].write_bytes(b"\0" * 500), False, marks=slow),
        pytest.param(lambda bucket: packs(bucket, "index")[0].unlink(), False, marks=slow),
        pytest.param(lambda bucket: shutil.rmtree(bucket), True, marks=slow),
    ],
    ids=["a flipped byte", "a truncated pack", "a wrong index", "no index yet", "no folder"],
)
def test_a_damaged_store_costs_nothing_but_its_rows(damage, is_told, bucket, alone, index, request):
    damage(bucket)
    reader = index(f"ida {request.node.callspec.id}", bucket)
    assert reader.seen_rows == alone
    assert reader.seen_work.shared < FILES
    assert (reader.told is not None) is is_told
    assert not is_told or reader.told.startswith("team.store: ")


@slow
def test_a_store_that_goes_away_in_the_middle_is_done_without(bucket, alone, index, monkeypatch):
    get_ranges, calls = Objects.get_ranges, []

    def go_away(self, key, ranges):
        calls.append(key)
        if len(calls) > 2:
            shutil.rmtree(bucket, ignore_errors=True)
        return get_ranges(self, key, ranges)

    monkeypatch.setattr(Objects, "get_ranges", go_away)
    reader = index("jan", bucket)
    assert reader.seen_rows == alone
    assert reader.told.startswith("team.store: ")


def test_a_store_that_hangs_is_waited_for_a_bounded_time(bucket, alone, index, monkeypatch):
    monkeypatch.setattr(shared_contents, "_PATIENCE_S", 0.05)
    released = threading.Event()
    monkeypatch.setattr(Objects, "list", lambda *_: released.wait(120) and iter(()))
    reader = index("kim", bucket)
    assert not released.is_set()
    released.set()
    assert reader.seen_rows == alone
    assert reader.seen_work.shared == 0


def test_expired_credentials_are_told_once_and_the_index_is_made_alone(alone, index, monkeypatch, caplog):
    class Refusing(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(403)
            self.end_headers()
            self.wfile.write(b"<Error><Code>ExpiredToken</Code></Error>")

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Refusing)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    for name, value in (
        ("AWS_ACCESS_KEY_ID", "a"),
        ("AWS_SECRET_ACCESS_KEY", "b"),
        ("AWS_REGION", "x"),
        ("AWS_ALLOW_HTTP", "true"),
        ("AWS_ENDPOINT_URL", f"http://127.0.0.1:{server.server_port}"),
    ):
        monkeypatch.setenv(name, value)
    try:
        reader = index("lee", "s3://team/code")
    finally:
        server.shutdown()
        server.server_close()
    assert reader.seen_rows == alone
    assert "credentials" in reader.told
    assert len([record for record in caplog.records if "team.store" in record.getMessage()]) == 1


def test_an_index_that_is_closed_waits_for_no_upload(bucket, tmp_path):
    shared = SharedContents(tmp_path, Settings(index_location=str(tmp_path / "cache"), team_store=bucket.as_uri()))
    cancel, released = CancelToken(), threading.Event()
    shared._uploading.append(shared._uploads.submit(released.wait, 120))
    threading.Timer(0.2, cancel.cancel).start()
    try:
        shared.finish(cancel)
        assert not released.is_set()
        assert shared.problem is None
    finally:
        released.set()
        shared.close()


@slow
@pytest.mark.parametrize("fields", [{"team_store": "ftp://x"}, {"team_key": "no key"}])
def test_a_wrong_setting_is_told_with_its_name(fields, bucket, alone, index):
    reader = index(f"mia {[*fields]}", bucket, **fields)
    assert reader.seen_rows == alone
    assert reader.told.startswith(next(iter(fields)).replace("_", ".") + ": ")


@slow
class TestWithAKey:
    @pytest.fixture
    def key(self, tmp_path, monkeypatch):
        """A key pair as files; the environment names the private one."""
        key = Ed25519PrivateKey.generate()
        plain = forms.NoEncryption()
        (tmp_path / "key").write_bytes(key.private_bytes(forms.Encoding.PEM, forms.PrivateFormat.PKCS8, plain))
        public = key.public_key().public_bytes(forms.Encoding.PEM, forms.PublicFormat.SubjectPublicKeyInfo)
        (tmp_path / "key.pub").write_bytes(public)
        monkeypatch.setenv("LSP_CODEBASE_TEAM_SIGNING_KEY", str(tmp_path / "key"))
        return str(tmp_path / "key.pub")

    def test_only_what_it_signed_is_taken(self, key, bucket, alone, index, home):
        user = bucket.parent.name
        unsigned = index(f"{user} 1", bucket, team_key=key)
        assert (unsigned.seen_rows, unsigned.seen_work.shared) == (alone, 0)
        index(f"{user} 2", bucket, team_key=key, team_publish=True)
        signed = index(f"{user} 3", bucket, team_key=key)
        assert signed.seen_rows == alone
        assert signed.seen_work.shared > 0

    def test_nothing_is_published_that_readers_with_the_key_would_not_take(self, key, index, tmp_path, monkeypatch):
        monkeypatch.delenv("LSP_CODEBASE_TEAM_SIGNING_KEY")
        (tmp_path / "empty").mkdir()
        publisher = index(f"{tmp_path.name} 4", tmp_path / "empty", team_key=key, team_publish=True)
        assert publisher.told.startswith("team.key: what is published here is not signed with it")
        assert not list((tmp_path / "empty").iterdir())


@slow
def test_a_save_asks_the_store_nothing(bucket, home, pool):
    root = copied(home, bucket)
    settings = Settings(index_location=str(bucket.parent / "noa"), embedding_model="none", team_store=bucket.as_uri())
    codebase = Asked(root, settings, pool, SilentListener())
    codebase.start()
    try:
        settle(codebase, lambda status: status.phase is Phase.READY and status.indexed)
        requests = codebase._indexer._writer._shared.moved.requests
        (root / "pkg/m001.py").write_text("def saved():\n    pass\n")
        codebase.mark_changed([root / "pkg/m001.py"])
        settle(codebase, lambda _: names(codebase, "saved") == ["saved"])
        assert codebase._indexer._writer._shared.moved.requests == requests
    finally:
        codebase.close()


def test_a_store_that_is_opened_as_the_index_is_closed_is_not_asked(home, bucket, tmp_path, monkeypatch):
    is_opening, is_closed, asked = threading.Event(), threading.Event(), []

    class SlowlyOpened(Objects):
        def __init__(self, url):
            is_opening.set()
            assert is_closed.wait(60)
            super().__init__(url)

        def _bounded(self, key, work):
            asked.append(self.problem)
            return super()._bounded(key, work)

    monkeypatch.setattr(shared_contents, "Objects", SlowlyOpened)
    settings = Settings(index_location=str(tmp_path), team_store=bucket.as_uri())
    shared = SharedContents(home / "root", settings)
    opened = shared._lookups.submit(shared._open)
    assert is_opening.wait(60)
    shared.close()
    is_closed.set()
    with pytest.raises(TeamStoreUnavailable, match="closed"):
        opened.result(60)
    assert asked == ["closed"]


def test_what_the_store_has_is_not_asked_for_before_it_is_needed(bucket):
    shared = SharedContents(bucket, Settings(team_store="ftp://nowhere", index_location=str(bucket)))
    assert shared.problem is None
    shared.close()
    with pytest.raises(TeamStoreUnavailable):
        Objects("ftp://nowhere")
