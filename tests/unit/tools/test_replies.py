"""An answer of a tool can always be sent."""

from lsp_codebase.tools.replies import Reply, sendable


def test_what_no_message_can_hold_is_escaped_wherever_it_stands():
    reply = sendable(Reply("caf\udce9.py", {"found": [{"path": "caf\udce9.py", "lines": (1, 2)}], "all": True}))
    assert reply.text == "caf\\udce9.py"
    assert reply.values == {"found": [{"path": "caf\\udce9.py", "lines": [1, 2]}], "all": True}
