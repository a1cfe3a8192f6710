"""Tables: their events, the position the events lead to, and what people may do there."""
