"""Packs: entries are found by name, come back as they were written, and what is damaged is as not there."""

import pytest

from lsp_codebase.errors import Damaged, TeamStoreUnavailable
from lsp_codebase.team import Objects, PackStore
from lsp_codebase.team.packs import packed, read_index

pytest.importorskip("obstore")
pytest.importorskip("cryptography")
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
OTHER = Ed25519PrivateKey.from_private_bytes(bytes(32))


def name(number):
    return (number * 7919).to_bytes(8, "big") + bytes(8)


ENTRIES = {name(number): b"entry %d " % number * number for number in range(40)}


@pytest.fixture
def bucket(tmp_path):
    (tmp_path / "bucket").mkdir()
    return tmp_path / "bucket"


@pytest.fixture
def opened(tmp_path, bucket):
    """Open the store as a user would, each with a folder of what he keeps."""

    def open_it(user="ann", *, key=None, signer=None):
        packs = PackStore(Objects(bucket.as_uri()), "contents/v", tmp_path / user, key, signer)
        packs.look()
        return packs

    return open_it


def read(packs, names=tuple(ENTRIES)):
    return {name: entry for name, (_, entry) in packs.fetch(packs.find(names)).items()}


def files(bucket, ending):
    return sorted(bucket.glob(f"contents/v/*.{ending}"))


def test_what_one_publishes_another_finds(opened):
    opened("ann").publish(ENTRIES)
    assert read(opened("bob")) == ENTRIES
    assert opened("bob").find([name(999), b"\xff" * 16, bytes(16)]) == {
        bytes(16): opened("bob").find([bytes(16)])[bytes(16)]
    }


def test_a_publisher_finds_what_it_published(opened):
    packs = opened()
    packs.publish(ENTRIES)
    assert read(packs) == ENTRIES


def test_indexes_are_fetched_once_and_forgotten_with_their_packs(opened, bucket, tmp_path):
    opened("ann").publish(ENTRIES)
    opened("bob")
    again = opened("bob")
    assert again._objects.moved.requests == 1
    assert read(again) == ENTRIES
    for path in (*files(bucket, "pack"), *files(bucket, "index")):
        path.unlink()
    assert read(opened("bob")) == {}
    assert not list((tmp_path / "bob").glob("*.index"))


def test_two_publishers_of_the_same_are_one_and_of_other_entries_both_are_found(opened, bucket):
    ann, bob = opened("ann"), opened("bob")
    ann.publish(ENTRIES)
    bob.publish(ENTRIES)
    assert len(files(bucket, "pack")) == 1
    more = {name(number): b"more" for number in range(30, 60)}
    bob.publish(more)
    assert read(opened("eve"), [*ENTRIES, *more]).keys() == ENTRIES.keys() | more.keys()


def test_a_pack_without_its_index_is_not_there(opened, bucket):
    opened("ann").publish(ENTRIES)
    files(bucket, "index")[0].unlink()
    assert read(opened("bob")) == {}


def test_near_entries_share_a_request(opened):
    opened("ann").publish(ENTRIES)
    bob = opened("bob")
    before = bob._objects.moved.requests
    read(bob)
    assert bob._objects.moved.requests - before == 1


def test_a_pack_with_other_bytes_is_left_alone_for_good_and_told_once(opened, bucket, caplog):
    opened("ann").publish(ENTRIES)
    (pack,) = files(bucket, "pack")
    right = pack.read_bytes()
    pack.write_bytes(right[:-1] + b"X")
    bob = opened("bob")
    assert read(bob) == {}
    assert read(bob) == {}
    assert "other bytes" in bob.problem
    assert [record.levelname for record in caplog.records if "not used" in record.message] == ["WARNING"]
    pack.write_bytes(right)
    assert read(opened("bob")) == {}
    assert read(opened("eve")) == ENTRIES


@pytest.mark.parametrize("kept", [True, False])
def test_a_pack_that_is_cut_off_or_gone_is_not_used_until_it_is_whole(opened, bucket, kept):
    opened("ann").publish(ENTRIES)
    (pack,) = files(bucket, "pack")
    right = pack.read_bytes()
    bob = opened("bob")
    pack.write_bytes(right[:100]) if kept else pack.unlink()
    assert read(bob) == {}
    assert read(opened("bob")) == {}
    pack.write_bytes(right)
    assert read(opened("bob")) == ENTRIES


def test_any_changed_byte_of_a_signed_index_makes_it_not_there():
    pack, _, index = packed({name(1): b"a", name(2): b"bc"}, KEY)
    assert read_index(index, pack, KEY.public_key()).end == 3
    for place in range(len(index)):
        changed = bytearray(index)
        changed[place] ^= 1
        with pytest.raises(Damaged):
            read_index(bytes(changed), pack, KEY.public_key())


def test_an_index_of_another_pack_or_of_rows_that_nobody_writes_is_damage():
    pack, _, index = packed({name(1): b"a", name(2): b"bc"}, None)
    other, _, _ = packed({name(3): b"a"}, None)
    for data, of in ((index, other), (b"", pack), (index[:-1], pack), (index[:20], pack), (index[:-64], pack)):
        with pytest.raises(Damaged):
            read_index(data, of, None)
    head, row = len(index) - 64 - 2 * 48, 48
    swapped = index[:head] + index[head + row : head + 2 * row] + index[head : head + row] + index[-64:]
    with pytest.raises(Damaged, match="no publisher"):
        read_index(swapped, pack, None)
    large = bytearray(index)
    large[head + 28 : head + 32] = b"\xff" * 4  # the length of the first entry
    with pytest.raises(Damaged):
        read_index(bytes(large), pack, None)


def test_with_a_key_only_what_it_signed_is_there(opened):
    opened("ann").publish({name(1): b"unsigned"})
    opened("bob", signer=OTHER).publish({name(2): b"signed by another"})
    opened("eve", signer=KEY).publish({name(3): b"signed"})
    names = [name(number) for number in (1, 2, 3)]
    assert read(opened("dan", key=KEY.public_key()), names) == {name(3): b"signed"}
    assert len(read(opened("dan"), names)) == 3
    assert read(opened("dan", key=KEY.public_key()), names) == {name(3): b"signed"}  # what is kept is checked too


def test_foreign_files_in_the_bucket_are_passed_over(opened, bucket):
    opened("ann").publish(ENTRIES)
    for foreign in ("notes.txt", "x.pack", "x.index", "0" * 32 + ".pack", "1" * 32 + ".index"):
        (bucket / "contents/v" / foreign).write_bytes(b"anything")
    (bucket / "contents/v" / ("0" * 32 + ".index")).write_bytes(b"anything")
    assert read(opened("bob")) == ENTRIES


def test_a_bucket_that_cannot_be_written_says_so(opened, bucket):
    ann = opened("ann")
    (bucket / "contents").write_bytes(b"a file where a folder would be")
    with pytest.raises(TeamStoreUnavailable):
        ann.publish(ENTRIES)


def test_who_does_not_sign_replaces_nothing_that_is_signed(opened):
    opened("ann", signer=KEY).publish(ENTRIES)
    opened("bob").publish(ENTRIES)
    assert read(opened("eve", key=KEY.public_key())) == ENTRIES
