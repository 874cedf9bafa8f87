import { CfnResource, RemovalPolicy, type Stack } from "aws-cdk-lib";
import { LogGroup, RetentionDays } from "aws-cdk-lib/aws-logs";

/** Holds the CDK's own Lambda, which empties buckets when a stack is destroyed, to the rules of ours: a log kept for a set time, our processor. */
export function tidyEmptier(stack: Stack): void {
  const emptier = stack.node
    .tryFindChild("Custom::S3AutoDeleteObjectsCustomResourceProvider")
    ?.node.tryFindChild("Handler");
  if (!(emptier instanceof CfnResource)) return;
  const log = new LogGroup(stack, "emptier-log", {
    retention: RetentionDays.ONE_MONTH,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  emptier.addPropertyOverride("LoggingConfig", { LogGroup: log.logGroupName });
  emptier.addPropertyOverride("Architectures", ["arm64"]);
}
