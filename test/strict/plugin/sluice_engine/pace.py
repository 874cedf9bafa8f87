"""Looks more often whether a resource of a stack is ready."""

from localstack.services.cloudformation.resource_provider import ResourceProviderExecutor

SECONDS = 0.25
deploy_loop = ResourceProviderExecutor.deploy_loop


def quicken() -> None:
    """The engine sleeps 5 seconds between two looks, which is most of a deployment's time."""
    ResourceProviderExecutor.deploy_loop = _deploy_loop


def _deploy_loop(self, *given, **named):
    return deploy_loop(self, *given, **{"sleep_time": SECONDS, **named})
