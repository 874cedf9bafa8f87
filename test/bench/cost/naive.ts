import type { Design } from "./bill.ts";
import type { Run } from "./lambda-runs.ts";
import type { AwsCall } from "./metered-aws.ts";
import type { Change, Item } from "./units.ts";

/** Of every transition of the machine that does something: one state marks it begun, one does it, one marks it done. */
const statesATransition = 3;

const typeOf = ({ before, after }: Change) => (after ?? before)?.type?.S ?? "";

/** An entry without what makes it an outbox: this design tells others directly, and loses what a crash swallows. */
function plain(item: Item | undefined): Item | undefined {
  if (item?.type?.S !== "entry") return item;
  const { outbox: _, duePk: __, dueSk: ___, ...rest } = item;
  return rest;
}

/** A call that puts one item: no transaction, so that it costs half, and nothing holds its neighbours together with it. */
function put(table: string, before: Item | undefined, after: Item | undefined): AwsCall {
  const change = { before: plain(before), after: plain(after), isTransaction: false };
  return { operation: "PutItem", table, changes: [change], read: undefined };
}

/** Every posting of an entry is a record of the ledger, put by itself. */
function ledgerPuts({ before, after }: Change): AwsCall[] {
  if (before || after?.type?.S !== "entry") return [];
  const { postings, at } = JSON.parse(after.body?.S ?? "") as { postings: object[]; at: string };
  return postings.map((posting, index) =>
    put("ledger", undefined, {
      pk: { S: after.pk?.S ?? "" },
      sk: { S: `${after.sk?.S}#${index}` },
      body: { S: JSON.stringify({ ...posting, at }) },
    }),
  );
}

/** A run's calls, each write by itself. Claims are dropped, since another table stands for them, and so is handing on. */
function apart({ aws }: Run): AwsCall[] {
  return aws.flatMap((call) => {
    if (call.changes.length === 0) return [call];
    const stored = call.changes.filter((each) => {
      const isCheck = each.before === each.after;
      const isHandedOn = typeOf(each) === "entry" && each.before !== undefined;
      return !isCheck && !isHandedOn && typeOf(each) !== "claim";
    });
    return stored.flatMap((each) => [put(call.table, each.before, each.after), ...ledgerPuts(each)]);
  });
}

/** Powertools' idempotency around a handler: its record is put in progress, and updated with the answer. */
function idempotent(run: Run): AwsCall[] {
  const key = { id: { S: `${run.lambda}#${"0".repeat(44)}` } };
  const began = { ...key, status: { S: "INPROGRESS" }, expiration: { N: "1770000000" } };
  const begun = { ...began, in_progress_expiration: { N: "1770000000000" } };
  const done = { ...begun, status: { S: "COMPLETED" }, data: { S: "x".repeat(run.replyBytes ?? 64) } };
  return [put("idempotency", undefined, begun), put("idempotency", begun, done)];
}

/** A state that marks a transition: it reads the settlement, puts it again and puts an audit entry beside it. */
function marking(run: Run): Run | undefined {
  const changes = run.aws.flatMap(({ changes }) => changes);
  const settlement = changes.find((each) => typeOf(each) === "settlement");
  const audit = changes.find((each) => typeOf(each) === "entry");
  const read = run.aws.find((each) => each.read !== undefined);
  if (!settlement) return undefined;
  const { before, after } = settlement;
  const aws = [
    ...(read ? [read] : []),
    put("book", before, after),
    ...(audit ? [put("book", undefined, audit.after)] : []),
  ];
  return { ...run, aws, bank: [], screening: [], receivers: [] };
}

/** What the outbox did is done at once by who wrote the entry; only the fanning out of an event stays a run of its own. */
function withoutOutbox(runs: readonly Run[]): Run[] {
  const left: Run[] = [];
  for (const run of runs) {
    const fansOut = run.aws.some(({ operation }) => operation === "SendMessageBatch");
    const last = left.at(-1);
    if (run.lambda !== "outbox" || fansOut || !last) left.push({ ...run, aws: apart(run) });
    else left[left.length - 1] = { ...last, aws: [...last.aws, ...apart(run).filter((each) => !each.read)] };
  }
  return left;
}

/**
 * The same service built in the obvious way, from the same counts of the same records: every record and every audit
 * entry is a put of its own with no transaction, every posting too; Powertools' idempotency stands around every
 * handler that writes; every transition is three states, each with its Lambda; nothing is handed on by an outbox. Rails,
 * gateway, webhooks, logs and traces are as ours. It does not poll: waiting for the bank by asking every hour would
 * add three transitions and a run each time.
 */
export function naiveOf(ours: Design): Design {
  const transitions = ours.runs.filter(({ lambda }) => lambda.startsWith("settlement-"));
  const runs = withoutOutbox(ours.runs).flatMap((run) => {
    const mark = run.lambda.startsWith("settlement-") ? marking(run) : undefined;
    return mark ? [mark, run, mark] : [run];
  });
  const writes = ({ aws }: Run) => aws.some(({ changes }) => changes.length > 0);
  const more = transitions.length * (statesATransition - 1);
  return {
    ...ours,
    runs: runs.map((run) => (writes(run) ? { ...run, aws: [...run.aws, ...idempotent(run)] } : run)),
    transitions: ours.transitions + more,
    machineEvents: ours.machineEvents + more * 5,
    tables: { ...ours.tables, ledger: {}, idempotency: {} },
  };
}
