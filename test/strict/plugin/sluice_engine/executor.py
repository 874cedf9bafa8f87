"""Runs one Lambda environment as a child process of the project's Node."""

import json
import os
import time
from pathlib import Path

from localstack.services.lambda_.invocation.executor_endpoint import StatusErrorException
from localstack.services.lambda_.invocation.lambda_models import FunctionVersion, InvocationResult
from localstack.services.lambda_.invocation.runtime_executor import (
    LambdaRuntimeException,
    RuntimeExecutor,
)

from sluice_engine.environment import variables_of
from sluice_engine.node_process import NodeProcess, ProcessEnded, ProcessTimedOut

INIT_LIMIT_SECONDS = 30
LOOPBACK = "127.0.0.1"


class NodeExecutor(RuntimeExecutor):
    """The engine makes one of these for each environment, and keeps it while it is used."""

    def __init__(self, id: str, function_version: FunctionVersion) -> None:
        super().__init__(id=id, function_version=function_version)
        self.process: NodeProcess | None = None
        self.variables: dict[str, str] = {}
        name = function_version.id.function_name
        self.log_file = Path(os.environ["SLUICE_LAMBDA_LOGS"], name, f"{id}.log")

    def start(self, env_vars: dict[str, str]) -> None:
        code = self.function_version.config.code.get_unzipped_code_location()
        self.variables = variables_of(env_vars, code, self.function_version)
        self._start_process()

    def stop(self) -> None:
        if self.process:
            self.process.kill()

    def invoke(self, payload: dict[str, str]) -> InvocationResult:
        request_id = payload["invoke-id"]
        seconds = self.function_version.config.timeout
        started = time.monotonic()
        if not self.process.is_alive():
            self._start_process()
        self.process.write_log(f"START RequestId: {request_id} Version: $LATEST\n")
        invocation = {**payload, "deadlineMs": int((time.time() + seconds) * 1000)}
        try:
            answer = self.process.exchange(invocation, seconds)
        except ProcessTimedOut:
            message = f"RequestId: {request_id} Error: Task timed out after {seconds}.00 seconds"
            answer = _failure("Sandbox.Timedout", message)
        except ProcessEnded as ended:
            message = f"RequestId: {request_id} Error: Runtime exited with error: {ended}"
            answer = _failure("Runtime.ExitError", message)
        milliseconds = (time.monotonic() - started) * 1000
        self.process.write_log(f"END RequestId: {request_id}\n")
        self.process.write_log(f"REPORT RequestId: {request_id}\tDuration: {milliseconds:.2f} ms\n")
        return InvocationResult(
            request_id,
            answer["payload"].encode(),
            is_error=answer["isError"],
            logs=self.process.new_logs(),
        )

    def _start_process(self) -> None:
        memory = self.function_version.config.memory_size
        code = Path(self.variables["LAMBDA_TASK_ROOT"])
        self.process = NodeProcess(code, memory, self.variables, self.log_file)
        try:
            ready = self.process.read(INIT_LIMIT_SECONDS)
        except (ProcessTimedOut, ProcessEnded) as error:
            ready = _failure("Runtime.ExitError", f"Error: Runtime exited during its start: {error}")
        if ready.get("isError"):
            self.process.kill()
            raise StatusErrorException("Environment startup failed", ready["payload"].encode())

    def get_address(self) -> str:
        return LOOPBACK

    def get_endpoint_from_executor(self) -> str:
        return LOOPBACK

    def get_runtime_endpoint(self) -> str:
        # Invocations travel over pipes, so that no environment needs a port.
        return ""

    def get_logs(self) -> str:
        try:
            return self.log_file.read_text(errors="replace")
        except OSError as error:
            raise LambdaRuntimeException(f"There is no log of environment {self.id}") from error

    @classmethod
    def prepare_version(cls, function_version: FunctionVersion) -> None:
        function_version.config.code.prepare_for_execution()

    @classmethod
    def cleanup_version(cls, function_version: FunctionVersion) -> None:
        """The engine removes the unzipped code itself."""

    @classmethod
    def validate_environment(cls) -> bool:
        return True


def _failure(error_type: str, message: str) -> dict:
    payload = json.dumps({"errorType": error_type, "errorMessage": message})
    return {"payload": payload, "isError": True}
