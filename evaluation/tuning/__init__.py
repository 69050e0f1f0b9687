"""Tuning a small model on a slice of questions: chats, plan, course, and what learns."""
