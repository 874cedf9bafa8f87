import { madeAtMs } from "../../domain/core/id.ts";
import { addedUp } from "../../domain/core/overview-counts.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import { monthOf } from "../../domain/core/time.ts";
import { mastercardScam } from "../../domain/disputes/monitoring-program.ts";
import { canBreach } from "../../domain/settlement/counters.ts";
import { type Delivery, wants } from "../../domain/webhooks/webhook.ts";
import { type Entry, entry } from "../core/aggregate.ts";
import { completeEntries, type DoneEntry } from "../core/complete-outbox-entries.ts";
import type { Context } from "../core/context.ts";
import { logFailure } from "../core/error-text.ts";
import { listAggregates } from "../core/list-page.ts";
import type { Meter, Row } from "../core/ports.ts";
import type { CountMetric } from "../core/ports-metrics.ts";
import { within } from "../core/timeout.ts";
import { type Count, counterAdditions } from "../disputes/counters.ts";
import { raiseReturnAlert } from "../disputes/ingest-alert.ts";
import type { PacketQueue } from "../disputes/ports.ts";
import { lookAtTenantPrograms } from "../disputes/programs.ts";
import { raiseEscrowReturnAlert } from "../escrow/disputes.ts";
import { orderLetter } from "../mail/letter-queue.ts";
import type { MailQueue } from "../mail/ports.ts";
import { askPartner, type PartnerContext, type PartnerLine } from "../onboarding/partner.ts";
import type { Workflows } from "../settlement/ports.ts";
import { overviewAdding } from "../site/overview-counters.ts";
import { firstOrderOf, orderOf } from "../webhooks/delivery-rows.ts";
import { deliveryOf, type EnqueueContext, fitsMessage, maxEndpoints, storeDeliveries } from "../webhooks/enqueue.ts";
import { framedEvents } from "../webhooks/event-data.ts";
import type { DeliveryOrder } from "../webhooks/ports.ts";
import { webhookList, webhookRecordType } from "../webhooks/record.ts";
import { type EntryFailure, eachAggregate } from "./each-aggregate.ts";
import { startWorkflows } from "./start-workflows.ts";

export interface DispatchContext extends EnqueueContext {
  readonly workflows: Workflows;
  readonly packets: PacketQueue;
  readonly mails: MailQueue;
  /** With a book of its own, where what is a person's own is opened for the partner alone. */
  readonly partner: PartnerLine & Partial<Pick<Context, "store" | "personal">>;
  readonly meter: Meter;
}

/** Seconds that the queue of deliveries may take: the sweeper sends what it did not take. */
const queueSeconds = 5;

/** Dispatches what follows from one committed entry, or throws why it is to come again. Safe to do twice. */
export async function dispatchEntry(context: DispatchContext, row: Row): Promise<void> {
  for (const { error } of await dispatchEntries(context, [row])) throw error;
}

/** Dispatches what follows from committed entries: aggregates side by side, the entries of each in order, where one that fails holds up those after it. Answers with what is to come again. */
export async function dispatchEntries(context: DispatchContext, rows: readonly Row[]): Promise<EntryFailure[]> {
  const ready: ReadyEntry[] = [];
  const failures = [
    ...(await eachAggregate(rows, async (row) => {
      ready.push(await dispatched(context, row));
    })),
  ];
  const unwritten = await queueDeliveries(context, ready);
  failures.push(...unwritten);
  const isUnwritten = new Set(unwritten.map(({ row }) => row));
  const done = ready.filter(({ row }) => !isUnwritten.has(row));
  const [asking, others] = [done.filter(asksPartner), done.filter((each) => !asksPartner(each))];
  failures.push(...(await complete(context, others)));
  // Last, since the partner may take its time: nothing but its own entries waits for it.
  const answered: ReadyEntry[] = [];
  const unanswered = await eachAggregate(
    asking.map(({ row }) => row),
    async (row) => {
      const each = asking.find((asked) => asked.row === row);
      if (!each) return;
      await askForEntry(context, each.body);
      answered.push(each);
    },
  );
  return [...failures, ...unanswered, ...(await complete(context, answered))];
}

async function askForEntry(context: DispatchContext, { follows }: Entry): Promise<void> {
  for (const follow of follows)
    if (follow.kind === "ask_partner") await askPartner(partnersContext(context), follow.kybId);
}

/** An entry of which all is done but the partner's answer and its mark. */
interface ReadyEntry extends DoneEntry {
  readonly row: Row;
  readonly body: Entry;
  /** Deliveries that are to be queued before the mark comes off: their messages are all there is of them. */
  readonly made: readonly Delivery[];
  readonly counts: readonly Count[];
}

function asksPartner({ body }: ReadyEntry): boolean {
  return body.follows.some(({ kind }) => kind === "ask_partner");
}

/** Does what one entry says. Its machines come last: the consumer that is theirs alone has seen to them, and this is for what that one lost. */
async function dispatched(context: DispatchContext, row: Row): Promise<ReadyEntry> {
  const body = entry.parse(row.body);
  for (const [index, follow] of body.follows.entries()) {
    switch (follow.kind) {
      case "raise_return_alert":
        await raiseReturnAlert(disputesContext(context), follow);
        break;
      case "raise_escrow_return_alert":
        await raiseEscrowReturnAlert(disputesContext(context), follow);
        break;
      case "build_packet":
        await context.packets.send({ caseId: follow.caseId, tenantId: follow.tenantId });
        break;
      case "send_mail":
        await orderLetter(context, { pk: row.pk, body }, index, follow);
        break;
      case "start_settlement":
      case "start_escrow_payout":
      case "answer_token":
      case "end_token":
      case "ask_partner":
      case "count":
      case "show":
        break;
      default:
        throw new Error(`unknown follow ${JSON.stringify(follow satisfies never)}`);
    }
  }
  const made = body.events.length > 0 ? await makeDeliveries(context, body) : [];
  await startWorkflows(context.workflows, body);
  return { row, body, made, ...countingOf(context, row, body) };
}

/** What an entry counts and shows; nothing counts for later than its entry. */
function countingOf(
  { clock }: DispatchContext,
  { pk, sk }: Row,
  { aggregateId, at, follows }: Entry,
): DoneEntry & { readonly counts: readonly Count[] } {
  const now = clock.now();
  const counts = follows.flatMap((each) =>
    each.kind === "count" ? [{ ...each, at: each.at < at ? each.at : at }] : [],
  );
  const shown = addedUp(follows.flatMap((each) => (each.kind === "show" ? [each.counts] : [])));
  const adding = (spread: string) => [
    ...counterAdditions(counts, spread || aggregateId, now),
    ...overviewAdding(spread || aggregateId, at, shown),
  ];
  return { key: { pk, sk }, adding, counts };
}

async function makeDeliveries(context: DispatchContext, body: Entry): Promise<Delivery[]> {
  const list = webhookList(body.tenantId);
  const endpoints = (await listAggregates(context, webhookRecordType, list, { limit: maxEndpoints })).data;
  return framedEvents(context, body).flatMap((event) =>
    endpoints
      .filter((endpoint) => wants(endpoint, event.name))
      .map((each) => deliveryOf(body.tenantId, event, each, body.at)),
  );
}

/** Has deliveries sent. Those that no message holds are written first, and all where the queue takes none, which delays them to the next sweep and nothing else. Answers with the entries whose deliveries are neither queued nor written. */
async function queueDeliveries(context: DispatchContext, entries: readonly ReadyEntry[]): Promise<EntryFailure[]> {
  const failures = await storeEach(context, entries, (each) => !fitsMessage(each));
  const left = entries.filter(({ row }) => failures.every((each) => each.row !== row));
  const orders = left.flatMap(({ made }) => made.map((each) => (fitsMessage(each) ? firstOrderOf : orderOf)(each)));
  if (orders.length === 0 || (await isTaken(context, orders))) return failures;
  return [...failures, ...(await storeEach(context, left, fitsMessage))];
}

async function storeEach(
  context: DispatchContext,
  entries: readonly ReadyEntry[],
  isMeant: (made: Delivery) => boolean,
): Promise<EntryFailure[]> {
  const failures: EntryFailure[] = [];
  for (const { row, made } of entries)
    try {
      await storeDeliveries(context, made.filter(isMeant));
    } catch (error) {
      failures.push({ row, error });
    }
  return failures;
}

async function isTaken(context: DispatchContext, orders: readonly DeliveryOrder[]): Promise<boolean> {
  const { queue, partner, newId, clock } = context;
  try {
    await within(queueSeconds, queue.send(orders.map((each) => ({ ...each, delaySeconds: 0 }))));
    return true;
  } catch (error) {
    const requestId = newId("req", clock.now());
    const facts = { operation: "outbox", correlationId: orders[0]?.deliveryId ?? "", deliveries: orders.length };
    logFailure({ log: partner.log, requestId }, "deliveries left to the sweeper", facts, error);
    return false;
  }
}

/** Takes entries off the outbox with what they count, and looks at the ratio programs that this may have brought near a limit. */
async function complete(context: DispatchContext, entries: readonly ReadyEntry[]): Promise<EntryFailure[]> {
  const { counted, failed } = await completeEntries(context, entries);
  const failures = failed.map(({ entry: { row }, error }) => ({ row, error }));
  const isFailed = new Set(failures.map(({ row }) => row));
  for (const { row, body } of entries) if (!isFailed.has(row)) measure(context, body);
  const near = new Map<string, { tenantId: string; month: string; row: Row }>();
  for (const { row, counts } of counted)
    for (const { tenantId, at, counts: more } of counts)
      if (canBreach(more)) near.set(`${tenantId} ${monthOf(at)}`, { tenantId, month: monthOf(at), row });
  for (const { tenantId, month, row } of near.values())
    try {
      await lookAtTenantPrograms(programsContext(context), tenantId, month);
    } catch (error) {
      // Others count for it at the same time: its counters are still due, and the sweeper looks.
      if (!(error instanceof Refusal)) failures.push({ row, error });
    }
  return failures;
}

/** The partner decides in nobody's name but its own. */
function partnersContext(context: DispatchContext): PartnerContext {
  return { ...systemContext(context, "onboarding"), ...context.partner };
}

/** What the service raises by itself is in nobody's name. */
function disputesContext(context: DispatchContext): Context {
  return systemContext(context, "disputes");
}

function programsContext(context: DispatchContext): Context {
  return systemContext(context, "programs");
}

function systemContext({ store, clock, newId }: DispatchContext, name: string): Context {
  return { store, clock, newId, actor: `system:${name}`, requestId: newId("req", clock.now()) };
}

const endings: Readonly<Record<string, CountMetric>> = {
  "settlement.completed": "SettlementCompleted",
  "settlement.declined": "SettlementDeclined",
  "settlement.failed": "SettlementFailed",
};

/** Counts how settlements end, who is flagged for operators to look into, and how late an entry was dispatched. */
function measure({ meter, clock }: DispatchContext, { at, aggregateId, events }: Entry): void {
  meter.time("OutboxLag", Math.max(0, Date.parse(clock.now()) - Date.parse(at)));
  for (const { name, data } of events) {
    if (name === "program.credit_suspended" && data.program === mastercardScam.id) meter.count("MerchantsFlagged", 1);
    const ending = endings[name];
    if (ending === undefined) continue;
    meter.count(ending, 1);
    if (ending !== "SettlementCompleted") continue;
    meter.count("SettledCents", Number(data.fiatInCents));
    meter.time("TimeToSettle", Date.parse(at) - madeAtMs(aggregateId));
  }
}
