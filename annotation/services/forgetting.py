"""What annotation keeps of a player who withdrew: nothing that the player wrote."""

from annotation.kinds.oracle_answer import OracleAnswer
from annotation.models import Unit
from games.exporting.tables import REMOVED


def forget_question(answer_id: int) -> None:
    """Take a player's question out of the units that ask about its answer.

    The judgements stay: they are the annotators', of a question that can no longer be read.
    """
    for unit in Unit.objects.filter(study__kind=OracleAnswer.key, key=str(answer_id)):
        unit.snapshot["question"] = REMOVED
        unit.save(update_fields=["snapshot"])
