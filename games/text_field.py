"""A form's field for texts of several lines."""

from django import forms


class TextField(forms.CharField):
    """Gives a text the line ends that it is stored with: no hash of it depends on a browser."""

    def to_python(self, value: object) -> str:
        return (super().to_python(value) or "").replace("\r\n", "\n")
