"""A campaign as the form shows it, and what its researcher should look at before opening it."""

from collections.abc import Iterator

from games.models import Campaign
from games.presets import Condition

_SAME = (
    "name", "slug", "catalogue", "baseline", "preset", "condition", "split", "seed", "assignment",
    "players_wanted", "plays_wanted", "games_each", "idle_minutes", "reveal", "ethics", "contact",
    "ask_demographics",
)  # fmt: skip


def filled_from(campaign: Campaign) -> dict[str, object]:
    """What the form of this very campaign was filled with. campaign: with its consent text."""
    texts = campaign.consent_text.texts
    chinese = {f"{name}_zh": text for name, text in campaign.chinese.items()}
    panel = {f"panel_{outcome}": code for outcome, code in campaign.panel_codes.items()}
    return {
        **{name: getattr(campaign, name) for name in _SAME},
        **chinese,
        **panel,
        "share_percent": round(100 * campaign.share, 10) if campaign.share else None,
        "game_keys": "" if campaign.share else " ".join(game_keys(campaign)),
        "practice": campaign.practice_game_id is not None,
        "consent_en": texts.get("en", ""),
        "consent_zh": texts.get("zh-hans", ""),
    }


def game_keys(campaign: Campaign) -> list[str]:
    games = campaign.campaign_games.order_by("pk")
    return list(games.values_list("game__key", flat=True))


def notices_of(campaign: Campaign) -> list[str]:
    """What may be meant otherwise, a sentence each; nothing of it keeps it from opening."""
    notices = list(_of_baseline(campaign)) if campaign.baseline else []
    if Campaign.objects.filter(name=campaign.name).exclude(pk=campaign.pk).exists():
        notices.append(
            f"Another campaign is called “{campaign.name}” too; lists and volunteers cannot tell "
            "the two apart by their names."
        )
    return notices


def _of_baseline(campaign: Campaign) -> Iterator[str]:
    if campaign.preset == "house":
        yield (
            "A human baseline under house rules: its players read definitions, and the Oracle may "
            "say that it cannot tell. The paper's players had neither."
        )
    if not campaign.crossed:
        yield (
            "A human baseline with a quota: its players do not all play the same games, as in the "
            "paper they did."
        )
    if campaign.condition != Condition.QUESTIONS:
        yield (
            "A human baseline of a control condition: nobody asks a question in it, so it stands "
            "beside no player that asks."
        )
    splits = campaign.campaign_games.values_list("game__split", flat=True).distinct().order_by()
    if set(splits) == {"dev", "test"}:
        yield (
            "A human baseline over both splits: programs and prompts are made on dev, so its "
            "figures mix games that they were made on with games that they never met."
        )
