import { type Conditions, PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { Key } from "aws-cdk-lib/aws-kms";
import { type SecretPurpose, secretPurposes } from "../../functions/domain/core/secret-purpose.ts";

/** A grant on one kind of secret. */
export type SecretGrant = `${SecretPurpose}:${"encrypt" | "decrypt"}`;

/** Whether a grant is one on a kind of secret. */
export function isSecretGrant(grant: string): grant is SecretGrant {
  return Object.hasOwn(secretPurposes, grant.split(":")[0] ?? "");
}

/** The key that seals a grant's kind of secret. */
export function keyNameOf(grant: SecretGrant): (typeof secretPurposes)[SecretPurpose]["key"] {
  return secretPurposes[purposeOf(grant)].key;
}

/** To seal or to open one kind of secret: the key answers for no other purpose, and not without an owner but to open what the last release sealed. */
export function sealingStatements(grant: SecretGrant, key: Key): PolicyStatement[] {
  const purpose = purposeOf(grant);
  const actions = [grant.endsWith(":encrypt") ? "kms:Encrypt" : "kms:Decrypt"];
  const on = { actions, resources: [key.keyArn] };
  const owned = new PolicyStatement({ ...on, conditions: inContext(purpose, ["purpose", "owner"]) });
  if (grant.endsWith(":encrypt")) return [owned];
  const former = inContext(secretPurposes[purpose].former, ["purpose"]);
  return [owned, new PolicyStatement({ ...on, conditions: former })];
}

function purposeOf(grant: SecretGrant): SecretPurpose {
  return grant.split(":")[0] as SecretPurpose;
}

/** An encryption context of these members and no others, with this purpose. */
function inContext(purpose: string, members: readonly string[]): Conditions {
  return {
    StringEquals: { "kms:EncryptionContext:purpose": purpose },
    "ForAllValues:StringEquals": { "kms:EncryptionContextKeys": members },
    ...(members.includes("owner") && { Null: { "kms:EncryptionContext:owner": "false" } }),
  };
}
