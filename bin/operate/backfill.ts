import { parseArgs } from "node:util";
import { signupRecordType } from "../../functions/app/access/request-access.ts";
import { kybRecordType } from "../../functions/app/onboarding/record.ts";
import { listEndedCases } from "../../functions/app/operations/list-cases.ts";
import { sealPayments } from "../../functions/app/operations/seal-payments.ts";
import {
  type SealContext,
  type SealResult,
  sealLetters,
  sealRecords,
} from "../../functions/app/operations/seal-rows.ts";
import { accountRequestRecordType } from "../../functions/app/screening/account-requests.ts";
import { backfillLists } from "../../functions/app/screening/backfill-lists.ts";
import { sealContext } from "../../functions/wiring/operations/seal-rows.ts";
import { Trouble } from "../sandbox/trouble.ts";
import { listsContext } from "./lists.ts";
import {
  clientSettings,
  type Product,
  readWhere,
  stackOutput,
  stackResources,
  type Where,
  whereOptions,
  whereUsage,
} from "./where.ts";

/** What `npm run backfill -- --help` prints. */
const usage = `npm run backfill -- [options]
Seals what an earlier release stored of people in clear (applications, requests for access and for an account, addresses
of letters, payers), and
lists what it made without the lists that the daily job and operators find it by: what came to nothing, dispute cases
that ended, and screens, monitors, accounts and own entries of the screening interface. Changes nothing else; may be stopped, repeated, and run
beside the service.
${whereUsage}
Nothing said is the sandbox that runs here.`;

const options = { ...whereOptions, help: { type: "boolean" } } as const;

/** Brings the rows of the deployment that the command line names to what this release writes; says how many. */
export async function runBackfill(args: readonly string[]): Promise<string> {
  const { help, ...answer } = parseArgs({ args: [...args], options }).values;
  if (help) return usage;
  const isLocal = answer.stage === undefined && answer.endpoint === undefined;
  const where = readWhere(isLocal ? { ...answer, local: true } : answer);
  const sealed = await sealDeployed(where);
  const { records, listed } = await backfillLists(await listsContext(where));
  return [...sealed, `${records} records of the screening interface looked at, ${listed} of them listed.`].join("\n");
}

async function sealDeployed(where: Where): Promise<string[]> {
  const rails = await sealContextOf(where, "rails");
  const screening = await sealContextOf(where, "screening");
  return [
    told("applications", await sealRecords(rails, kybRecordType)),
    told("requests for access", await sealRecords(rails, signupRecordType)),
    told("letters", await sealLetters(rails)),
    told("payments", await sealPayments(rails)),
    told("dispute cases", await listEndedCases(rails)),
    told("requests for an account", await sealRecords(screening, accountRequestRecordType)),
  ];
}

async function sealContextOf(where: Where, product: Product): Promise<SealContext> {
  const [table = "", keysTable = ""] = await Promise.all(
    ["BookTable", "SubjectKeysTable"].map((name) => stackOutput(where, name, product)),
  );
  const keys = await stackResources(where, "AWS::KMS::Key", product);
  const wrapKey = keys.find(({ logicalId }) => /^(?:People)?SubjectsSecretsKey/.test(logicalId))?.physicalId;
  if (wrapKey === undefined) throw new Trouble("The stack has no key over the data keys of subjects; deploy it first.");
  return sealContext({ settings: clientSettings(where), table, keysTable, wrapKey });
}

function told(what: string, { looked, written }: SealResult): string {
  return `${looked} ${what} looked at, ${written} of them sealed or listed.`;
}
