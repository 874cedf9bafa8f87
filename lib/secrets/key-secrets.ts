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
  return keySecret(scope, stage, "CursorKeys", `Keys that the cursors of lists of ${product} are sealed by`);
}

/** What the tokens of links to invoices' and escrows' pages are made by; rotated in the same way, and an old key ends the links that were told with it when it is taken away. */
export function linkSecret(scope: Construct, stage: Stage, product: string): Secret {
  return keySecret(scope, stage, "LinkKeys", `Keys that the links to pages of ${product} are made by`);
}

function keySecret(scope: Construct, stage: Stage, id: string, what: string): Secret {
  const secret = new Secret(scope, id, {
    description: `${what}, stage ${stage.name}.`,
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
