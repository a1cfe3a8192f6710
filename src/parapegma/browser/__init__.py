"""What the games need in a browser and do not find there; only the site is made with it (docs/site.md)."""
