import { Secret } from "aws-cdk-lib/aws-secretsmanager";
import type { Construct } from "constructs";
import type { Stage } from "../stacks/stage.ts";
import { removal } from "../storage/retention.ts";
import { acknowledge } from "./nag-suppressions.ts";

/**
 * The operators' tokens. A fresh stack's holds one, `{"name": "first-operator", "token": ...}`, made at deploy
 * time; operators are added and rotated as `{"operators": [{"name", "token"}, ...]}`.
 */
export function operatorSecret(scope: Construct, stage: Stage, product: string): Secret {
  const secret = new Secret(scope, "OperatorTokens", {
    description: `Internal tokens of the operators of ${product}, stage ${stage.name}.`,
    generateSecretString: {
      secretStringTemplate: JSON.stringify({ name: "first-operator" }),
      generateStringKey: "token",
      passwordLength: 43,
      excludePunctuation: true,
    },
    removalPolicy: removal(stage),
  });
  acknowledge(secret, { SMG4: "Operators rotate by adding a second token, both valid, and removing the first." });
  return secret;
}
