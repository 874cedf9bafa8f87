"""Starts the engine: `python -m sluice_engine`."""

from sluice_engine import loopback

# Before the engine opens its first socket.
loopback.enforce()

from sluice_engine import dynamodb_server, gateway, nested_stacks, pace, runtime_name, updates  # noqa: E402

runtime_name.add()
dynamodb_server.replace()
nested_stacks.add()
updates.add()
gateway.complete()
pace.quicken()

from localstack.runtime.main import main  # noqa: E402

if __name__ == "__main__":
    main()
