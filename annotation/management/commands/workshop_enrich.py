"""Have a model draft the sheets of a draft's kept objects, here and now, with progress."""

from argparse import ArgumentParser

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from annotation import selectors
from annotation.management import drafts
from annotation.models import DraftObject
from annotation.services import enrich
from annotation.stages import WITH_SHEET
from games import backends

AT_ONCE = 16


class Command(BaseCommand):
    help = "Started again, it goes on where it stopped; a sheet that a person wrote stays."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("draft", help="the draft's version")
        parser.add_argument("--model", required=True, help="as MODEL_BACKEND names it")
        parser.add_argument("--limit", type=drafts.count, help="stop after so many objects")
        parser.add_argument(
            "--at-once", type=drafts.count, default=AT_ONCE, help="objects asked together"
        )

    def handle(
        self,
        *args: object,
        draft: str,
        model: str,
        limit: int | None,
        at_once: int,
        **options: object,
    ) -> None:
        row = drafts.find(draft)
        if not selectors.vocabulary_of(row.pk):
            raise CommandError(f"{draft} has no vocabulary; import one first.")
        left = selectors.left_without_sheet(row.pk, timezone.now()).order_by("key")
        ids = list(left.values_list("pk", flat=True)[:limit])
        self.stdout.write(f"{row.slug}: {len(ids)} sheets to draft")
        drafted = 0
        for start in range(0, len(ids), at_once):
            some = ids[start : start + at_once]
            drafted += self._draft(row.pk, some, model)
            self.stdout.write(f"{start + len(some)} of {len(ids)} asked, {drafted} drafted")
        # A worker in the background may have drafted some of them.
        failed = DraftObject.objects.filter(pk__in=ids).exclude(enrichment__in=WITH_SHEET).count()
        if failed:
            raise CommandError(f"{failed} have no sheet; the same command asks for them again.")

    def _draft(self, draft_id: int, ids: list[int], model: str) -> int:
        """How many of these have a sheet now; ends the command where the model is not there."""
        enrich.ask_for(draft_id, object_ids=ids, handed_out_at=timezone.now())
        handled = enrich.enrich(ids, backends.chat_model(model), clock=timezone.now)
        for each in handled:
            if each.error:
                self.stderr.write(each.error)
        if handled and all(each.again_in_seconds is not None for each in handled):
            raise CommandError(
                "The model gives no answer. What was drafted is kept; start the command again"
                " in a while to go on."
            )
        return sum(each.drafted for each in handled)
