import { assumptions } from "../../../bin/sandbox/cost/prices.ts";
import {
  type Change,
  indexUnits,
  itemBytes,
  type Projection,
  projectItem,
  readUnits,
  tableUnits,
} from "../../../bin/sandbox/cost/units.ts";
import type { IndexName } from "../../../functions/app/core/ports.ts";
import { serviceLogLevels } from "../../../lib/observability/log-levels.ts";
import { type FixedParts, fixedLines } from "./fixed.ts";
import type { Run } from "./lambda-runs.ts";
import { type Line, line, usdSum } from "./line.ts";
import type { AwsCall } from "./metered-aws.ts";

/** The indexes of each table. */
export type Tables = Readonly<Record<string, Partial<Readonly<Record<IndexName, Projection>>>>>;

function sum<T>(all: readonly T[], of: (each: T) => number): number {
  return all.reduce((total, each) => total + of(each), 0);
}

/** A change, and the table that it was made in. */
type TableChange = Change & { readonly table: string };

/** All that these runs wrote. */
export function changesOf(runs: readonly Run[]): TableChange[] {
  return runs.flatMap(({ aws }) => aws.flatMap(({ table, changes }) => changes.map((each) => ({ ...each, table }))));
}

/** Write units that a change takes in its table's indexes. */
export function unitsOfIndexes(change: TableChange, tables: Tables): number {
  return sum(indexesOf(tables, change.table), ([name, projection]) => indexUnits(change, name, projection));
}

/** The indexes of a table, by their names. */
export function indexesOf(tables: Tables, table: string): [string, Projection][] {
  const indexes = tables[table];
  if (!indexes) throw new Error(`no table is called ${table}`);
  return Object.entries(indexes);
}

/** Tables: units written and read, and a month of what was left in them. */
function tableLines(runs: readonly Run[], tables: Tables): Line[] {
  const changes = changesOf(runs);
  const inIndexes = sum(changes, (each) => unitsOfIndexes(each, tables));
  const reads = runs.flatMap(({ aws }) => aws.flatMap(({ read }) => (read ? [read] : [])));
  const { own, all } = stored(changes, tables);
  return [
    line("DynamoDB", "write units of tables", "dynamoWrite", sum(changes, tableUnits)),
    line("DynamoDB", "write units of indexes", "dynamoWrite", inIndexes),
    line("DynamoDB", "read units", "dynamoRead", sum(reads, readUnits)),
    line("DynamoDB", "GB kept for the first month", "dynamoStorage", all / 1e9),
    line("DynamoDB", "GB recoverable to the second", "dynamoRecovery", own / 1e9),
  ];
}

/** Bytes that were not there before: items, and their copies in indexes. */
function stored(changes: readonly TableChange[], tables: Tables) {
  const existing = (item: Change["after"]) => (item ? itemBytes(item) + assumptions.storedExtraBytes : 0);
  const own = sum(changes, ({ before, after }) => existing(after) - existing(before));
  const copies = sum(changes, ({ table, before, after }) =>
    sum(
      indexesOf(tables, table),
      ([name, projection]) =>
        existing(projectItem(after, name, projection)) - existing(projectItem(before, name, projection)),
    ),
  );
  return { own, all: own + copies };
}

function callMs({ operation, table }: AwsCall): number {
  if (operation === "TransactWriteItems") return assumptions.transactionMs;
  return table === "" ? assumptions.otherAwsMs : assumptions.tableMs;
}

/** How long a warm Lambda is billed for a run: its own work and every wait, one after the other. */
export function billedMs({ aws, bank, screening, receivers, memoryMb }: Run): number {
  const { ownMs, ownMsMb, bankMs, screeningMs, receiverMs, coldShare, coldMs } = assumptions;
  const waits = bank.length * bankMs + screening.length * screeningMs + receivers.length * receiverMs;
  return (ownMs * ownMsMb) / memoryMb + sum(aws, callMs) + waits + coldShare * coldMs;
}

/** What Lambda itself prints for a run in which nothing goes wrong. */
const platformBytes = serviceLogLevels.lambda === "WARN" ? 0 : assumptions.platformBytes;

/** Runs of Lambdas, and what they print. */
function lambdaLines(runs: readonly Run[]): Line[] {
  const gbSeconds = sum(runs, (run) => (billedMs(run) / 1000) * (run.memoryMb / 1024));
  const printed = sum(
    runs,
    ({ lines }) => platformBytes + sum(lines, (line) => Buffer.byteLength(line) + assumptions.logEventBytes),
  );
  return [
    line("Lambda", "runs", "lambdaRequest", runs.length),
    line("Lambda", "GB-seconds", "lambdaArm", gbSeconds),
    line("CloudWatch", "bytes that Lambdas print", "logBytes", printed),
  ];
}

/** Requests through the gateway, with its log. */
function gatewayLines(runs: readonly Run[]): Line[] {
  const requests = runs.filter(({ replyBytes }) => replyBytes !== undefined);
  const accessed = requests.length * (assumptions.accessBytes + assumptions.logEventBytes);
  return [
    line("API Gateway", "requests", "apiRequest", requests.length),
    line("WAF", "requests looked at", "webAclRequest", requests.length),
    line("CloudWatch", "bytes of the gateway's log", "logBytes", accessed),
  ];
}

/** What leaves for the internet: replies, webhooks, questions to the bank and to the screening interface. */
function transferLines(runs: readonly Run[]): Line[] {
  const sent = runs.flatMap(({ replyBytes, bank, screening, receivers }) => [
    ...(replyBytes === undefined ? [] : [replyBytes]),
    ...[...bank, ...screening, ...receivers],
  ]);
  return [
    line(
      "Transfer",
      "bytes out",
      "transfer",
      sum(sent, (bytes) => bytes + assumptions.wireBytes),
    ),
  ];
}

/** Other calls to AWS that are paid one by one. */
function callLines(runs: readonly Run[]): Line[] {
  const calls = runs.flatMap(({ aws }) => aws.map(({ operation }) => operation));
  const count = (...names: string[]) => calls.filter((each) => names.includes(each)).length;
  return [
    line("SQS", "requests", "queueRequest", count("SendMessageBatch") * assumptions.requestsAMessage),
    line("KMS", "requests", "kmsRequest", count("Decrypt", "Encrypt")),
    line("Secrets Manager", "requests", "secretRequest", count("GetSecretValue")),
    line("S3", "writes", "s3Put", count("S3 PUT")),
    line("S3", "reads", "s3Get", count("S3 GET")),
  ].filter(({ quantity }) => quantity > 0);
}

/** Executions of the machine: every event is logged, without data. */
function machineLines(transitions: number, events: number): Line[] {
  const bytes = events * (assumptions.machineEventBytes + assumptions.logEventBytes);
  return [
    line("Step Functions", "transitions", "transition", transitions),
    line("CloudWatch", "bytes of the machine's log", "logBytes", bytes),
  ];
}

/** What runs by the clock, shared by a month's settlements. */
function shared(lines: readonly Line[], timesAMonth: number): Line[] {
  const share = timesAMonth / assumptions.settlementsAMonth;
  return lines.map(({ quantity, usd, ...rest }) => ({ ...rest, quantity: quantity * share, usd: usd * share }));
}

/** A design as far as it costs something: what runs for a settlement and every minute, and what its machine does. */
export interface Design {
  readonly runs: readonly Run[];
  readonly everyMinute: readonly Run[];
  readonly transitions: number;
  /** Events of an execution's history, each of them logged. */
  readonly machineEvents: number;
  readonly tables: Tables;
  /** What is paid by the month, whatever happens. */
  readonly fixed: FixedParts;
}

function runLines(runs: readonly Run[], tables: Tables): Line[] {
  return [tableLines, lambdaLines, gatewayLines, transferLines, callLines].flatMap((of) => of(runs, tables));
}

/** A year of what CloudWatch took in, compressed. */
function keptLogs(lines: readonly Line[]): Line {
  const { logKeptShare, logKeptMonths } = assumptions;
  const bytes = sum(
    lines.filter(({ service }) => service === "CloudWatch"),
    ({ quantity }) => quantity,
  );
  return line("CloudWatch", "GB-months of kept logs", "logStorage", (bytes / 1e9) * logKeptShare * logKeptMonths);
}

/** The whole bill; lines of the same name are one. */
export function billOf({ runs, everyMinute, transitions, machineEvents, tables, fixed }: Design): Line[] {
  const all = [
    ...(transitions === 0 ? [] : machineLines(transitions, machineEvents)),
    ...runLines(runs, tables),
    ...shared(runLines(everyMinute, tables), assumptions.secondsAMonth / 60),
  ];
  const grouped = Map.groupBy(
    [...all, keptLogs(all), ...fixedLines(fixed)].filter(({ quantity }) => quantity > 0),
    ({ service, what }) => `${service} ${what}`,
  );
  return [...grouped.values()].flatMap((lines) => {
    const [first] = lines;
    return first ? [{ ...first, quantity: sum(lines, ({ quantity }) => quantity), usd: usdSum(lines) }] : [];
  });
}
