"""A shop."""

from __future__ import annotations

from dataclasses import dataclass, field

MAX_ITEMS = 100
_cache: dict[str, Item] = {}
first, second = 1, 2
square = lambda x: x * x
type Price = float
type Prices[T] = list[T]
(third, fourth) = fifth = sixth = 3, 4

try:
    import yaml
except ImportError:
    yaml = None
else:
    LOADER = yaml.Loader

if sys.platform == "win32":
    SEPARATOR = ";"
    if sys.version_info > (3, 12):
        DRIVE = "C:"
elif sys.platform == "darwin":
    MOUNTS = "/Volumes"
else:
    ROOT = "/"


@dataclass(frozen=True)
class Item:
    """Something one can buy.

    With more text.
    """

    name: str
    prices: list[float] = field(default_factory=list)
    KIND = "item"
    width, height = 1, 2
    if TYPE_CHECKING:
        owner: str

    def __init__(self, name: str) -> None:
        self.name = name

    @property
    def label(self) -> str:
        return self.name

    @staticmethod  # noqa: FURB118
    async def load(
        path: str,
        *,
        strict: bool = False,
    ) -> Item:
        """Load it.

        Args:
            path: where
        """

        def helper(x):
            local = x
            return local

        return helper(path)

    def _private(self): ...

    class Meta:
        ordering = ["name"]


# Old way to buy.
@deprecated("use Item", [(1, (2, [3]))])
def buy(*items: Item, **options: int) -> None:
    _ = items


class TestItem:
    def test_label(self):
        assert True
