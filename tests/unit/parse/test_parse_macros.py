"""Macros of C and C++ do not hide the names around them, nor become names."""

import pytest

from lsp_codebase.parse import parse_file
from lsp_codebase.parse.macros import without_macros

LOCKS = """\
#include <mutex>
class Foo {
 public:
  void Add(int x) LOCKS_EXCLUDED(mu_);
  void Run() const ABSL_LOCKS_EXCLUDED(mu_) override;
  std::vector<int> Snapshot()
      ABSL_SHARED_LOCKS_REQUIRED(mu_) { return v_; }
  void Stop() _NOEXCEPT;
  int count_ GUARDED_BY(mu_) = 0;
};
"""
HEADER = """\
SDL_DECLSPEC bool SDLCALL SDL_Init(int);
GLAPI void APIENTRY glClear(int);
WINGDIAPI BOOL WINAPI SwapBuffers(HDC hdc);
LUA_API void (lua_settop) (lua_State *L, int idx);
ZEXTERN int ZEXPORT deflate OF((z_streamp s, int flush));
typedef BOOL (WINAPI *CREATE_FN)(HANDLE);
void *__attribute__((malloc)) my_alloc(int n) { return 0; }
"""
FLAGS = """\
ABSL_FLAG(int, port, 80,
          "help (a number)");
ABSL_FLAG(std::string, host, "x", "help");

using std::string;
namespace {
void f(string s) {}
}
int main() { return 0; }
"""
GOBJECT = """\
G_BEGIN_DECLS

#define MY_TYPE_OBJ (my_obj_get_type ())
G_DECLARE_FINAL_TYPE (MyObj, my_obj, MY, OBJ, GtkWidget)

struct _MyObjClass
{
  int parent;
};

G_END_DECLS
"""
UNREAL = """\
UENUM(BlueprintType)
enum class EKind : uint8 { One UMETA(DisplayName = "One"), Two };
UCLASS(Blueprintable)
class GAME_API AActor2 : public AActor
{
	GENERATED_BODY()
public:
	UFUNCTION(BlueprintCallable, Category = "X")
	void Fire(int32 Count);
	UPROPERTY(EditAnywhere)
	float Speed = 1.f;
};
"""
QT = """\
class Widget : public QWidget
{
    Q_OBJECT
    Q_PROPERTY(QString name READ name WRITE setName)
    Q_DISABLE_COPY(Widget)
public:
    QString name() const;
};
enum class [[nodiscard]] Err : int { Ok };
"""
KERNEL = """\
struct header { __le16 size; s64 __aligned(8) counter; } __packed;
static struct pci first __initdata = { 1 };
static struct pci __maybe_unused second = { 1 };
int check(int a) __must_check;
#define __packed __attribute__((packed))
"""
CATCH = """\
TEST_CASE("Texts are joined", "[text]") {
    STATIC_CHECK(is_text<int>);
    SECTION("of two words") {
        STATIC_CHECK(join("a", "b"));
        int joined = 2;
    }
}
TEMPLATE_TEST_CASE("Numbers are added", "[number]", int, float) { CHECK(1); }
TEST_CASE_METHOD(Shop, "An order is paid")
{
    CHECK_FALSE(isPaid());
}
BOOST_AUTO_TEST_CASE(is_paid) { BOOST_TEST(1); }
TEST_SUITE("shops") {
    SCENARIO("A shop is closed") { GIVEN("a shop") { CHECK(1); } }
}
int behind() { return 1; }
"""

QUEUE = """\
#define LIST_HEAD(name, type)  \\
struct name {  \\
  struct type *first;  /* of all */  \\
  struct type **last;  /* a comment that \\
       goes on */  \\
}
#define OPENING(x) f("/*", x); \\
  g("*/")
int behind(void);
"""
MADE_TYPES = """\
TAILQ_HEAD(cart_list, cart) all_carts = TAILQ_HEAD_INITIALIZER(all_carts);
TAILQ_HEAD(, cart)  *some_carts =
    NULL;
int behind(void);
"""


@pytest.mark.parametrize(
    "words",
    [
        "static inline int __must_check",
        "asmlinkage __visible void",
        "static noinline int __ref",
        "int __sched",
        "void __cold",
    ],
)
def test_attributes_of_the_kernel_before_a_name_are_no_names(words: str) -> None:
    symbols = parse_file("a.c", f"{words} f(void)\n{{\n}}\n".encode()).symbols
    assert [(symbol.kind.name, symbol.name) for symbol in symbols] == [("Function", "f")]


@pytest.mark.parametrize(
    ("path", "text", "names"),
    [
        ("a.cpp", LOCKS, ["Foo", "Add", "Run", "Snapshot", "Stop", "count_"]),
        (
            "a.h",
            HEADER,
            ["SDL_Init", "glClear", "SwapBuffers", "lua_settop", "deflate", "CREATE_FN", "my_alloc"],
        ),
        ("a.cpp", FLAGS, ["f", "main"]),
        ("a.h", GOBJECT, ["MY_TYPE_OBJ", "_MyObjClass", "parent"]),
        ("a.cpp", UNREAL, ["EKind", "One", "Two", "AActor2", "Fire", "Speed"]),
        ("a.cpp", QT, ["Widget", "name", "Err", "Ok"]),
        ("a.c", MADE_TYPES, ["all_carts", "some_carts", "behind"]),
        ("a.h", QUEUE, ["LIST_HEAD", "OPENING", "behind"]),
        ("a.cpp", QUEUE, ["LIST_HEAD", "OPENING", "behind"]),
        ("a.c", KERNEL, ["header", "size", "counter", "first", "second", "check", "__packed"]),
    ],
)
def test_names_around_macros_are_found_and_macros_are_none(path: str, text: str, names: list[str]) -> None:
    assert [symbol.name for symbol in parse_file(path, text.encode()).symbols if symbol.name] == names


def test_test_cases_have_the_names_that_macros_give_them() -> None:
    symbols = parse_file("a.cpp", CATCH.encode()).symbols
    assert [(symbol.container, symbol.name, symbol.is_test, symbol.span.end_line) for symbol in symbols] == [
        ("", "Texts are joined", True, 6),
        ("", "Numbers are added", True, 7),
        ("Shop", "An order is paid", True, 11),
        ("", "is_paid", True, 12),
        ("", "A shop is closed", True, 14),
        ("", "behind", False, 16),
    ]
    assert symbols[0].signature == 'TEST_CASE("Texts are joined", "[text]")'


def test_a_method_of_an_extension_of_php_belongs_to_its_class() -> None:
    symbols = parse_file("a.c", b"PHP_METHOD(Closure, bind)\n{\n}\nPHP_FUNCTION(strlen)\n{\n}\n").symbols
    assert [(symbol.container, symbol.name, symbol.kind.name) for symbol in symbols] == [
        ("Closure", "bind", "Method"),
        ("", "strlen", "Function"),
    ]


def test_a_declaration_begins_with_the_macro_before_its_type() -> None:
    symbol = parse_file("a.h", HEADER.encode()).symbols[0]
    assert symbol.span.start == (0, 0)
    assert symbol.signature == "SDL_DECLSPEC bool SDLCALL SDL_Init(int)"


@pytest.mark.parametrize(
    "text",
    [
        "#define two(a) \\\n  (a)\n\nMAKE_IT(name)\n{\n}\n",
        "enum e {\n  A = 1, // all of it (x)\n  B_C = 2,\n};\n",
        "#define OPTION(x) MAKE_IT(x)\n\nconst struct s conf = {};\n",
        "int x =\n    FROM_MACRO(1);\n",
        "#if A_B(1) && \\\n    C_D(2)\n#endif\n",
        "#define __packed x\n",
    ],
)
@pytest.mark.parametrize("grammar", ["c", "cpp"])
def test_other_code_stays_as_it_is(grammar: str, text: str) -> None:
    assert without_macros(grammar, text.encode()) == text.encode()


@pytest.mark.parametrize(
    ("grammar", "text"),
    [
        ("cpp", LOCKS),
        ("c", HEADER),
        ("cpp", HEADER),
        ("cpp", FLAGS),
        ("c", GOBJECT),
        ("cpp", UNREAL),
        ("cpp", QT),
        ("c", KERNEL),
        ("cpp", CATCH),
        ("c", QUEUE),
        ("c", MADE_TYPES),
    ],
)
def test_no_byte_moves_for_a_macro(grammar: str, text: str) -> None:
    source = text.encode()
    readable = without_macros(grammar, source)
    assert readable != source
    assert [len(line) for line in readable.split(b"\n")] == [len(line) for line in source.split(b"\n")]
