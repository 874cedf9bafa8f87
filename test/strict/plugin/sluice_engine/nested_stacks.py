"""Updates nested stacks, which this version of the engine leaves out, and deletes them, which it gives up on."""

from botocore.exceptions import ClientError
from localstack.services.cloudformation.resource_provider import OperationStatus, ProgressEvent
from localstack.services.cloudformation.resource_providers.aws_cloudformation_stack import (
    CloudFormationStackProvider,
)

STARTED = "sluice-started"
CAPABILITIES = ["CAPABILITY_IAM", "CAPABILITY_NAMED_IAM", "CAPABILITY_AUTO_EXPAND"]


def add() -> None:
    """Adds both to the engine's own provider, which creates them."""
    CloudFormationStackProvider.update = _update
    CloudFormationStackProvider.delete = _delete


def _update(self, request) -> ProgressEvent:
    cloudformation = request.aws_client_factory.cloudformation
    model = request.desired_state
    model["Id"] = request.previous_state["Id"]
    model["Outputs"] = request.previous_state.get("Outputs", {})
    if STARTED not in request.custom_context:
        request.custom_context[STARTED] = True
        if not _start_update(cloudformation, model):
            return ProgressEvent(status=OperationStatus.SUCCESS, resource_model=model)
    stack = cloudformation.describe_stacks(StackName=model["Id"])["Stacks"][0]
    if stack["StackStatus"] == "UPDATE_COMPLETE":
        outputs = stack.get("Outputs", [])
        model["Outputs"] = {each["OutputKey"]: each["OutputValue"] for each in outputs}
    return _progress(request, model, stack["StackStatus"], "UPDATE_COMPLETE")


def _delete(self, request) -> ProgressEvent:
    cloudformation = request.aws_client_factory.cloudformation
    model = request.desired_state
    if STARTED not in request.custom_context:
        request.custom_context[STARTED] = True
        cloudformation.delete_stack(StackName=model["Id"])
    stack = cloudformation.describe_stacks(StackName=model["Id"])["Stacks"][0]
    return _progress(request, model, stack["StackStatus"], "DELETE_COMPLETE")


def _progress(request, model: dict, status: str, wanted: str) -> ProgressEvent:
    operation = OperationStatus.FAILED
    # While a stack is deleted the engine calls it UPDATE_COMPLETE_CLEANUP_IN_PROGRESS.
    if status.endswith("_IN_PROGRESS"):
        operation = OperationStatus.IN_PROGRESS
    if status == wanted:
        operation = OperationStatus.SUCCESS
    return ProgressEvent(
        status=operation,
        resource_model=model,
        custom_context=request.custom_context,
        message=f"the nested stack is {status}",
    )


def _start_update(cloudformation, model: dict) -> bool:
    parameters = [
        {"ParameterKey": key, "ParameterValue": str(value)}
        for key, value in model.get("Parameters", {}).items()
    ]
    try:
        cloudformation.update_stack(
            StackName=model["Id"],
            TemplateURL=model["TemplateURL"],
            Parameters=parameters,
            Capabilities=CAPABILITIES,
        )
    except ClientError as error:
        if "No updates are to be performed" in str(error):
            return False
        raise
    return True
