"""Everyone who is connected: the gate, WebSockets, and what each viewer of a table may see."""
