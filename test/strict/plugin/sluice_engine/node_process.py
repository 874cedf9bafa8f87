"""One child process of Node that takes invocations over a pipe, a line each, and answers over another."""

import json
import os
import select
import subprocess
import threading
import time
from pathlib import Path

RUNTIME = Path(__file__).with_name("runtime.mjs")
CHUNK = 1 << 16


class ProcessTimedOut(Exception):
    """It did not answer in time, and was killed."""


class ProcessEnded(Exception):
    """It ended without an answer."""


class NodeProcess:
    """Its output goes to a file, which is complete whenever an answer has come."""

    def __init__(self, code: Path, memory: int, variables: dict[str, str], log_file: Path) -> None:
        log_file.parent.mkdir(parents=True, exist_ok=True)
        self._log = open(log_file, "ab+", buffering=0)
        self._log_read = self._log.seek(0, os.SEEK_END)
        self._ending = threading.Lock()
        self._buffer = b""
        child_in, to_child = os.pipe()
        from_child, child_out = os.pipe()
        self._to_child = open(to_child, "wb", buffering=0)
        self._from_child = open(from_child, "rb", buffering=0)
        heap = f"--max-old-space-size={memory * 9 // 10}"
        command = [os.environ["SLUICE_NODE"], heap, str(RUNTIME), str(child_in), str(child_out)]
        try:
            self._child = subprocess.Popen(
                command,
                cwd=code,
                env=variables,
                stdin=subprocess.DEVNULL,
                stdout=self._log,
                stderr=self._log,
                pass_fds=(child_in, child_out),
            )
        finally:
            os.close(child_in)
            os.close(child_out)

    def is_alive(self) -> bool:
        return self._child.poll() is None

    def exchange(self, message: dict, seconds: float) -> dict:
        """Sends one line and waits for one."""
        line = json.dumps(message).encode() + b"\n"
        try:
            while line:
                line = line[self._to_child.write(line[:CHUNK]) :]
        except OSError as error:
            self.kill()
            raise ProcessEnded(self._exit_status()) from error
        return self.read(seconds)

    def read(self, seconds: float) -> dict:
        """Waits for the next line; a process that is late is killed."""
        # A select takes no descriptor over 1023, a poll does.
        poll = select.poll()
        poll.register(self._from_child, select.POLLIN)
        while b"\n" not in self._buffer:
            before = time.monotonic()
            if not poll.poll(max(0, seconds * 1000)):
                self.kill()
                raise ProcessTimedOut("no answer in time")
            seconds -= time.monotonic() - before
            data = self._from_child.read(CHUNK)
            if not data:
                self.kill()
                raise ProcessEnded(self._exit_status())
            self._buffer += data
        line, self._buffer = self._buffer.split(b"\n", 1)
        return json.loads(line)

    def kill(self) -> None:
        """Ends it at once; its pipes and its log close with this object."""
        with self._ending:
            if self._child.poll() is None:
                self._child.kill()
            self._child.wait()

    def write_log(self, text: str) -> None:
        self._log.write(text.encode())

    def new_logs(self) -> str:
        """What was written since the last look."""
        self._log.seek(self._log_read)
        written = self._log.read()
        self._log_read += len(written)
        return written.decode(errors="replace")

    def _exit_status(self) -> str:
        code = self._child.returncode
        return f"signal {-code}" if code < 0 else f"exit status {code}"
