import { madeAtMs } from "../../domain/core/id.ts";
import type { Instant } from "../../domain/core/time.ts";
import { endedError } from "../../domain/core/transition.ts";
import { addedUp } from "../../domain/site/overview-counts.ts";
import { type Delivery, newDelivery, type WebhookEndpoint, wants } from "../../domain/webhooks/webhook.ts";
import { type Entry, entry } from "../core/aggregate.ts";
import type { Desk } from "../core/context.ts";
import { listAggregates } from "../core/list.ts";
import type { Book, Clock, DeliveryQueue, Meter, NewId, Row, Workflows } from "../core/ports.ts";
import type { Counted } from "../core/ports-metrics.ts";
import type { PacketQueue } from "../disputes/ports-disputes.ts";
import { raiseReturnAlert } from "../disputes/raise-return-alert.ts";
import type { MailQueue } from "../mail/ports-mail.ts";
import { orderLetter } from "../mail/queue-letter.ts";
import { askPartner, type PartnerDesk, type PartnerLine } from "../onboarding/partner.ts";
import { webhookKind, webhookList } from "../tenants/records.ts";
import { deliveryId, deliveryRow, orderOf } from "../webhooks/delivery-rows.ts";
import { countEntry } from "./count-outbox-entry.ts";

/** What making deliveries works with. `deliveries` is a book of its own, away from the money. */
export interface EnqueueDesk {
  readonly book: Book;
  readonly deliveries: Book;
  readonly queue: DeliveryQueue;
  readonly clock: Clock;
  readonly newId: NewId;
}

/** What handing on works with. */
export interface DispatchDesk extends EnqueueDesk {
  readonly workflows: Workflows;
  readonly packets: PacketQueue;
  readonly mails: MailQueue;
  readonly partner: PartnerLine;
  readonly meter: Meter;
}

/** Most endpoints a tenant can have; one page of them is all of them. */
export const maxEndpoints = 100;

/** Hands on what follows from a committed entry: machines to start and wake, events to deliver. Safe to do twice. */
export async function dispatchEntry(desk: DispatchDesk, row: Row): Promise<void> {
  const body = entry.parse(row.body);
  for (const [index, follow] of body.follows.entries()) {
    switch (follow.kind) {
      case "start_settlement":
        await desk.workflows.startSettlement(follow);
        break;
      case "start_escrow_payout":
        await desk.workflows.startEscrowPayout(follow);
        break;
      case "raise_return_alert":
        await raiseReturnAlert(disputesDesk(desk), follow);
        break;
      case "build_packet":
        await desk.packets.send({ caseId: follow.caseId, tenantId: follow.tenantId });
        break;
      case "count":
      case "show":
        break;
      case "ask_partner":
        await askPartner(partnersDesk(desk), follow.kybId);
        break;
      case "send_mail":
        await orderLetter(desk, body, index, follow);
        break;
      case "answer_token":
        await desk.workflows.answer(follow.token);
        break;
      case "end_token":
        await desk.workflows.fail(follow.token, endedError, "another machine goes on");
        break;
      default:
        throw new Error(`unknown follow ${JSON.stringify(follow satisfies never)}`);
    }
  }
  if (body.events.length > 0) await fanOut(desk, body);
  await handOn(desk, row, body);
  measure(desk, body);
}

/** The partner decides in nobody's name but its own. */
function partnersDesk({ book, clock, newId, partner }: DispatchDesk): PartnerDesk {
  return { book, clock, newId, ...partner, actor: "system:onboarding", requestId: newId("req", clock.now()) };
}

/** What the service raises by itself is in nobody's name. */
function disputesDesk({ book, clock, newId }: DispatchDesk): Desk {
  return { book, clock, newId, actor: "system:disputes", requestId: newId("req", clock.now()) };
}

/** Takes an entry off the outbox, and counts in the same transaction what it has to count. */
async function handOn(desk: DispatchDesk, row: Row, body: Entry): Promise<void> {
  const counts = body.follows.flatMap((each) => (each.kind === "count" ? [each] : []));
  const shown = body.follows.flatMap((each) => (each.kind === "show" ? [each.counts] : []));
  if (counts.length + shown.length > 0) return countEntry(desk, row, body, counts, addedUp(shown));
  await desk.book.write([{ handedOn: { pk: row.pk, sk: row.sk } }], desk.newId("req", desk.clock.now()));
}

const endings: Readonly<Record<string, Counted>> = {
  "settlement.completed": "SettlementCompleted",
  "settlement.declined": "SettlementDeclined",
  "settlement.failed": "SettlementFailed",
};

/** Counts how settlements end, and how late an entry was handed on. */
function measure({ meter, clock }: DispatchDesk, { at, aggregateId, events }: Entry): void {
  meter.time("OutboxLag", Math.max(0, Date.parse(clock.now()) - Date.parse(at)));
  for (const { name, data } of events) {
    const ending = endings[name];
    if (ending === undefined) continue;
    meter.count(ending, 1);
    if (ending !== "SettlementCompleted") continue;
    meter.count("SettledCents", Number(data.fiatInCents));
    meter.time("TimeToSettle", Date.parse(at) - madeAtMs(aggregateId));
  }
}

async function fanOut(desk: DispatchDesk, body: Entry): Promise<void> {
  const list = webhookList(body.tenantId);
  const endpoints = (await listAggregates(desk, webhookKind, list, { limit: maxEndpoints })).data;
  const now = desk.clock.now();
  const made = body.events.flatMap((event) =>
    endpoints
      .filter((endpoint) => wants(endpoint, event.name))
      .map((each) => deliveryOf(body.tenantId, event, each, now)),
  );
  await enqueue(desk, made);
}

/** Writes deliveries that are not there yet and puts them into the queue. */
export async function enqueue(desk: EnqueueDesk, made: readonly Delivery[]): Promise<void> {
  const now = desk.clock.now();
  for (const each of made) {
    const put = { put: deliveryRow(each, 1), expect: "absent" as const };
    const written = await desk.deliveries.write([put], desk.newId("req", now));
    // Lost to contention and not to the same delivery: handed on again, or the event would be lost.
    if (!written.ok && !written.rows[0]) throw new Error(`delivery ${each.id} was not written`);
  }
  if (made.length > 0) await desk.queue.send(made.map((each) => ({ ...orderOf(each), delaySeconds: 0 })));
}

/** One event for one endpoint; `occasion` tells a replay from the first time. */
export function deliveryOf(
  tenantId: string,
  event: { readonly id: string; readonly name: string; readonly data: unknown },
  endpoint: WebhookEndpoint,
  now: Instant,
  occasion = "",
): Delivery {
  return newDelivery(
    {
      id: deliveryId(event.id, endpoint.id, occasion),
      tenantId,
      endpointId: endpoint.id,
      eventId: event.id,
      event: event.name,
      url: endpoint.url,
      body: JSON.stringify({ event: event.name, data: event.data }),
    },
    now,
  );
}
