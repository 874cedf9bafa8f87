import { CfnResource, type Stack } from "aws-cdk-lib";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import type { Stage } from "../stacks/stage.ts";
import { logKeeping } from "./retention.ts";

/** Holds the CDK's own Lambda, which empties buckets when a stack is destroyed, to the rules of ours: a log kept for a set time, our processor. */
export function tidyEmptier(stack: Stack, stage: Stage): void {
  const emptier = stack.node
    .tryFindChild("Custom::S3AutoDeleteObjectsCustomResourceProvider")
    ?.node.tryFindChild("Handler");
  if (!(emptier instanceof CfnResource)) return;
  const log = new LogGroup(stack, "emptier-log", logKeeping(stage));
  emptier.addPropertyOverride("LoggingConfig", { LogGroup: log.logGroupName });
  emptier.addPropertyOverride("Architectures", ["arm64"]);
}
