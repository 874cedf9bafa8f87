import { madeAtMs } from "../../domain/core/id.ts";
import { addedUp } from "../../domain/core/overview-counts.ts";
import { endedError } from "../../domain/core/transition.ts";
import { wants } from "../../domain/webhooks/webhook.ts";
import { type Entry, entry } from "../core/aggregate.ts";
import type { Desk } from "../core/context.ts";
import { listAggregates } from "../core/list.ts";
import type { Meter, Row } from "../core/ports.ts";
import type { Counted } from "../core/ports-metrics.ts";
import type { PacketQueue } from "../disputes/ports.ts";
import { raiseReturnAlert } from "../disputes/raise-return-alert.ts";
import type { MailQueue } from "../mail/ports.ts";
import { orderLetter } from "../mail/queue-letter.ts";
import { askPartner, type PartnerDesk, type PartnerLine } from "../onboarding/partner.ts";
import type { Workflows } from "../settlement/ports.ts";
import { deliveryOf, type EnqueueDesk, enqueue, maxEndpoints } from "../webhooks/enqueue.ts";
import { webhookKind, webhookList } from "../webhooks/record.ts";
import { countEntry } from "./count-outbox-entry.ts";

/** What handing on works with. */
export interface DispatchDesk extends EnqueueDesk {
  readonly workflows: Workflows;
  readonly packets: PacketQueue;
  readonly mails: MailQueue;
  readonly partner: PartnerLine;
  readonly meter: Meter;
}

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
