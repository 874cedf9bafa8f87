import { Key } from "aws-cdk-lib/aws-kms";
import type { Construct } from "constructs";
import type { Stage } from "../stacks/stage.ts";
import { removal } from "../storage/retention.ts";

/** A key over secrets of one kind, renewed every year. */
export function secretsKey(scope: Construct, stage: Stage, description: string): Key {
  return new Key(scope, "SecretsKey", { description, enableKeyRotation: true, removalPolicy: removal(stage) });
}
