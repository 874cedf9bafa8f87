import { Refusal } from "../../domain/core/refusal.ts";
import type { Instant } from "../../domain/core/time.ts";
import type { Alert } from "../../domain/disputes/alert.ts";
import type { CaseHops, DisputeCase, DisputeStage } from "../../domain/disputes/case.ts";
import { countedAt, countsOfAlert } from "../../domain/disputes/counters.ts";
import type { DisputeNetwork } from "../../domain/disputes/network.ts";
import { countedByAlert, openCase } from "../../domain/disputes/open-case.ts";
import { disputePayment, refundedOf } from "../../domain/disputes/payment-dispute.ts";
import type { Settlement } from "../../domain/settlement/settlement.ts";
import { hopWrites, type Loaded, loaded, pointerPartition, unborn } from "../core/aggregate.ts";
import type { Desk } from "../core/context.ts";
import type { Write } from "../core/ports.ts";
import { rowKey } from "../core/rows.ts";
import { invoiceKind } from "../invoicing/record.ts";
import { alertKind } from "./alert-record.ts";
import { caseKind } from "./case-record.ts";
import { knownEvidence } from "./generated-evidence.ts";
import { priorEvidence } from "./prior-payments.ts";

/** Alerts and cases about one payment that are looked at. */
const mostAlerts = 99;

/** A case that is to be opened, about a payment where one is known. */
export interface NewCase {
  readonly tenantId: string;
  readonly alertId: string | null;
  readonly settlement: Loaded<Settlement> | null;
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

/** What opening a case writes, its settlement's row included; `joined` says how an alert joins the payment's open case instead, which is then only checked to stand still, and told where the alert counted it. */
export interface PlannedCase {
  readonly caseId: string;
  readonly state: DisputeCase;
  readonly opened: boolean;
  readonly joined: Joined | null;
  readonly writes: readonly Write[];
}

/** An alert joins a case that stands: `counted` where that is counted as a chargeback without it. */
interface Joined {
  readonly found: Loaded<DisputeCase>;
  readonly counted: boolean;
  readonly hops: CaseHops;
  readonly check: Write;
}

/** The case that an alert calls for, with what the alert said. What a pre-dispute alert gives for its own answer is no deadline of the case. */
export function caseOfAlert(
  alert: Pick<Alert, "id" | "tenantId" | "said" | "createdAt">,
  settlement: Loaded<Settlement> | null,
): NewCase {
  const { id: alertId, tenantId, said } = alert;
  const { kind, network, reasonCode, amountCents, currency, receivedAt, respondBy } = said;
  return {
    ...{ tenantId, alertId, settlement, reasonCode, amountCents, currency, receivedAt },
    network: network ?? (kind === "ach_return" ? "ach" : null),
    stage: kind === "inquiry" ? "inquiry" : "chargeback",
    networkDueBy: kind === "chargeback" || kind === "inquiry" ? respondBy : null,
    countedAt: isCounted(said) ? countedAt(alert) : null,
  };
}

function isCounted(said: Alert["said"]): boolean {
  return said.kind === "chargeback" && Object.keys(countsOfAlert(said)).length > 0;
}

/** The alert that was counted as the chargeback of a payment, where it has not gone on as a case. */
async function countedAlert({ book }: Desk, { payment }: Settlement): Promise<Alert | null> {
  const pointers = await book.page({
    pk: pointerPartition(payment.id),
    limit: mostAlerts,
    newestFirst: true,
  });
  const rows = await book.read(pointers.map(({ sk }) => rowKey(sk)));
  const alerts = rows.flatMap((row) =>
    row?.type === alertKind.type ? (loaded(alertKind, row)?.state ?? []) : [],
  );
  const isIt = ({ paymentId, caseId, said }: Alert) =>
    paymentId === payment.id && caseId === null && isCounted(said);
  return alerts.find(isIt) ?? null;
}

/** Plans a case with the evidence that the service has, or the open one that its payment has already. Refuses one whose network's window has closed. */
export async function planCase(desk: Desk, asked: NewCase): Promise<PlannedCase | Refusal> {
  const { settlement, ...given } = asked;
  const [standing] = settlement?.state.disputes ?? [];
  if (settlement && standing !== undefined) return standingCase(desk, standing, settlement, asked);
  const now = desk.clock.now();
  const caseId = desk.newId("cas", now);
  const known = settlement && (await factsOf(desk, asked, settlement.state, caseId));
  const counted = settlement && given.countedAt === null ? await countedAlert(desk, settlement.state) : null;
  const hop = openCase(
    {
      ...{ ...given, caseId, paymentId: settlement?.state.payment.id ?? null },
      ...(counted && { countedAt: countedAt(counted), countedBy: counted.id }),
      refundedCents: settlement ? refundedOf(settlement.state) : 0,
      evidence: known?.pieces ?? [],
      compellingEvidence: known?.compelling ?? null,
    },
    now,
  );
  if (hop instanceof Refusal) return hop;
  const { writes, after } = hopWrites(unborn(caseKind, hop.next), [hop], desk);
  const disputed = settlement
    ? hopWrites(settlement, disputePayment(settlement.state, caseId, now), desk).writes
    : [];
  const all = [...writes, ...(known?.writes ?? []), ...disputed];
  return { caseId, state: after.state, opened: true, joined: null, writes: all };
}

/** Whoever is handed to it is so only while it stands: its end changes the payment's row. */
async function standingCase(
  desk: Desk,
  caseId: string,
  { state: { id }, v }: Loaded<Settlement>,
  { alertId, ...asked }: NewCase,
): Promise<PlannedCase> {
  const [row] = await desk.book.read([rowKey(caseId)]);
  const found = loaded(caseKind, row);
  if (!found) throw new Error(`no case ${caseId}`);
  const { state } = found;
  const hops =
    alertId === null
      ? []
      : countedByAlert(state, { id: alertId, countedAt: asked.countedAt }, desk.clock.now());
  const counted = state.countedAt !== null && state.countedBy !== alertId;
  const check = { check: rowKey(id), expect: v };
  const writes = [check, ...hopWrites(found, hops, desk).writes];
  return { caseId, state, opened: false, joined: { found, counted, hops, check }, writes };
}

/** What compelling evidence 3.0 a payment has for a dispute. */
export async function compellingOf(
  desk: Pick<Desk, "book">,
  settlement: Settlement,
  about: Parameters<typeof priorEvidence>[2],
): ReturnType<typeof priorEvidence> {
  return priorEvidence(desk.book, await boughtWith(desk, settlement), about);
}

async function boughtWith({ book }: Pick<Desk, "book">, settlement: Settlement) {
  const [row] = await book.read([rowKey(settlement.invoiceId)]);
  const invoice = loaded(invoiceKind, row)?.state;
  if (!invoice) throw new Error(`no invoice ${settlement.invoiceId}`);
  return { settlement, invoice };
}

async function factsOf(desk: Desk, asked: NewCase, settlement: Settlement, caseId: string) {
  const bought = await boughtWith(desk, settlement);
  const { network, reasonCode, receivedAt: disputedAt, tenantId } = asked;
  return {
    ...knownEvidence(desk, { tenantId, id: caseId }, bought),
    compelling: await priorEvidence(desk.book, bought, { network, reasonCode, disputedAt }),
  };
}
