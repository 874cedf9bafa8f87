import { Secret } from "aws-cdk-lib/aws-secretsmanager";
import type { Construct } from "constructs";
import type { Stage } from "../stacks/stage.ts";
import { removal } from "../storage/retention.ts";
import { acknowledge } from "./nag-suppressions.ts";

/**
 * What the cursors of lists are sealed by. A fresh stack's holds one key, `{"key": ...}`, made at deploy time; it is
 * rotated as `{"keys": [new, old]}`, and the old one taken away once nobody is on a page of it (docs/aws.md).
 */
export function cursorSecret(scope: Construct, stage: Stage, product: string): Secret {
  const secret = new Secret(scope, "CursorKeys", {
    description: `Keys that the cursors of lists of ${product} are sealed by, stage ${stage.name}.`,
    generateSecretString: {
      secretStringTemplate: "{}",
      generateStringKey: "key",
      passwordLength: 64,
      excludePunctuation: true,
    },
    removalPolicy: removal(stage),
  });
  acknowledge(secret, { SMG4: "Operators rotate by putting a second key before the first and removing that." });
  return secret;
}
