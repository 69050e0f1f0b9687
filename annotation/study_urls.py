"""The addresses of researchers' annotation studies."""

app_name = "annotations"
urlpatterns: list[object] = []
