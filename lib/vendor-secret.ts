import { SecretValue } from "aws-cdk-lib";
import { Secret } from "aws-cdk-lib/aws-secretsmanager";
import type { Construct } from "constructs";
import { acknowledge } from "./acknowledge.ts";
import { removal } from "./keeping.ts";
import { hasVendorKeys, type Stage } from "./stage.ts";

/** What the vendors know us by, and the keys that their callbacks are signed with; empty until somebody fills it in (docs/rails.md). None where no vendor asks for any. */
export function vendorSecret(scope: Construct, stage: Stage): Secret | null {
  if (!hasVendorKeys(stage)) return null;
  const secret = new Secret(scope, "VendorKeys", {
    description: `Keys of the vendors of sluice, stage ${stage.name}.`,
    // No secret yet: an empty object, so that the first reader says what is missing.
    secretStringValue: SecretValue.unsafePlainText("{}"),
    removalPolicy: removal(stage),
  });
  acknowledge(secret, {
    SMG4: "The vendors make the keys; a person puts a new one beside the old one and removes that.",
  });
  return secret;
}
