"""Runs the DynamoDB Local that set-up has fetched, in place of the one that the engine would download."""

import os
import sys

from localstack.services.dynamodb.server import DynamodbServer
from localstack.utils.run import ShellCommandThread
from localstack.utils.threads import TMP_THREADS


def replace() -> None:
    """Makes the engine start our own launcher, which listens on loopback only."""
    DynamodbServer.do_start_thread = _start


def _start(self: DynamodbServer) -> ShellCommandThread:
    folder = os.environ["SLUICE_DYNAMODB_LOCAL_DIR"]
    command = [sys.executable, "-m", "sluice_engine.dynamodb_local", folder, str(self.port)]
    thread = ShellCommandThread(command, auto_restart=True, name="dynamodb-local")
    TMP_THREADS.append(thread)
    thread.start()
    return thread
