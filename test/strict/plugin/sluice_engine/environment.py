"""The environment variables of a Lambda, as AWS sets them, and no others."""

import os
from pathlib import Path

from localstack.services.lambda_.invocation.lambda_models import FunctionVersion

FROM_AWS = (
    "AWS_DEFAULT_REGION",
    "AWS_REGION",
    "AWS_LAMBDA_FUNCTION_NAME",
    "AWS_LAMBDA_FUNCTION_MEMORY_SIZE",
    "AWS_LAMBDA_FUNCTION_VERSION",
    "AWS_LAMBDA_INITIALIZATION_TYPE",
    "AWS_LAMBDA_LOG_GROUP_NAME",
    "AWS_LAMBDA_LOG_STREAM_NAME",
    "AWS_ACCESS_KEY_ID",
    "AWS_SECRET_ACCESS_KEY",
    "AWS_SESSION_TOKEN",
    "AWS_XRAY_CONTEXT_MISSING",
    "AWS_ENDPOINT_URL",
    "TZ",
    "_HANDLER",
)


def variables_of(given: dict, code: Path, version: FunctionVersion) -> dict[str, str]:
    """Picks from what the engine would hand to a container, and adds the function's own."""
    return {
        **{name: str(given[name]) for name in FROM_AWS if name in given},
        "AWS_EXECUTION_ENV": f"AWS_Lambda_{version.config.runtime}",
        "LAMBDA_TASK_ROOT": str(code),
        "LANG": "en_US.UTF-8",
        "PATH": os.environ["PATH"],
        "TMPDIR": os.environ.get("TMPDIR", "/tmp"),
        **(version.config.environment or {}),
    }
