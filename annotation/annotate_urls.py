"""The addresses of annotators: their home, their account, what they judge."""

app_name = "annotate"
urlpatterns: list[object] = []
