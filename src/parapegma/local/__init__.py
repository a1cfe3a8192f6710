"""Tables without a server: the server's own tables, commands and messages, kept in a browser (docs/site.md).

It runs in a worker of the page, in Python compiled to WebAssembly. Nothing here is told twice: what a command
does and what a reader is told are the functions of :mod:`parapegma.server.tables`.
"""
