import { secondsBetween } from "../../domain/core/time.ts";
import { type Delivery, wants } from "../../domain/webhooks/webhook.ts";
import { type Entry, entry } from "../core/aggregate.ts";
import type { Context } from "../core/context.ts";
import { outboxGraceSeconds } from "../core/due-index.ts";
import { logFailure } from "../core/error-text.ts";
import { listAggregates } from "../core/list-page.ts";
import type { Meter, Row } from "../core/ports.ts";
import { rowsAt } from "../core/read-records.ts";
import { within } from "../core/timeout.ts";
import { raiseReturnAlert } from "../disputes/ingest-alert.ts";
import type { PacketQueue } from "../disputes/ports.ts";
import { raiseEscrowReturnAlert } from "../escrow/disputes.ts";
import { orderLetter } from "../mail/letter-queue.ts";
import type { MailQueue } from "../mail/ports.ts";
import { askPartner, mayRest, type PartnerContext, type PartnerLine } from "../onboarding/partner.ts";
import type { Workflows } from "../settlement/ports.ts";
import { deliveryRow, firstOrderOf, orderOf } from "../webhooks/delivery-rows.ts";
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

/** Seconds that the queue of deliveries may take: they are on record, and the sweeper sends what it did not take. */
const queueSeconds = 5;

/** An entry of which all is done but the partner's answer, what it counts, and its mark. */
export interface CarriedOut {
  readonly row: Row;
  readonly body: Entry;
}

/** Whether an entry comes from the stream, or is looked at once more because nobody knows whether it was carried out: then what it made is read first, and what is there is not made again. Where its aggregate cannot wait, messages that may be in the queue are sent again at once: an attempt is claimed, so that none is made twice. */
export type Occasion = "first" | "again" | "at_once";

/** What became of entries: `waiting` are those so young that their deliveries may be on their way. A delivery is its message alone until its first attempt; one that waits in the queue for longer is queued once more, and whichever message comes last finds the other's claim. */
interface CarryingOut {
  readonly ready: readonly CarriedOut[];
  readonly waiting: readonly CarriedOut[];
  readonly failures: readonly EntryFailure[];
}

/** Carries out what follows from committed entries, all but asking the partner and counting: aggregates side by side, the entries of each in order, where one that fails holds up those after it. */
export async function carryOut(
  context: DispatchContext,
  rows: readonly Row[],
  occasion: Occasion,
): Promise<CarryingOut> {
  const done: Made[] = [];
  const failures = await eachAggregate(rows, async (row) => {
    const body = entry.parse(row.body);
    done.push({ row, body, made: await carryOutEntry(context, { row, body }, occasion) });
  });
  const now = context.clock.now();
  const isOnItsWay = ({ body, made }: Made) => made.length > 0 && secondsBetween(body.at, now) < outboxGraceSeconds;
  const waiting = occasion === "again" ? done.filter(isOnItsWay) : [];
  const others = done.filter((each) => !waiting.includes(each));
  const unwritten = await queueDeliveries(context, others);
  const isUnwritten = new Set(unwritten.map(({ row }) => row));
  const ready = others.filter(({ row }) => !isUnwritten.has(row));
  return { ready, waiting, failures: [...failures, ...unwritten] };
}

/** An entry with the deliveries that are to be queued before the mark comes off: their messages are all there is of them. */
interface Made extends CarriedOut {
  readonly made: readonly Delivery[];
}

/** Asks the partner where entries say so; the partner may take its time, so that this comes last. */
export async function askForEntries(
  context: DispatchContext,
  asking: readonly CarriedOut[],
  occasion: Occasion,
): Promise<{ readonly answered: readonly CarriedOut[]; readonly failures: readonly EntryFailure[] }> {
  const answered: CarriedOut[] = [];
  const failures = await eachAggregate(
    asking.map(({ row }) => row),
    async (row) => {
      const each = asking.find((asked) => asked.row === row);
      if (!each) return;
      for (const follow of each.body.follows)
        if (follow.kind === "ask_partner") await askOnce(partnersContext(context), follow.kybId, occasion);
      answered.push(each);
    },
  );
  return { answered, failures };
}

/** Whoever was asked is asked again by the sweep, in its own time. */
async function askOnce(context: PartnerContext, kybId: string, occasion: Occasion): Promise<void> {
  if (occasion !== "first" && (await mayRest(context, kybId))) return;
  await askPartner(context, kybId);
}

export function asksPartner({ body }: CarriedOut): boolean {
  return body.follows.some(({ kind }) => kind === "ask_partner");
}

/** Does what one entry says. Its machines come last: the consumer that is theirs alone has seen to them, and this is for what that one lost. */
async function carryOutEntry(
  context: DispatchContext,
  { row, body }: CarriedOut,
  occasion: Occasion,
): Promise<readonly Delivery[]> {
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
        await orderLetter(context, { pk: row.pk, body }, index, follow, occasion !== "first");
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
  const made = body.events.length > 0 ? await makeDeliveries(context, body, occasion) : [];
  await startWorkflows(context.workflows, body);
  return made;
}

async function makeDeliveries(context: DispatchContext, body: Entry, occasion: Occasion): Promise<readonly Delivery[]> {
  const list = webhookList(body.tenantId);
  const endpoints = (await listAggregates(context, webhookRecordType, list, { limit: maxEndpoints })).data;
  const made = framedEvents(context, body).flatMap((event) =>
    endpoints
      .filter((endpoint) => wants(endpoint, event.name))
      .map((each) => deliveryOf(body.tenantId, event, each, body.at)),
  );
  if (occasion === "first") return made;
  const keys = made.map((each) => deliveryRow(each, 1)).map(({ pk, sk }) => ({ pk, sk }));
  const known = await rowsAt({ store: context.deliveries }, keys);
  // One that was registered since did not want what was before it.
  const since = new Set(endpoints.flatMap(({ id, createdAt }) => (createdAt > body.at ? [id] : [])));
  return made.filter(({ endpointId }, at) => !known[at] && !since.has(endpointId));
}

/** Has deliveries sent. Those that no message holds are written first, and all where the queue takes none, which delays them to the next sweep and nothing else. Answers with the entries whose deliveries are neither queued nor written. */
async function queueDeliveries(context: DispatchContext, entries: readonly Made[]): Promise<EntryFailure[]> {
  const failures = await storeEach(context, entries, (each) => !fitsMessage(each));
  const left = entries.filter(({ row }) => failures.every((each) => each.row !== row));
  const orders = left.flatMap(({ made }) => made.map((each) => (fitsMessage(each) ? firstOrderOf : orderOf)(each)));
  if (orders.length === 0 || (await isTaken(context, orders))) return failures;
  return [...failures, ...(await storeEach(context, left, fitsMessage))];
}

async function storeEach(
  context: DispatchContext,
  entries: readonly Made[],
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

/** The partner decides in nobody's name but its own. */
function partnersContext(context: DispatchContext): PartnerContext {
  return { ...systemContext(context, "onboarding"), ...context.partner };
}

/** What the service raises by itself is in nobody's name. */
function disputesContext(context: DispatchContext): Context {
  return systemContext(context, "disputes");
}

export function systemContext({ store, clock, newId }: DispatchContext, name: string): Context {
  return { store, clock, newId, actor: `system:${name}`, requestId: newId("req", clock.now()) };
}
