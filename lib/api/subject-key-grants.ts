import type { TableV2 } from "aws-cdk-lib/aws-dynamodb";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { Key } from "aws-cdk-lib/aws-kms";
import { subjectKeyPurpose } from "../../functions/domain/core/secret-purpose.ts";
import type { Grant } from "../../functions/http/operation.ts";

type SubjectKeyGrant = Extract<Grant, `${string}-keys:${"open" | "make" | "erase"}`>;

interface SubjectKeyThings {
  readonly subjectKeys: TableV2;
  /** Wraps the data keys of subjects. */
  readonly subjectKey: Key;
}

export function isSubjectKeyGrant(grant: Grant): grant is SubjectKeyGrant {
  return /-keys:(open|make|erase)$/.test(grant);
}

/** The data keys of one kind of subject: their rows by leading keys, their wrapping by encryption context. Erasing reads and overwrites those of every kind, and opens none. */
export function subjectKeyStatements(
  grant: SubjectKeyGrant,
  { subjectKeys: table, subjectKey: key }: SubjectKeyThings,
): PolicyStatement[] {
  if (grant === "subject-keys:erase") {
    const actions = ["dynamodb:BatchGetItem", "dynamodb:PutItem", "dynamodb:Query"];
    return [new PolicyStatement({ actions, resources: [table.tableArn, `${table.tableArn}/index/due`] })];
  }
  const [kind = "", what] = grant.split("-keys:");
  const purpose = { "kms:EncryptionContext:purpose": subjectKeyPurpose, "kms:EncryptionContext:kind": kind };
  return [
    new PolicyStatement({
      actions: ["dynamodb:BatchGetItem", ...(what === "make" ? ["dynamodb:PutItem"] : [])],
      resources: [table.tableArn],
      conditions: { "ForAllValues:StringLike": { "dynamodb:LeadingKeys": [`${kind}:*`] } },
    }),
    new PolicyStatement({
      actions: [what === "make" ? "kms:Encrypt" : "kms:Decrypt"],
      resources: [key.keyArn],
      conditions: { StringEquals: purpose },
    }),
  ];
}
