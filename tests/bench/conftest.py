from tests.live.conftest import services_lab

__all__ = ["services_lab"]
