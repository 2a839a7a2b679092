"""Names with what languages add to them, misspelled words, and things in a frame of words lead to what they mean."""

import pytest
from codebases import indexed, seen

from lsp_codebase.model import CancelToken, SearchQuery

FILES = {
    "src/cache.py": '''"""A cache."""


class Cache:
    """Keeps what was read."""

    def get(self, key):
        """Return what was read under a key."""
        return self.kept[key]

    def evict(self, key):
        """Let go of a key."""
        del self.kept[key]


class Store:
    """Writes what is to be kept."""

    def get(self, key):
        """Return what is kept under a key, from the disk."""
        return self.folder.read(key)

    def evict(self, key):
        """Delete a key from the disk."""
        self.folder.delete(key)
''',
    "src/limits.py": '''"""Limits."""

DEFAULT_CACHE_SIZE = 64


def cache_size_of(settings):
    """Return the default size of the cache, or what is set: the cache has that default size."""
    return settings.size or DEFAULT_CACHE_SIZE
''',
    "src/connection.py": '''"""Connections."""


def reconnect(connection):
    """Open a connection again after the connection was lost."""
    connection.open()


def close(connection):
    """Close a connection, then close its socket."""
    connection.close()
''',
    "src/requests.py": '''"""Requests."""


def retry_request(request):
    """Send a request again, as long as the server is busy."""
    return request.send()
''',
    "poetry.lock": '[[package]]\nname = "kept"\n\n[package.extras]\nretryqueue = ["queue"]\n',
    "src/backends.ts": "export const backend = open()\nexport const backends = [backend]\n\n"
    "export interface BackendOptions {\n  backend: string\n}\n\n"
    "export interface Backend {\n  save(name: string): void\n  load(name: string): string\n}\n",
    **{f"sums/{name}.py": f"def reduce_{name}(numbers): ...\n" for name in "abc"},
    "a/package.json": '{\n  "dependencies": {\n    "@retry/queue": "1.0"\n  }\n}\n',
    "b/package.json": '{\n  "dependencies": {\n    "@retry/queue": "1.0"\n  }\n}\n',
    "src/all.js": "module.exports = function (all) {\n  return {\n    drawer: {\n      open: function () {}\n    }\n"
    "  }\n}\n",
    "src/drawer.js": "class Drawer {\n  open() {}\n}\n",
    "src/tills.ts": "interface till {\n  open(): void\n}\nexport interface Till {\n  shut(): void\n}\n",
    "src/retries.ts": "export class RetryQueue {\n  private backend = backend\n\n  push(name: string) {\n"
    "    this.backend.save(name)\n  }\n}\n",
    "web/notes.css": "".join(
        f".page{at} {{\n  color: red;\n}}\n\n.note {{\n  width: {at}px;\n}}\n\n" for at in range(9)
    ),
    "src/notes.rb": "class Note\n  def write\n    1\n  end\nend\n",
    "src/rights.py": "def can_delete_note(user, note):\n    return user.is_admin\n",
    "src/delete.py": 'def delete(user, note):\n    """A user may delete a note."""\n    note.delete()\n',
    "types/queue.d.ts": "export function drainQueue(limit: number): void\n",
    "web/queue.js": "export function drainQueue(limit) {\n  while (queue.length > limit) queue.pop()\n}\n",
    "web/start.js": "import { drainQueue } from './queue'\n\nif (busy) drainQueue(limit)\n",
    "tests/test_requests.py": '''"""Tests of requests."""


def test_retry_request():
    """A request is sent again as long as the server is busy."""
    assert retry_request(request)
''',
}


@pytest.fixture(scope="module")
def answer(tmp_path_factory):
    with indexed(tmp_path_factory.mktemp("forms"), FILES) as codebase:
        yield lambda text: seen(codebase).search(SearchQuery(text), CancelToken())


@pytest.fixture(scope="module")
def first(answer):
    def first(text):
        hit = answer(text).hits[0]
        return hit.path.name, hit.span.start_line + 1

    return first


@pytest.mark.parametrize(
    "text",
    [
        "Store.get",
        "Store::get()",
        "Store#get",
        "Store<K, V>.get",
        "Store.get<Dict<K, V>>()",
        "<Store as Kept>::get",
        "shop.(*Store).get",
        "func (s *Store) get",
        "src/cache.py::Store::get",
        "Acme\\Shop\\Store::get",
        "acme::shop::Store::get",
        "get of Store",
        "the get method of the Store class",
        "Store get",
        "what does Store.get do",
        "fix Store.get when it is called twice",
        "AttributeError: 'Store' object has no attribute 'get'",
        "error CS1061: 'Store' does not contain a definition for 'get'",
        "Property 'get' does not exist on type 'Store'.",
        "error[E0599]: no method named `get` found for struct `Store` in the current scope",
        "s.get undefined (type *Store has no field or method get)",
        "NoMethodError: undefined method `get' for an instance of Store",
        "value of type 'Store' has no member 'get'",
    ],
)
def test_a_member_is_found_however_it_is_named_with_its_owner(first, text):
    assert first(text) == ("cache.py", 19)


@pytest.mark.parametrize(
    "text",
    [
        "Store.frobnicate",
        "Store::frobnicate()",
        "AttributeError: 'Store' object has no attribute 'frobnicate'",
        "Property 'frobnicate' does not exist on type 'Store'.",
    ],
)
def test_a_member_that_nothing_has_leads_to_its_owner(first, text):
    assert first(text) == ("cache.py", 16)


@pytest.mark.parametrize(
    "text",
    [
        "'drainQueue' is undefined",
        'fatal: [host]: FAILED! => {"msg": "\'drainQueue\' is undefined"}',
        "Uncaught ReferenceError: drainQueue is not defined",
        "NameError: name 'drainQueue' is not defined. Did you mean: 'drain'?",
        "error TS2304: Cannot find name 'drainQueue'.",
        "error[E0425]: cannot find function `drainQueue` in this scope",
        "error: cannot find 'drainQueue' in scope",
        "./main.go:7:2: undefined: drainQueue",
        "error: use of undeclared identifier 'drainQueue'",
        "undefined reference to `drainQueue'",
        "undefined local variable or method `drainQueue' for main",
        "e: Unresolved reference: drainQueue",
    ],
)
def test_a_name_that_is_said_to_be_undefined_leads_to_its_definition(first, text):
    assert first(text) == ("queue.js", 1)


@pytest.mark.parametrize("text", ["Store.gett", "undefined method `gett' for an instance of Store"])
def test_a_member_that_nothing_has_leads_to_that_of_a_name_near_to_it(first, text):
    assert first(text) == ("cache.py", 19)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("signature of drainQueue", ("queue.js", 1)),
        ("what are the parameters of drainQueue?", ("queue.js", 1)),
        ("fields of BackendOptions", ("backends.ts", 4)),
        ("show me the methods of the RetryQueue class", ("retries.ts", 1)),
        ("list the members of RetryQueue", ("retries.ts", 1)),
        ("methods of Backend", ("backends.ts", 8)),
        ("methods of Note", ("notes.rb", 1)),
        ("definition of Note", ("notes.rb", 1)),
    ],
)
def test_who_asks_for_a_part_of_a_definition_sees_it(first, text, place):
    assert first(text) == place


@pytest.mark.parametrize(
    "text", ["who may delete a note?", "who is allowed to delete the note", "which users can delete a note"]
)
def test_who_may_do_something_is_told_by_the_definition_that_is_called_so(first, text):
    assert first(text) == ("rights.py", 1)


@pytest.mark.parametrize("text", ["drainQueue", "drainQueue()", "drainQueue(limit)"])
def test_what_has_a_body_comes_before_a_declaration_and_a_call(first, text):
    assert first(text) == ("queue.js", 1)


@pytest.mark.parametrize(
    "text",
    [
        "where is DEFAULT_CACHE_SIZE defined",
        "what does DEFAULT_CACHE_SIZE do?",
        "explain the DEFAULT_CACHE_SIZE constant",
        "definition of `DEFAULT_CACHE_SIZE`",
        "type of DEFAULT_CACHE_SIZE",
        "DEFAULT_CACHE_SIZE在哪里定义",
        "что делает DEFAULT_CACHE_SIZE",
    ],
)
def test_a_question_what_a_name_is_leads_to_its_definition(first, text):
    assert first(text) == ("limits.py", 3)


def test_a_question_in_another_language_says_how_it_was_read(answer):
    assert answer("wo ist drainQueue definiert").notes == ("Read as: where is drainQueue defined (from German).",)


@pytest.mark.parametrize(
    "text",
    [
        "default cache size",
        "what is the default cache size?",
        "where is the default cache size defined",
        "the default cache size setting",
    ],
)
def test_a_thing_is_found_by_the_words_of_its_name_whatever_frames_them(first, text):
    assert first(text) == ("limits.py", 3)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("Backend interface", ("backends.ts", 8)),
        ("interface Backend", ("backends.ts", 8)),
        ("where is the Backend class?", ("backends.ts", 8)),
        ("backend trait", ("backends.ts", 8)),
        ("retry queue class", ("retries.ts", 1)),
        ("drainQueue function", ("queue.js", 1)),
        ("Till type", ("tills.ts", 4)),
    ],
)
def test_a_definition_is_found_by_its_name_and_its_kind_or_what_others_call_so(first, text, place):
    assert first(text) == place


@pytest.mark.parametrize(("text", "name"), [("Drawer.open", "drawer.js"), ("drawer.open", "all.js")])
def test_the_case_of_an_owner_tells_members_apart(first, text, name):
    assert first(text)[0] == name


def test_keys_of_manifests_that_are_spelled_in_another_way_do_not_follow_a_name(answer):
    hits = answer("RetryQueue").hits
    assert hits[0].path.name == "retries.ts"
    assert all(hit.score < 0.9 for hit in hits if hit.path.name == "package.json")


def test_words_are_a_type_sooner_than_a_key_that_is_spelled_as_they_are(first):
    assert first("retry queue") == ("retries.ts", 1)


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("open the conection again", "connection"),
        ("open the connectoin again", "connection"),
        ("open the connnection again", "connection"),
        ("open the connectiom again", "connection"),
    ],
)
def test_a_misspelled_word_is_read_as_the_one_that_was_meant_and_told(answer, text, read):
    found = answer(text)
    assert found.hits[0].path.name == "connection.py"
    assert any(note.endswith(f"read as “{read}”") for note in found.notes)


@pytest.mark.parametrize(
    "text",
    [
        "the connection of Conection",
        "weighing requests",
        "see src/conection.py for it",
        "a request that conjugates",  # English, though neither the code nor the model knows it
        "who forged the connection",  # not "forget"
        "the redux connection",  # not the stem of "reduce"
    ],
)
def test_names_paths_and_words_that_mean_something_are_not_mended(answer, text):
    assert not [note for note in answer(text).notes if "read as" in note]


@pytest.mark.parametrize(
    "text",
    ["send a request again, not the tests", "send a request again but not in tests", "send it again, leave out tests"],
)
def test_tests_that_are_denied_are_not_asked_for(first, text):
    assert first(text)[0] == "requests.py"


def test_colours_of_a_terminal_are_not_read(first):
    assert first("\x1b[96msrc/cache.py\x1b[0m:\x1b[93m19\x1b[0m - \x1b[91merror\x1b[0m")[0] == "cache.py"
