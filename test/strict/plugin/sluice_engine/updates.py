"""The updates of a stack that this version of the engine leaves out, or reports as done when they failed."""

from localstack.services.apigateway.resource_providers.aws_apigateway_deployment import (
    ApiGatewayDeploymentProvider,
)
from localstack.services.apigateway.resource_providers.aws_apigateway_stage import (
    ApiGatewayStageProvider,
)
from localstack.services.cloudformation.engine.v2.change_set_model_executor import (
    ChangeSetModelExecutor,
)
from localstack.services.cloudformation.resource_provider import OperationStatus, ProgressEvent

execute = ChangeSetModelExecutor.execute


def add() -> None:
    """A stage moves to a new deployment and stays, and a failed update says so."""
    ApiGatewayStageProvider.update = _update_stage
    ApiGatewayDeploymentProvider.delete = _delete_deployment
    ChangeSetModelExecutor.execute = _execute_or_raise


def _update_stage(self, request) -> ProgressEvent:
    model = request.desired_state
    operation = {"op": "replace", "path": "/deploymentId", "value": model["DeploymentId"]}
    request.aws_client_factory.apigateway.update_stage(
        restApiId=model["RestApiId"], stageName=model["StageName"], patchOperations=[operation]
    )
    return ProgressEvent(status=OperationStatus.SUCCESS, resource_model=model)


def _delete_deployment(self, request) -> ProgressEvent:
    """The engine deletes the API's stages with it, which on AWS keep a deployment from being deleted."""
    model = request.desired_state
    apigateway = request.aws_client_factory.apigateway
    stages = apigateway.get_stages(restApiId=model["RestApiId"])["item"]
    if any(stage["deploymentId"] == model["DeploymentId"] for stage in stages):
        message = "Active stages pointing to this deployment must be moved or deleted"
        return ProgressEvent(status=OperationStatus.FAILED, resource_model=model, message=message)
    apigateway.delete_deployment(restApiId=model["RestApiId"], deploymentId=model["DeploymentId"])
    return ProgressEvent(status=OperationStatus.SUCCESS, resource_model=model)


def _execute_or_raise(self):
    """UpdateStack, unlike a change set, ends as UPDATE_COMPLETE whatever came of it, and forgets what a later delete is to remove."""
    change_set = self._change_set
    name = change_set.change_set_name
    is_update = change_set.stack.status == "UPDATE_IN_PROGRESS" and name.startswith("cs-")
    result = execute(self)
    if is_update:
        change_set.stack.resolved_resources = result.resources
        if result.failure_message:
            raise RuntimeError(result.failure_message)
        change_set.stack.processed_template = change_set.processed_template
    return result
