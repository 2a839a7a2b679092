"""In Go and for Python's protocols a type implements what it has the methods of, though nothing says so."""

import pytest
from codebases import found

FILES = {
    "store/store.go": """package store

// Keeper is what implementations of a keeper, as all that implement Keeper, are.
type Keeper interface {
	Keep(key string, value []byte) error
	Find(key string) ([]byte, error)
	Close() error
}

func Open(keeper Keeper) Keeper { return keeper }
""",
    "store/memory.go": """package store

type memory struct {
	kept map[string][]byte
}

func (m *memory) Keep(key string, value []byte) error { return nil }

func (m *memory) Find(key string) ([]byte, error) { return nil, nil }
""",
    "store/memory_close.go": "package store\n\nfunc (m *memory) Close() error { return nil }\n",
    "disk/disk.go": """package disk

type Files[K any] struct{}

func (f Files[K]) Keep(key string, value []byte) error { return nil }
func (f Files[K]) Find(key string) ([]byte, error) { return nil, nil }
func (f Files[K]) Close() error { return nil }

type half struct{}

func (h half) Keep(key string, value []byte) error { return nil }
func (h half) Close() error { return nil }
""",
    "other/half.go": """package other

type half struct{}

func (h half) Find(key string) ([]byte, error) { return nil, nil }
""",
    "other/wide.go": """package other

type Wide interface {
	Keep(key string, value []byte) error
	Find(key string) ([]byte, error)
	Close() error
	Count() int
}
""",
    "store/store_test.go": """package store

type fake struct{}

func (f fake) Keep(key string, value []byte) error { return nil }
func (f fake) Find(key string) ([]byte, error) { return nil, nil }
func (f fake) Close() error { return nil }
""",
    "shelf/shelf.go": """package shelf

type LabelStore interface {
\tCount() int
\tGet(id string) string
}
""",
    "shelf/a_book_store.go": """package shelf

type bookStore struct{}

func (b bookStore) Count() int { return 0 }
func (b bookStore) Get(id string) string { return id }
""",
    "shelf/sql_label_store.go": """package shelf

type sqlLabelStore struct{}

func (s *sqlLabelStore) Count() int { return 0 }
func (s *sqlLabelStore) Get(id string) string { return id }
""",
    "java/Codec.java": "package shop;\n\npublic interface Codec {\n    String encode(String text);\n}\n",
    "java/RawCodec.java": "package shop;\n\npublic class RawCodec extends BaseCodec {\n}\n",
    "java/BaseCodec.java": "package shop;\n\npublic abstract class BaseCodec implements Codec {\n}\n",
    "java/resources/META-INF/services/shop.Codec": "# Codecs\nshop.RawCodec\n",
    "java/resources/META-INF/shop/shop.Codec": "raw=shop.RawCodec\nother=shop.OtherCodec\n",
    "java/resources/META-INF/services/shop.BaseCodec": "shop.Codec\n",
    "py/ports.py": """from typing import Protocol


class Sender(Protocol):
    def send(self, text: str) -> None: ...

    def stop(self) -> None: ...


class Plain:
    def send(self, text: str) -> None: ...
""",
    "py/mail.py": """class Mail:
    def send(self, text: str) -> None:
        print(text)

    def stop(self) -> None:
        pass
""",
    "py/said.py": """from py.ports import Sender


class Said(Sender):
    def send(self, text: str) -> None: ...

    def stop(self) -> None: ...
""",
    "py/half.py": "class Half:\n    def send(self, text: str) -> None: ...\n\n\ndef stop(half): ...\n",
}


@pytest.mark.parametrize(
    "question",
    [
        "implementations of Keeper",
        "who implements the Keeper interface",
        "where is the Keeper interface implemented?",
        "where is the interface Keeper implemented",
        "where is Keeper implemented",
        "welche Typen implementieren Keeper",
    ],
)
def test_the_types_with_all_methods_of_an_interface_of_go_come_first_those_of_tests_then_it_last(codebase, question):
    expected = ["disk/disk.go", "store/memory.go", "store/store_test.go", "store/store.go"]
    assert found(codebase, question)[:4] == expected


def test_an_interface_is_no_implementation_of_another(codebase):
    assert "other/wide.go" not in found(codebase, "implementations of Keeper")[:4]
    assert found(codebase, "implementations of Wide")[0] != "store/memory.go"


def test_a_protocol_of_python_is_implemented_by_who_says_so_then_by_what_has_its_methods(codebase):
    assert found(codebase, "implementations of Sender")[:3] == ["py/said.py", "py/mail.py", "py/ports.py"]


def test_a_class_that_is_no_protocol_is_implemented_by_its_subclasses_alone(codebase):
    assert found(codebase, "subclasses of Plain")[0] == "py/ports.py"


def test_of_types_with_the_methods_of_an_interface_those_called_like_it_come_first(codebase):
    assert found(codebase, "what implements LabelStore")[:2] == ["shelf/sql_label_store.go", "shelf/a_book_store.go"]


@pytest.mark.parametrize("question", ["implementations of Codec", "who implements shop.Codec?"])
def test_services_of_java_are_implemented_by_the_types_that_their_files_list(codebase, question):
    hits = found(codebase, question)
    assert {"java/BaseCodec.java", "java/RawCodec.java"} == {*hits[:2]}
    assert "java/Codec.java" in hits[:5]


def test_what_has_a_body_is_implemented_where_it_is_defined(codebase):
    assert found(codebase, "where is RawCodec implemented")[0] == "java/RawCodec.java"
