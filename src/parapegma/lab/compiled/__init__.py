"""The compiled part of studies: whole games played and counted."""
