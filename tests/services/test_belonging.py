"""What belongs to a model, by its name or by its folder, comes before the model."""

import pytest

FILES = {
    "server/models/Cart.ts": """/** A cart: what a serializer, a presenter or a policy shows of it. */
export class Cart {
  serializer = cart;
  presenter = cart;
}
""",
    "server/presenters/cart.ts": "export default function present(one: Cart) {\n  return { id: one.id };\n}\n",
    "server/presenters/shelf.ts": "export default function present(one: Shelf) {\n  return one.cart;\n}\n",
    "server/policies/carts.ts": 'allow(User, "read", Cart, (user) => user.isReader);\n',
    "server/shelves/ShelfResource.cs": "public class ShelfResource\n{\n    public int Id { get; set; }\n}\n",
    "web/Shelf.js": "/** A shelf of the API, and its resource. */\nexport class Shelf {\n  resource = api.shelf;\n}\n",
    "shop/serializers.py": """class ShelfSerializer:
    cart = CartSerializer()


class CartSerializer:
    pass
""",
}


@pytest.mark.parametrize(
    ("question", "path"),
    [
        ("which serializer belongs to the Cart model", "shop/serializers.py"),
        ("which presenter belongs to the Cart model", "server/presenters/cart.ts"),
        ("the policy of the Cart model", "server/policies/carts.ts"),
        ("API resource that belongs to Shelf", "server/shelves/ShelfResource.cs"),
        ("which REST resource corresponds to Shelf?", "server/shelves/ShelfResource.cs"),
    ],
)
def test_what_belongs_to_a_model_comes_first(ask, question, path):
    assert ask(question)[0] == path


def test_a_name_without_a_letter_is_looked_for_as_words(ask):
    assert ask("which serializer belongs to _")
