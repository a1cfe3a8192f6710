"""Lets ``python -m parapegma`` do what ``parapegma`` does."""

from parapegma.cli.main import main

raise SystemExit(main())
