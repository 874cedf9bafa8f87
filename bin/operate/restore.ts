import { existsSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { type RestoredTables, readRestoredTables, restoredFile, restoredTables } from "../../lib/storage/restored.ts";
import { type RecordTable, type TableShape, tableShapes } from "../../lib/storage/table-shapes.ts";
import { Trouble } from "../sandbox/trouble.ts";
import { activeTable, beginRestore, completeTable, refuseShape } from "./restored-table.ts";
import { clientSettings, readWhere, stackOutput, type Where, whereOptions, whereUsage } from "./where.ts";

const names = Object.keys(tableShapes) as RecordTable[];

/** What `npm run restore -- --help` prints. */
const restoreUsage = `npm run restore -- --table ${names.join("|")} --to TIME|latest [options]
Restores a table under a new name, completes what a restore leaves out, and names it in stages/NAME.restored.json: from
the next deployment on it is the stage's table. The old table stays as it is.
  --table NAME     book: invoices, payments, ledger, audit trail; deliveries: webhooks' deliveries;
                   screening: the screening interface's records
  --to TIME        as it stood then (2026-11-22T10:00:00Z), or latest; of a deleted table only latest
  --adopt TABLE    a table that is restored already, instead of --to
  --file FILE      where to name it (stages/NAME.restored.json)
${whereUsage}`;

const text = { type: "string" } as const;
const options = { ...whereOptions, table: text, to: text, adopt: text, file: text, help: { type: "boolean" } } as const;

/** Makes a restored table the stage's, as the command line says. */
export async function runRestore(args: readonly string[]): Promise<string> {
  const { help, table, to, adopt, file, ...answer } = parseArgs({ args: [...args], options }).values;
  if (help) return restoreUsage;
  const name = names.find((known) => known === table);
  if (name === undefined) throw new Trouble(`Which table? Say --table ${names.join(", or --table ")}.`);
  if ((to === undefined) === (adopt === undefined))
    throw new Trouble("Say --to with a time or latest, or --adopt with a table that is restored already.");
  const at = to === undefined ? null : momentOf(to);
  const where = readWhere(answer);
  const shape: TableShape = tableShapes[name];
  const restorer = {
    client: new DynamoDBClient(clientSettings(where)),
    paceMs: where.endpoint === null ? 15_000 : 100,
  };
  const source = await stackOutput(where, shape.output, shape.product);
  const target = adopt ?? newName(where.stage, name);
  if (at !== null) {
    await beginRestore(restorer, { source, target, at });
    console.log(`${source} is being restored as ${target}. If this ends early, say --adopt ${target}.`);
  }
  const active = await activeTable(restorer, target);
  refuseShape(active, shape);
  const tags = { product: "sluice", stage: where.stage };
  const { LatestStreamArn } = await completeTable(restorer, active, { ...{ stream: shape.stream, tags } });
  const named = { name: target, ...(shape.stream && { streamArn: LatestStreamArn }) };
  const path = file ?? restoredFile(where.stage);
  writeRestored(path, { [name]: named });
  return nextSteps(where, { name, source, target, path });
}

function momentOf(to: string): Date | "latest" {
  if (to === "latest") return to;
  const isMoment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?Z$/.test(to) && !Number.isNaN(Date.parse(to));
  if (!isMoment) throw new Trouble(`--to ${to} is neither latest nor a time in UTC like 2026-11-22T10:00:00Z.`);
  if (Date.parse(to) > Date.now()) throw new Trouble(`--to ${to} is in the future.`);
  return new Date(to);
}

function newName(stage: string, table: RecordTable): string {
  const digits = new Date().toISOString().replaceAll(/\D/g, "").slice(0, 14);
  return `sluice-${stage}-${table}-${digits}`;
}

function writeRestored(path: string, more: unknown): void {
  const before: RestoredTables = existsSync(path) ? readRestoredTables(path) : {};
  const now = restoredTables.parse({ ...before, ...(more as RestoredTables) });
  writeFileSync(path, `${JSON.stringify(now, null, 2)}\n`);
}

function nextSteps(
  { stage }: Where,
  { name, source, target, path }: { name: RecordTable; source: string; target: string; path: string },
): string {
  const trail = name === "screening" ? " --screening" : "";
  return [
    `${target} is ready, and ${path} names it as the stage's table ${name}.`,
    `Next: commit that file, then npx cdk deploy --all -c stage=${stage}`,
    ...(name === "deliveries" ? [] : [`Then: npm run audit:verify -- --stage ${stage}${trail}`]),
    ...(name === "book" ? ["Then: GET /admin/ledger/trial-balance, and GET /admin/recon since that time"] : []),
    `${source} stays as it is: delete it by hand when all of that holds.`,
  ].join("\n");
}
