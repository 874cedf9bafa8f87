import { SecretValue } from "aws-cdk-lib";
import { Secret } from "aws-cdk-lib/aws-secretsmanager";
import type { Construct } from "constructs";
import type { Stage } from "../stacks/stage.ts";
import { removal } from "../storage/retention.ts";
import { acknowledge } from "./nag-suppressions.ts";

/** Whose vendors, and whether any of them knows us by a key. */
interface Keyed {
  readonly product: string;
  readonly needed: boolean;
}

/** What the vendors know us by, and the keys that their callbacks are signed with; empty until somebody fills it in (docs/rails.md, docs/aws.md). None where no vendor asks for any. */
export function vendorSecret(scope: Construct, stage: Stage, { product, needed }: Keyed): Secret | null {
  if (!needed) return null;
  const secret = emptySecret(scope, stage, "VendorKeys", `Keys of the vendors of ${product}`);
  acknowledge(secret, {
    SMG4: "The vendors make the keys; a person puts a new one beside the old one and removes that.",
  });
  return secret;
}

/** What the gates are known by to the screening interface, apart from the vendors' keys, since Lambdas screen that move no money: empty until somebody fills it in (docs/aws.md). None where a mock screens. */
export function kytKeySecret(scope: Construct, stage: Stage): Secret | null {
  if (stage.kyt !== "sluice") return null;
  const secret = emptySecret(scope, stage, "KytKey", "Key of the gates at the screening interface");
  acknowledge(secret, { SMG4: "The screening interface makes the key; a person mints another and revokes it." });
  return secret;
}

function emptySecret(scope: Construct, stage: Stage, id: string, what: string): Secret {
  return new Secret(scope, id, {
    description: `${what}, stage ${stage.name}.`,
    // No secret yet: an empty object, so that the first reader says what is missing.
    secretStringValue: SecretValue.unsafePlainText("{}"),
    removalPolicy: removal(stage),
  });
}
