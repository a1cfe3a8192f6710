"""What goes over the wire: messages, and what a table agrees on. Nothing here knows how it is made."""
