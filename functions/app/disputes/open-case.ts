import { Refusal } from "../../domain/core/refusal.ts";
import type { Instant } from "../../domain/core/time.ts";
import type { Alert } from "../../domain/disputes/alert.ts";
import type { DisputeCase, DisputeStage } from "../../domain/disputes/case.ts";
import type { CompellingEvidence } from "../../domain/disputes/compelling-evidence.ts";
import { countedAt, countsOfAlert } from "../../domain/disputes/counters.ts";
import { type DisputedEscrow, disputeEscrow } from "../../domain/disputes/disputed-escrow.ts";
import type { DisputeNetwork } from "../../domain/disputes/network.ts";
import { countedByAlert, openCase } from "../../domain/disputes/open-case.ts";
import { disputePayment, refundedOf } from "../../domain/disputes/payment-dispute.ts";
import type { Settlement } from "../../domain/settlement/settlement.ts";
import {
  type Aggregate,
  creationWrites,
  loadAggregate,
  pointerPartition,
  transitionWrites,
} from "../core/aggregate.ts";
import type { Context, StoreContext } from "../core/context.ts";
import type { Write } from "../core/ports.ts";
import { findRecord } from "../core/read-records.ts";
import { rowKey } from "../core/row-keys.ts";
import { invoiceRecordType } from "../invoicing/record.ts";
import { alertRecordType } from "./alert-record.ts";
import { caseRecordType } from "./case-record.ts";
import { disputesCheck } from "./disputed-escrow.ts";
import { type KnownEvidence, knownEvidence, textEvidence } from "./generated-evidence.ts";
import { priorEvidence } from "./prior-payments.ts";

/** Alerts and cases about one payment that are looked at. */
const mostAlerts = 99;

/** A case that is to be opened, about a payment or an escrow's deposit where one is known. */
export interface NewCase {
  readonly tenantId: string;
  readonly alertId: string | null;
  readonly settlement: Aggregate<Settlement> | null;
  readonly escrow: Aggregate<DisputedEscrow> | null;
  readonly stage: DisputeStage;
  readonly network: DisputeNetwork | null;
  readonly reasonCode: string | null;
  readonly amountCents: number;
  readonly currency: string;
  readonly networkDueBy: Instant | null;
  readonly receivedAt: Instant;
  /** When its alert was counted as a chargeback; null where none was. */
  readonly countedAt: Instant | null;
}

/** What opening a case writes, the row of what it is about included; `joined` says how an alert joins the open case of that instead, which is then only checked to stand still, and told where the alert counted it. */
export interface PlannedCase {
  readonly caseId: string;
  readonly state: DisputeCase;
  readonly opened: boolean;
  readonly joined: Joined | null;
  /** Made after the writes of what led to the case: events have their ids in the order in which they happened. */
  readonly writes: () => readonly Write[];
}

/** An alert joins a case that stands: `counted` where that is counted as a chargeback without it. */
interface Joined {
  readonly counted: boolean;
}

/** The case that an alert calls for, with what the alert said. What a pre-dispute alert gives for its own answer is no deadline of the case. */
export function caseOfAlert(
  alert: Pick<Alert, "id" | "tenantId" | "said" | "createdAt">,
  { settlement = null, escrow = null }: Partial<Pick<NewCase, "settlement" | "escrow">>,
): NewCase {
  const { id: alertId, tenantId, said: report } = alert;
  const { kind, network, reasonCode, amountCents, currency, receivedAt, respondBy } = report;
  return {
    ...{ tenantId, alertId, settlement, escrow, reasonCode, amountCents, currency, receivedAt },
    network: network ?? (kind === "ach_return" ? "ach" : null),
    stage: kind === "inquiry" ? "inquiry" : "chargeback",
    networkDueBy: kind === "chargeback" || kind === "inquiry" ? respondBy : null,
    countedAt: isCounted(report) ? countedAt(alert) : null,
  };
}

function isCounted(report: Alert["said"]): boolean {
  return report.kind === "chargeback" && Object.keys(countsOfAlert(report)).length > 0;
}

/** The alert that was counted as the chargeback of a payment, where it has not gone on as a case. */
async function countedAlert({ store }: Context, { payment }: Settlement): Promise<Alert | null> {
  const pointers = await store.page({ pk: pointerPartition(payment.id), limit: mostAlerts, newestFirst: true });
  const rows = await store.read(pointers.map(({ sk }) => rowKey(sk)));
  const alerts = rows.flatMap((row) => loadAggregate(alertRecordType, row)?.state ?? []);
  const isIt = ({ paymentId, caseId, said: report }: Alert) =>
    paymentId === payment.id && caseId === null && isCounted(report);
  return alerts.find(isIt) ?? null;
}

/** Plans a case with the evidence that the service has, or the open one that its payment or escrow has already. Refuses one whose network's window has closed. */
export async function planCase(context: Context, input: NewCase): Promise<PlannedCase | Refusal> {
  const { settlement, escrow, ...given } = input;
  const [current] = settlement?.state.disputes ?? escrow?.state.disputes ?? [];
  if (current !== undefined) return currentCase(context, current, standsStill(input), input);
  const now = context.clock.now();
  const caseId = context.newId("cas", now);
  const known = await factsOf(context, input, caseId);
  const counted = settlement && given.countedAt === null ? await countedAlert(context, settlement.state) : null;
  const transition = openCase(
    {
      ...{
        ...given,
        caseId,
        paymentId: settlement?.state.payment.id ?? null,
        escrowId: escrow?.state.escrowId ?? null,
      },
      ...(counted && { countedAt: countedAt(counted), countedBy: counted.id }),
      refundedCents: settlement ? refundedOf(settlement.state) : (escrow?.state.refundedCents ?? 0),
      evidence: known.pieces,
      compellingEvidence: known.compelling,
    },
    now,
  );
  if (transition instanceof Refusal) return transition;
  const writes = () => [
    ...creationWrites(caseRecordType, transition, context),
    ...known.writes,
    ...disputedWrites(context, input, caseId, now),
  ];
  return { caseId, state: transition.next, opened: true, joined: null, writes };
}

/** What a case is about says that it is disputed by it. */
function disputedWrites(context: Context, { settlement, escrow }: NewCase, caseId: string, now: Instant): Write[] {
  if (settlement) return transitionWrites(settlement, disputePayment(settlement.state, caseId, now), context).writes;
  return escrow ? transitionWrites(escrow, disputeEscrow(escrow.state, caseId), context).writes : [];
}

function standsStill({ settlement, escrow }: NewCase): Write {
  if (settlement) return { check: rowKey(settlement.state.id), expect: settlement.v };
  if (!escrow) throw new Error("what is disputed has a row");
  return disputesCheck(escrow.state.escrowId, escrow);
}

/** Whoever is handed to it is so only while it stands: its end changes the row of what it is about, which `check` holds against. */
async function currentCase(
  context: Context,
  caseId: string,
  check: Write,
  { alertId, ...input }: NewCase,
): Promise<PlannedCase> {
  const found = await findRecord(context, caseRecordType, caseId);
  if (!found) throw new Error(`no case ${caseId}`);
  const { state } = found;
  const transitions =
    alertId === null ? [] : countedByAlert(state, { id: alertId, countedAt: input.countedAt }, context.clock.now());
  const counted = state.countedAt !== null && state.countedBy !== alertId;
  const writes = () => [check, ...transitionWrites(found, transitions, context).writes];
  return { caseId, state, opened: false, joined: { counted }, writes };
}

async function boughtWith({ store }: StoreContext, settlement: Settlement) {
  const [row] = await store.read([rowKey(settlement.invoiceId)]);
  const invoice = loadAggregate(invoiceRecordType, row)?.state;
  if (!invoice) throw new Error(`no invoice ${settlement.invoiceId}`);
  return { settlement, invoice };
}

interface CaseFacts extends KnownEvidence {
  readonly compelling: CompellingEvidence | null;
}

async function factsOf(context: Context, input: NewCase, caseId: string): Promise<CaseFacts> {
  const { network, reasonCode, receivedAt: disputedAt, tenantId, settlement, escrow } = input;
  if (!settlement) return { ...textEvidence(context, caseId, escrow?.state.known ?? []), compelling: null };
  const bought = await boughtWith(context, settlement.state);
  return {
    ...knownEvidence(context, { tenantId, id: caseId }, bought),
    compelling: await priorEvidence(context.store, bought, { network, reasonCode, disputedAt }),
  };
}
