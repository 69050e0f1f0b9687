"""The kinds of judgement: what is shown, which answers there are, what becomes of them."""
