import { indexNames, indexProjection } from "../../../lib/storage/table-shapes.ts";
import type { ClientCall, MeteredRun } from "./lambda-meter.ts";
import { assumptions, type PricedCall, usdOf } from "./prices.ts";
import { type Change, type Item, indexUnits, itemBytes, readUnits, tableUnits } from "./units.ts";

/** How much of each priced thing. */
export type Quantities = Readonly<Partial<Record<PricedCall, number>>>;

/** What one record would have cost on AWS. */
export interface RecordCost {
  readonly id: string;
  readonly usd: number;
  readonly quantities: Quantities;
}

type Input = Readonly<Record<string, unknown>>;
type Found = Parameters<typeof readUnits>[0];

/** Counts what records would have cost, from what the clients in the Lambdas say that they asked of AWS. */
export class CostMeter {
  readonly #tables = new Map<string, Map<string, Item>>();
  #waiting: MeteredRun[] = [];
  readonly #sums = new Map<string, Map<PricedCall, number>>();
  readonly #total = new Map<PricedCall, number>();
  /** The executions that were started, with the record that each is named by. */
  readonly executions = new Map<string, string>();

  /** Takes a run; it is counted when somebody asks, in the order in which its calls were made. */
  take(run: MeteredRun): void {
    this.#waiting.push(run);
  }

  /** What each record has cost so far, the newest first; a run that worked on several is shared by them. In the total are runs that worked on none, too. */
  costs(): { readonly records: readonly RecordCost[]; readonly total: Quantities } {
    const made = this.#waiting.flatMap((run) => run.calls.map((call) => ({ run, call })));
    for (const run of this.#waiting) this.#share(run, runQuantities(run));
    this.#waiting = [];
    for (const { run, call } of made.toSorted((one, other) => one.call.atMs - other.call.atMs))
      this.#share(run, this.#quantities(call));
    const all = [...this.#sums].map(([id, sums]) => {
      const usd = [...sums].reduce((sum, [priced, quantity]) => sum + usdOf(priced, quantity), 0);
      return { id, usd, quantities: Object.fromEntries(sums) as Quantities };
    });
    const records = all.toSorted((one, other) => (one.id.slice(4) < other.id.slice(4) ? 1 : -1));
    return { records, total: Object.fromEntries(this.#total) as Quantities };
  }

  #share({ subjects }: MeteredRun, quantities: Quantities): void {
    addTo(this.#total, quantities, 1);
    for (const id of subjects) {
      const sums = this.#sums.get(id) ?? new Map<PricedCall, number>();
      this.#sums.set(id, sums);
      addTo(sums, quantities, 1 / subjects.length);
    }
  }

  #quantities({ operation, input, found }: ClientCall): Quantities {
    const execution = String(found.executionArn ?? "");
    const [id] = /(stl|esc)_\w+/.exec(execution) ?? [];
    if (operation === "StartExecution" && id) this.executions.set(execution, id.slice(0, 30));
    const changes = this.#changes(operation, input);
    const units = changes.reduce((sum, [table, change]) => sum + this.#written(table, change), 0);
    const read = this.#read(operation, input, found);
    const other = pricedCalls[operation];
    return { ...(units > 0 && { dynamoWrite: units }), ...(read && { dynamoRead: readUnits(read) }), ...other };
  }

  #written(table: string, change: Change): number {
    const { before, after } = change;
    const item = after ?? before;
    if (item && after) this.#table(table).set(nameOf(item), after);
    else if (item) this.#table(table).delete(nameOf(item));
    return indexNames.reduce((sum, name) => sum + indexUnits(change, name, indexProjection), tableUnits(change));
  }

  #changes(operation: string, input: Input): (readonly [string, Change])[] {
    const changeOf = (what: string, each: Input, isTransaction: boolean): readonly [string, Change] => {
      const table = String(each.TableName);
      const key = (each.Item ?? each.Key) as Item;
      const before = this.#table(table).get(nameOf(key));
      const after = { Put: key, Delete: undefined, ConditionCheck: before }[what];
      return [table, { before, after: what === "Update" ? updated(before, each) : after, isTransaction }];
    };
    if (operation === "PutItem") return [changeOf("Put", input, false)];
    if (operation === "UpdateItem") return [changeOf("Update", input, false)];
    if (operation !== "TransactWriteItems") return [];
    return (input.TransactItems as Record<string, Input>[]).flatMap((each) =>
      Object.entries(each).map(([what, write]) => changeOf(what, write, true)),
    );
  }

  #read(operation: string, input: Input, found: Input): Found | null {
    if (operation === "BatchGetItem") {
      const asked = Object.values(input.RequestItems as Record<string, { Keys: Item[] }>).flatMap(({ Keys }) => Keys);
      const items = Object.values((found.Responses ?? {}) as Record<string, Item[]>).flat();
      const sizes = new Map(items.map((item) => [nameOf(item), itemBytes(item)]));
      return { bytes: asked.map((key) => sizes.get(nameOf(key)) ?? 0), isPage: false, isIndex: false };
    }
    if (operation !== "Query") return null;
    const items = (found.Items ?? []) as Item[];
    return { bytes: items.map(itemBytes), isPage: true, isIndex: input.IndexName !== undefined };
  }

  #table(name: string): Map<string, Item> {
    const known = this.#tables.get(name) ?? new Map<string, Item>();
    this.#tables.set(name, known);
    return known;
  }
}

function addTo(sums: Map<PricedCall, number>, quantities: Quantities, share: number): void {
  for (const [priced, quantity] of Object.entries(quantities) as [PricedCall, number][])
    sums.set(priced, (sums.get(priced) ?? 0) + quantity * share);
}

/** What a run itself is paid for: its start, its time, its lines, and its request at the gateway. */
function runQuantities({ ms, memoryMb, lines, replyBytes }: MeteredRun): Quantities {
  return {
    lambdaRequest: 1,
    lambdaArm: (ms / 1000) * (memoryMb / 1024),
    logBytes: lines.reduce((sum, bytes) => sum + bytes + assumptions.logEventBytes, 0),
    ...(replyBytes !== null && { apiRequest: 1, webAclRequest: 1, transfer: replyBytes + assumptions.wireBytes }),
  };
}

/** Calls that are paid one by one, whatever is in them. */
const pricedCalls: Readonly<Record<string, Quantities>> = {
  SendMessage: { queueRequest: assumptions.requestsAMessage },
  SendMessageBatch: { queueRequest: assumptions.requestsAMessage },
  Encrypt: { kmsRequest: 1 },
  Decrypt: { kmsRequest: 1 },
  GetSecretValue: { secretRequest: 1 },
  PutObject: { s3Put: 1 },
  GetObject: { s3Get: 1 },
};

function nameOf({ pk, sk }: Item): string {
  return `${pk?.S}\0${sk?.S}`;
}

/** An item after one of the store's updates: what is set, added and removed by name. */
function updated(before: Item | undefined, { Key, UpdateExpression, ...names }: Input): Item {
  const values = (names.ExpressionAttributeValues ?? {}) as Item;
  const attributes = (names.ExpressionAttributeNames ?? {}) as Readonly<Record<string, string>>;
  const item: Record<string, Item[string]> = { ...(before ?? (Key as Item)) };
  const clauses = String(UpdateExpression)
    .split(/\b(SET|ADD|REMOVE) /)
    .slice(1);
  for (let at = 0; at < clauses.length; at += 2)
    for (const part of (clauses[at + 1] ?? "").split(",").map((each) => each.trim())) {
      const [given = "", value = ""] = part.split(/[\s=]+/);
      const name = attributes[given] ?? given;
      const to = values[value];
      if (clauses[at] === "REMOVE") delete item[name];
      else if (clauses[at] === "SET" && to) item[name] = to;
      else if (to) item[name] = { N: String(Number(item[name]?.N ?? 0) + Number(to.N ?? 0)) };
    }
  return item;
}
