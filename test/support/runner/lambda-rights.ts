import { subjectKeyPurpose } from "../../../functions/domain/core/secret-purpose.ts";
import { storePartOf, storeParts } from "../../../functions/domain/operations/store-part.ts";
import { deployedLambdas } from "../../../lib/api/deployed-lambdas.ts";
import { covers } from "../../stack/principals.ts";

type Input = Readonly<Record<string, unknown>>;
type Keyed = { readonly TableName?: string; readonly Item?: unknown; readonly Key?: unknown };

const secrets: Readonly<Record<string, string>> = {
  "arn:operators": "operator-tokens:read",
  "arn:cursors": "cursor-keys:read",
  "arn:vendors": "vendor-secrets:read",
  "arn:kyt": "kyt-key:read",
  "arn:links": "link-keys:read",
};

const tables = { deliveries: "deliveries:write", "mock-rail": "mock-rail:write" } as const;

/** The right that a Lambda behind the gateway lacks for a call of AWS, as IAM would judge it by the Lambda's grants; null where it has it. Reading tables and what is in buckets and queues is not judged. */
export function lacking(lambda: string, name: string, input: Input): string | null {
  const grants: readonly string[] = deployedLambdas[lambda]?.grants ?? [];
  const unless = (grant: string) => (grants.includes(grant) ? null : grant);
  const { purpose, kind } = (input.EncryptionContext ?? {}) as { purpose?: string; kind?: string };
  switch (name) {
    case "GetSecretValue":
      return unless(secrets[String(input.SecretId)] ?? String(input.SecretId));
    case "Invoke":
      return unless("operator-digests:ask");
    case "Encrypt":
      return unless(purpose === subjectKeyPurpose ? `${kind}-keys:make` : `${purpose}:encrypt`);
    case "Decrypt":
      return unless(purpose === subjectKeyPurpose ? `${kind}-keys:open` : `${purpose}:decrypt`);
    case "PutItem":
    case "UpdateItem":
    case "DeleteItem":
      return lackingWrite(grants, input);
    case "TransactWriteItems": {
      const writes = (input.TransactItems as Record<string, Keyed>[]).flatMap((each) => Object.values(each));
      return writes.map((each) => lackingWrite(grants, each)).find((each) => each !== null) ?? null;
    }
    default:
      return null;
  }
}

function lackingWrite(grants: readonly string[], { TableName, Item, Key }: Keyed): string | null {
  if (TableName === "deliveries" || TableName === "mock-rail") {
    const grant = tables[TableName];
    return grants.includes(grant) ? null : grant;
  }
  const pk = ((Item ?? Key) as { pk: { S: string } }).pk.S;
  if (TableName === "subject-keys") {
    const grant = `${pk.split(":")[0]}-keys:make`;
    return grants.includes(grant) || grants.includes("subject-keys:erase") ? null : grant;
  }
  if (grants.includes("book:write")) return null;
  const parts = grants.map(storePartOf).filter((part) => part !== null);
  const isTheirs = parts.flatMap((part) => storeParts[part]).some((start) => covers(start, pk));
  return isTheirs ? null : `a part of the book with ${pk}`;
}
