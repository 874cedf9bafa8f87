"""What API Gateway does on AWS and this version of the engine does not: binary media types of `*/*`, and IAM."""

import base64
import re

from localstack.aws.connect import connect_to
from localstack.services.apigateway.next_gen.execute_api import handlers
from localstack.services.apigateway.next_gen.execute_api.gateway_response import (
    MissingAuthTokenError,
)
from localstack.services.apigateway.next_gen.execute_api.integrations import aws

EVERYTHING = "*/*"
CREDENTIAL = re.compile(r"AWS4-HMAC-SHA256\s+Credential=([^/,\s]+)/")
matches_binary_media_types = aws.mime_type_matches_binary_media_types


def complete() -> None:
    """Adds both to the engine's gateway."""
    aws.mime_type_matches_binary_media_types = _matches
    aws.RestApiAwsProxyIntegration._format_body = staticmethod(_format_body)
    handlers.preprocess_request.append(_authorize)


def _matches(mime_type: str | None, binary_media_types: list[str]) -> bool:
    """The engine passes over `*/*`, which on AWS matches whatever is accepted, and no Accept at all."""
    if EVERYTHING in binary_media_types:
        return True
    return matches_binary_media_types(mime_type, binary_media_types)


def _format_body(body: bytes) -> tuple[str, bool]:
    """All APIs here have `*/*`, by which AWS hands every body over as base64."""
    return base64.b64encode(body).decode(), bool(body)


def _authorize(chain, context, response) -> None:
    """Refuses an unsigned call of an AWS_IAM method and names the caller of a signed one; signatures are not verified."""
    if context.resource_method.get("authorizationType") != "AWS_IAM":
        return
    signed = CREDENTIAL.match(context.invocation_request["headers"].get("Authorization") or "")
    if signed is None:
        raise MissingAuthTokenError("Missing Authentication Token")
    key = signed.group(1)
    caller = connect_to(aws_access_key_id=key, region_name=context.region).sts.get_caller_identity()
    context.context_variables["identity"].update(
        accessKey=key,
        accountId=caller["Account"],
        caller=caller["UserId"],
        user=caller["UserId"],
        userArn=caller["Arn"],
    )
