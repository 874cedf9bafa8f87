import { parseArgs } from "node:util";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { S3Client } from "@aws-sdk/client-s3";
import { type VerificationResult, verifyAudit } from "../../functions/app/audit/verify-audit.ts";
import { BucketArchive, FolderArchive } from "./audit-archive.ts";
import { TableStore } from "./audit-store.ts";
import { clientSettings, type Product, readWhere, stackOutput, type Where, whereOptions, whereUsage } from "./where.ts";

/** What `npm run audit:verify -- --help` prints. */
const auditUsage = `npm run audit:verify -- [options]
Proves the audit trail: every entry's hash and chain, every day's root, and the book against the archive.
Names the first broken entry and exits with 1.
${whereUsage}
  --screening      the screening interface's trail and archive, instead of the rails'
  --archive DIR    a copy of the archive instead of its bucket; alone, it is proven by itself`;

const options = {
  ...whereOptions,
  archive: { type: "string" },
  screening: { type: "boolean" },
  help: { type: "boolean" },
} as const;

/** Proves the trail that the command line names; says what was proven, or throws nothing and says what is broken. */
export async function runAuditVerify(args: readonly string[]): Promise<{ text: string; broken: boolean }> {
  const { archive: folder, screening, help, ...answer } = parseArgs({ args: [...args], options }).values;
  if (help) return { text: auditUsage, broken: false };
  const copy = folder === undefined ? undefined : new FolderArchive(folder);
  const alone = copy && Object.keys(answer).length === 0;
  return told(
    alone ? await verifyAudit(undefined, copy) : await verifyDeployed(answer, screening ? "screening" : "rails", copy),
  );
}

async function verifyDeployed(
  answer: Parameters<typeof readWhere>[0],
  product: Product,
  copy: FolderArchive | undefined,
): Promise<VerificationResult> {
  const where = readWhere(answer);
  const store = await storeOf(where, product);
  if (copy) return verifyAudit(store, copy);
  const s3 = new S3Client({ ...clientSettings(where), forcePathStyle: true });
  return verifyAudit(store, new BucketArchive(s3, await stackOutput(where, "AuditArchiveBucket", product)));
}

async function storeOf(where: Where, product: Product): Promise<TableStore> {
  const table = await stackOutput(where, "BookTable", product);
  return new TableStore(new DynamoDBClient(clientSettings(where)), table);
}

function told({ fault, ...found }: VerificationResult): { text: string; broken: boolean } {
  if (fault) {
    const which = fault.seq === null ? "" : `, entry ${fault.seq}`;
    return { text: `BROKEN: ${fault.aggregate}${which}: ${fault.what}`, broken: true };
  }
  const { aggregates, entries, days, archivedEntries, lastRoot } = found;
  const root = lastRoot === null ? "no day is archived yet" : `last root ${lastRoot.date} ${lastRoot.root}`;
  const text = [
    `${entries} entries of ${aggregates} records hold`,
    `${archivedEntries} entries of ${days} days are archived and hold; ${root}`,
  ];
  return { text: text.join("\n"), broken: false };
}
