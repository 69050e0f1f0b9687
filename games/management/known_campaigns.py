"""What the commands about a campaign share: it is found by its address, or those there are told."""

from django.core.management.base import CommandError

from games.models import Campaign


def find(slug: str) -> Campaign:
    """With its catalogue, protocol and consent text. Raises CommandError."""
    known = Campaign.objects.select_related("catalogue", "protocol", "consent_text")
    campaign = known.filter(slug=slug).first()
    if campaign is None:
        raise CommandError(f"There is no campaign {slug!r}. {_told()}")
    return campaign


def _told() -> str:
    there = ", ".join(Campaign.objects.order_by("slug").values_list("slug", flat=True))
    return f"There are: {there}." if there else "There is none yet."
