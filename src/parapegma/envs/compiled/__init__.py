"""The compiled part of the environments: many games stepped at once, and what is seen of them."""
