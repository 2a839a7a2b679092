"""Questions for the parts of a model, and for the options of a command or a client, list the lines that tell them."""

import pytest
from codebases import indexed, places

from lsp_codebase.model import CancelToken, SearchQuery

FILES = {
    "app/models/story.rb": """class Story < ApplicationRecord
  include Token

  belongs_to :author
  has_many :remarks, dependent: :destroy
  validates :title, presence: true
  validate :is_new
  scope :shown, -> { where(is_shown: true) }
  before_save :tidy
  after_create :tell, :count
  after_destroy do
    forget
  end

  def tell
    validate(self)
    after_paid_count
  end
end
""",
    "app/models/concerns/token.rb": "module Token\n  included do\n    after_initialize :draw\n  end\nend\n",
    "spec/models/story_spec.rb": "describe Story do\n  before_save :fake\nend\n",
    "lib/shop/carts/cart.ex": """defmodule Shop.Carts.Cart do
  schema "carts" do
    field(:size, :integer)
    belongs_to(:owner, Owner)
    has_many :coins, Coin
  end

  def changeset(cart, attrs) do
    cart
    |> cast(attrs, [:size])
    |> validate_required([:size])
  end
end
""",
    "web/types.ts": "export type Cart = {\n  size: number\n}\n",
    "books/models.py": """class Book(models.Model):
    title = models.CharField(max_length=9, validators=[short])
    shelf = models.ForeignKey(
        "Shelf",
    )
    tags: Any = models.ManyToManyField(Tag)
    lent = LentManager()

    def save(self, *args):
        super().save(*args)

    def clean_title(self): ...
""",
    "books/signals.py": "@receiver(post_delete, sender=Book)\ndef unshelve(sender, instance): ...\n\n\n"
    "@receiver(post_delete, sender=Bookend)\ndef dust(sender, instance): ...\n",
    "app/Models/Song.php": """<?php
class Song extends Model
{
    use HasAlbum;

    protected static function booted(): void
    {
        static::created(fn ($song) => $song->tell());
    }

    public function singers(): HasMany
    {
        return $this->hasMany(Singer::class);
    }

    public function scopeLoud($query) {}
}
""",
    "app/Models/HasAlbum.php": "<?php\ntrait HasAlbum\n{\n    public function album()\n    {\n"
    "        return $this->belongsTo(Album::class);\n    }\n}\n",
    "app/Observers/SongObserver.php": "<?php\nclass SongObserver\n{\n    public function deleted(Song $song) {}\n}\n",
    "src/Pet.java": """@Entity
public class Pet {
    @NotBlank
    private String name;

    @ManyToOne(fetch = FetchType.LAZY)
    @JoinColumn(name = "keeper_id")
    private Keeper keeper;

    @PrePersist
    void stamp() {}
}
""",
    "db/schema.prisma": "model Site {\n  id String @id\n  tags String[]\n  visits Visit[]\n"
    '  team Team? @relation("sites")\n}\n',
    "go/house.go": 'package go\n\ntype House struct {\n\tRooms []Room `gorm:"foreignKey:HouseID"`\n'
    '\tStreet string `validate:"required"`\n}\n',
    "go/build.go": "package go\n\nfunc (h *House) BeforeCreate(tx *DB) error { return nil }\n",
    "pkg/cmd/coin/mint/mint.go": """package mint

func NewCmdMint(opts *MintOptions) *cobra.Command {
	cmd := &cobra.Command{Use: "mint"}
	fl := cmd.Flags()
	fl.VarP(&opts.Shine, "shiny", "s", "Polish it")
	cmd.Flags().StringVar(&opts.Metal, "metal", "gold", "The metal")
	zap.String("metal", "gold")
	return cmd
}
""",
    "pkg/cmd/note/mint/mint.go": 'package mint\n\nfunc f() {\n\tcmd.Flags().Bool("paper", true, "")\n}\n',
    "books/management/commands/lend_books.py": "class Command(BaseCommand):\n    def add_arguments(self, parser):\n"
    '        parser.add_argument("--days")\n        parser.add_argument(\n            "reader",\n        )\n',
    "src/bin/weigh.rs": "struct Opts {\n    /// How exactly\n    #[arg(long)]\n    grams: bool,\n}\n",
    "web/client.ts": "export interface TillClientOptions {\n  retries: number\n  url: string\n}\n\n"
    "export class TillClient {\n  constructor(options: TillClientOptions) {}\n}\n" + "// more\n" * 50,
    "web/pay.ts": "export function pay(coins: number, change: number) {}\n",
    "web/settings.ts": "export class UserSettings {\n  theme = 'dark'\n  size = 12\n}\n",
    "src/drawer.rs": "pub struct Config {\n    pub coins: usize,\n    pub notes: usize,\n    pub lock: bool,\n}\n",
    "src/files.rs": "pub struct DrawerConfig {\n    charset: u8,\n    tab: u8,\n}\n",
    "src/lamp.rs": "pub struct LampConfig {\n    handle: usize,\n}\n",
}


@pytest.fixture(scope="module")
def shop(tmp_path_factory):
    with indexed(tmp_path_factory.mktemp("models"), FILES) as codebase:
        yield codebase


STORY = "app/models/story.rb"


@pytest.mark.parametrize(
    ("query", "told"),
    [
        (
            "which callbacks does Story have",
            [f"{STORY}:9", f"{STORY}:10", f"{STORY}:11", "app/models/concerns/token.rb:3"],
        ),
        ("associations of Story", [f"{STORY}:4", f"{STORY}:5"]),
        ("validations of stories?", [f"{STORY}:6", f"{STORY}:7"]),
        ("Story model validations", [f"{STORY}:6", f"{STORY}:7"]),
        ("what scopes are there on the Story model", [f"{STORY}:8"]),
        ("which associations does Cart have", ["lib/shop/carts/cart.ex:4", "lib/shop/carts/cart.ex:5"]),
        ("validations of Cart", ["lib/shop/carts/cart.ex:10", "lib/shop/carts/cart.ex:11"]),
        ("relations of Book", ["books/models.py:3", "books/models.py:6"]),
        ("validators of Book", ["books/models.py:2", "books/models.py:12"]),
        ("managers of Book", ["books/models.py:7"]),
        ("which signal handlers does Book have", ["books/models.py:9", "books/signals.py:1"]),
        ("relationships of Song", ["app/Models/Song.php:13", "app/Models/HasAlbum.php:6"]),
        ("scopes of Song", ["app/Models/Song.php:16"]),
        ("hooks of Song", ["app/Models/Song.php:6", "app/Models/Song.php:8", "app/Observers/SongObserver.php:4"]),
        ("relations of Pet", ["src/Pet.java:8"]),
        ("constraints of Pet", ["src/Pet.java:4"]),
        ("callbacks of Pet", ["src/Pet.java:11"]),
        ("relations of Site", ["db/schema.prisma:4", "db/schema.prisma:5"]),
        ("relations of House", ["go/house.go:4"]),
        ("validations of House", ["go/house.go:5"]),
        ("callbacks of House", ["go/build.go:3"]),
    ],
)
def test_the_parts_of_a_model_are_listed(shop, query, told):
    assert places(shop, query) == told


@pytest.mark.parametrize(
    ("query", "path", "line"),
    [
        ("what happens after a story is created", STORY, 10),
        ("what happens before a story is saved?", STORY, 9),
        ("what runs when a story is deleted", STORY, 11),
        ("what happens when a book is deleted", "books/signals.py", 1),
        ("what happens after saving a book", "books/models.py", 9),
    ],
)
def test_an_event_of_a_model_leads_to_its_callbacks(shop, query, path, line):
    first = shop.search(SearchQuery(query), CancelToken()).hits[0]
    assert first.path == shop.root / path
    assert first.span.start_line < line <= first.span.end_line + 1


@pytest.mark.parametrize("query", ["callbacks of TillClient", "what happens after a coin is lost"])
def test_a_model_without_such_parts_is_searched_for(shop, query):
    assert shop.search(SearchQuery(query), CancelToken()).total is None


MINT = "pkg/cmd/coin/mint/mint.go"


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("which flags does coin mint have", [f"{MINT}:6", f"{MINT}:7"]),
        ("what options does shop coin mint take?", [f"{MINT}:6", f"{MINT}:7"]),
        ("flags of the coin mint command", [f"{MINT}:6", f"{MINT}:7"]),
        ("coin mint flags", [f"{MINT}:6", f"{MINT}:7"]),
        (
            "options of the lend_books command",
            ["books/management/commands/lend_books.py:3", "books/management/commands/lend_books.py:5"],
        ),
        ("flags of weigh", ["src/bin/weigh.rs:4"]),
        ("options of TillClient", ["web/client.ts:2", "web/client.ts:3"]),
        ("settings of the user", ["web/settings.ts:2", "web/settings.ts:3"]),
        ("which config options does the drawer have", [f"src/drawer.rs:{line}" for line in (2, 3, 4)]),
        (
            "what command line options are there",
            [
                "books/management/commands/lend_books.py:3",
                "books/management/commands/lend_books.py:5",
                f"{MINT}:6",
                f"{MINT}:7",
                "pkg/cmd/note/mint/mint.go:4",
                "src/bin/weigh.rs:4",
            ],
        ),
    ],
)
def test_the_options_of_a_command_or_a_client_are_listed(shop, query, told):
    assert places(shop, query) == told


@pytest.mark.parametrize("query", ["parameters of pay", "user settings", "options of Elsewhere", "options of Lamp"])
def test_other_questions_for_options_are_searched(shop, query):
    assert shop.search(SearchQuery(query), CancelToken()).total is None
