"""The limit of tokens of an induction, which may be raised, beside its spec, which stays."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def take_from_specs(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    for row in apps.get_model("evaluation", "Induction").objects.only("spec"):
        row.token_limit = row.spec.get("limits", {}).get("tokens")
        row.save(update_fields=["token_limit"])


class Migration(migrations.Migration):
    dependencies = [("evaluation", "0010_quiz")]

    operations = [
        migrations.AddField(
            model_name="induction",
            name="token_limit",
            field=models.PositiveBigIntegerField(null=True),
        ),
        migrations.RunPython(take_from_specs, migrations.RunPython.noop),
    ]
