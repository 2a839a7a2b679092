"""A file of the shop that documents, transcripts and the page of the protocol search."""

CART = '''"""What a customer wants to buy."""

from shop.money import with_tax


class Cart:
    """Some items and their prices."""

    def __init__(self):
        self.prices = []

    def add(self, price):
        self.prices.append(price)

    def total_price(self):
        """Compute the total price of the cart, taxes included."""
        return with_tax(sum(self.prices))
'''
