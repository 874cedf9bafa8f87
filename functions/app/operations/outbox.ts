import { madeAtMs } from "../../domain/core/id.ts";
import { addedUp, type ShownCounts } from "../../domain/core/overview-counts.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import { monthOf } from "../../domain/core/time.ts";
import { endedError } from "../../domain/core/transition.ts";
import { canBreach } from "../../domain/settlement/counters.ts";
import { wants } from "../../domain/webhooks/webhook.ts";
import { type Entry, entry } from "../core/aggregate.ts";
import { commit } from "../core/change.ts";
import { addAndHandOn } from "../core/complete-outbox-entry.ts";
import type { CommitContext, Context } from "../core/context.ts";
import { listAggregates } from "../core/list-page.ts";
import type { Key, Meter, Row } from "../core/ports.ts";
import type { CountMetric } from "../core/ports-metrics.ts";
import { type Count, counterAdditions } from "../disputes/counters.ts";
import { raiseReturnAlert } from "../disputes/ingest-alert.ts";
import type { PacketQueue } from "../disputes/ports.ts";
import { lookAtTenantPrograms } from "../disputes/programs.ts";
import { orderLetter } from "../mail/letter-queue.ts";
import type { MailQueue } from "../mail/ports.ts";
import { askPartner, type PartnerContext, type PartnerLine } from "../onboarding/partner.ts";
import type { Workflows } from "../settlement/ports.ts";
import { overviewAdding } from "../site/overview-counters.ts";
import { deliveryOf, type EnqueueContext, enqueue, maxEndpoints } from "../webhooks/enqueue.ts";
import { webhookList, webhookRecordType } from "../webhooks/record.ts";

export interface DispatchContext extends EnqueueContext {
  readonly workflows: Workflows;
  readonly packets: PacketQueue;
  readonly mails: MailQueue;
  readonly partner: PartnerLine;
  readonly meter: Meter;
}

/** Hands on what follows from a committed entry: machines to start and wake, events to deliver. Safe to do twice. */
export async function dispatchEntry(context: DispatchContext, row: Row): Promise<void> {
  const body = entry.parse(row.body);
  for (const [index, follow] of body.follows.entries()) {
    switch (follow.kind) {
      case "start_settlement":
        await context.workflows.startSettlement(follow);
        break;
      case "start_escrow_payout":
        await context.workflows.startEscrowPayout(follow);
        break;
      case "raise_return_alert":
        await raiseReturnAlert(disputesContext(context), follow);
        break;
      case "build_packet":
        await context.packets.send({ caseId: follow.caseId, tenantId: follow.tenantId });
        break;
      case "count":
      case "show":
        break;
      case "ask_partner":
        await askPartner(partnersContext(context), follow.kybId);
        break;
      case "send_mail":
        await orderLetter(context, body, index, follow);
        break;
      case "answer_token":
        await context.workflows.answer(follow.token);
        break;
      case "end_token":
        await context.workflows.fail(follow.token, endedError, "another machine goes on");
        break;
      default:
        throw new Error(`unknown follow ${JSON.stringify(follow satisfies never)}`);
    }
  }
  if (body.events.length > 0) await fanOut(context, body);
  await handOn(context, row, body);
  measure(context, body);
}

/** The partner decides in nobody's name but its own. */
function partnersContext({ store, clock, newId, partner }: DispatchContext): PartnerContext {
  return { store, clock, newId, ...partner, actor: "system:onboarding", requestId: newId("req", clock.now()) };
}

/** What the service raises by itself is in nobody's name. */
function disputesContext({ store, clock, newId }: DispatchContext): Context {
  return { store, clock, newId, actor: "system:disputes", requestId: newId("req", clock.now()) };
}

/** Takes an entry off the outbox, and counts in the same transaction what it has to count. */
async function handOn(context: DispatchContext, row: Row, body: Entry): Promise<void> {
  const counts = body.follows.flatMap((each) => (each.kind === "count" ? [each] : []));
  const shown = body.follows.flatMap((each) => (each.kind === "show" ? [each.counts] : []));
  if (counts.length + shown.length > 0) return countEntry(context, row, body, counts, addedUp(shown));
  await commit(context, [{ handedOn: { pk: row.pk, sk: row.sk } }]);
}

const endings: Readonly<Record<string, CountMetric>> = {
  "settlement.completed": "SettlementCompleted",
  "settlement.declined": "SettlementDeclined",
  "settlement.failed": "SettlementFailed",
};

/** Counts how settlements end, and how late an entry was handed on. */
function measure({ meter, clock }: DispatchContext, { at, aggregateId, events }: Entry): void {
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

async function fanOut(context: DispatchContext, body: Entry): Promise<void> {
  const list = webhookList(body.tenantId);
  const endpoints = (await listAggregates(context, webhookRecordType, list, { limit: maxEndpoints })).data;
  const now = context.clock.now();
  const made = body.events.flatMap((event) =>
    endpoints
      .filter((endpoint) => wants(endpoint, event.name))
      .map((each) => deliveryOf(body.tenantId, event, each, now)),
  );
  await enqueue(context, made);
}

/** Hands on an entry with what it counts and shows, once, and looks at the ratio programs where that may have come near a limit. Nothing counts for later than its entry. */
async function countEntry(
  { store, clock, newId }: CommitContext,
  key: Key,
  entry: Pick<Entry, "aggregateId" | "at">,
  counts: readonly Count[],
  shown: ShownCounts,
): Promise<void> {
  const now = clock.now();
  const nonce = () => newId("req", now);
  const dated = counts.map((each) => ({ ...each, at: each.at < entry.at ? each.at : entry.at }));
  const adding = [
    ...counterAdditions(dated, entry.aggregateId, now),
    ...overviewAdding(entry.aggregateId, entry.at, shown),
  ];
  const isCounted = await addAndHandOn({ store, nonce }, key, adding);
  if (!isCounted) return;
  const context = { store, clock, newId, actor: "system:programs", requestId: nonce() };
  for (const { tenantId, at, counts: more } of dated) {
    if (!canBreach(more)) continue;
    try {
      await lookAtTenantPrograms(context, tenantId, monthOf(at));
    } catch (error) {
      // Others count for it at the same time: its tallies are still due, and the sweeper looks.
      if (!(error instanceof Refusal)) throw error;
    }
  }
}
