"""What the engine finds by the name LAMBDA_RUNTIME_EXECUTOR=node."""

from localstack.services.lambda_.invocation.plugins import RuntimeExecutorPlugin


class NodeExecutorPlugin(RuntimeExecutorPlugin):
    """Loads the executor only when the engine asks for it."""

    name = "node"

    def load(self, *args, **kwargs):
        from sluice_engine.executor import NodeExecutor

        return NodeExecutor
