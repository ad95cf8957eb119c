"""The HTTP API and the pages: addresses as values, guards before them, uvicorn around them."""
