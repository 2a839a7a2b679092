"""What gives a name of settings its value leads: its entry, and that of a file of defaults; of a header, its line."""

import pytest

FILES = {
    "roles/till/defaults/main.yml": "till_version: 1.2\ntill_port: 80\n",
    "roles/till/templates/till.conf.j2": "# of the till\nversion = {{ till_version }}\nport = {{ till_port }}\n",
    "roles/till/tasks/main.yml": "- name: tell\n  debug:\n    msg: '{{ till_version }} of {{ till_port }}'\n"
    "- name: till_port of all\n  when: till_port > 1\n",
    "inventory/group.yml": "all: true\ntill_port: 8080\n",
    "docs/till.md": "# Till\n\nSet `till_version` and `till_port` as you like; the till is a program.\n",
    "net/fetch.py": 'NAMES = {\n    "Accept": "*/*",\n    "X-Till-Key": "abc",\n}\n',
    "net/served.py": 'def key(request):\n    """The key of a till."""\n    return request.headers["X-Till-Key"]\n',
    "net/key.py": "class TillKey:\n    x_till_key: str = ''\n",
    "net/Kept.java": "class Kept {\n  void send(Answer answer) {\n    answer.header(Names.X_TILL_LIMIT, 3);\n  }\n}\n",
}

SETTINGS = {"embedding_model": "none"}


@pytest.mark.parametrize("question", ["where is till_version set", "who sets till_version?"])
def test_a_value_is_set_by_its_entry_in_a_file_of_settings(ask, question):
    assert ask(question)[0] == "roles/till/defaults/main.yml"


def test_the_entries_of_all_files_lead_before_what_reads_them(ask):
    entries = {"roles/till/defaults/main.yml", "inventory/group.yml"}
    assert set(ask("where is till_port set")[:2]) == entries
    assert set(ask("where is till_port configured")[:2]) == entries


@pytest.mark.parametrize("question", ["default of till_port", "what does till_port default to"])
def test_a_file_of_defaults_tells_the_default_of_its_keys(ask, question):
    assert ask(question)[0] == "roles/till/defaults/main.yml"


@pytest.mark.parametrize(
    ("question", "paths"),
    [
        ("where is the X-Till-Key header set", ["net/fetch.py", "net/served.py"]),
        ("where is X-Till-Key read", ["net/served.py", "net/fetch.py"]),
        ("which code checks the X-Till-Key header?", ["net/served.py", "net/fetch.py"]),
        ("who sets X-Till-Limit", ["net/Kept.java"]),
    ],
)
def test_a_header_is_set_and_read_where_code_holds_it_in_quotes_or_as_a_constant(ask, question, paths):
    assert ask(question)[: len(paths)] == paths
