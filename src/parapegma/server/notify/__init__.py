"""Telling people that it is their turn: in the page, by web push, by mail, by webhook."""
