from django.apps import AppConfig
from django.db.models.signals import post_delete


class AnnotationConfig(AppConfig):
    name = "annotation"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        # The games app, below this one, deletes answers that only withdrawn players asked for.
        post_delete.connect(
            _forget_question, sender="games.StoredAnswer", dispatch_uid="forget a question"
        )


def _forget_question(instance: object, **signal: object) -> None:
    from annotation.services import forgetting
    from games.models import StoredAnswer

    assert isinstance(instance, StoredAnswer)
    forgetting.forget_question(instance.pk)
