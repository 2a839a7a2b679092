load("x", "y")
K = 1
def foo(a):
    """Doc."""
    pass
