import * as z from "zod";
import { dayOf, type Instant } from "../../domain/core/time.ts";
import type { SideEffect } from "../../domain/core/transition.ts";
import type { ReportedOutcome } from "../../domain/disputes/alert.ts";
import { judgeMatch } from "../../domain/disputes/alert-match.ts";
import { type AlertSourceName, isThirdParty } from "../../domain/disputes/alert-source.ts";
import { viewAlert } from "../../domain/disputes/alert-view.ts";
import type { DisputedEscrow, EscrowFacts } from "../../domain/disputes/disputed-escrow.ts";
import { type NewAlert, type PaymentSearch, receiveAlert } from "../../domain/disputes/ingest-alert.ts";
import { scoreMatch } from "../../domain/disputes/match-score.ts";
import { achMeaning } from "../../domain/settlement/return-code-rules.ts";
import type { Settlement } from "../../domain/settlement/settlement.ts";
import { type Aggregate, type Entry, entry, newAggregate } from "../core/aggregate.ts";
import { change } from "../core/change.ts";
import type { Context } from "../core/context.ts";
import type { IdempotentRequest } from "../core/idempotency-claim.ts";
import {
  type IdempotentRoute,
  runIdempotent,
  type StartedOperation,
  type StoredResponse,
} from "../core/idempotent-operation.ts";
import type { Row, Write } from "../core/ports.ts";
import { transitionOf } from "../settlement/reads.ts";
import { type RefundOrder, tellRail } from "../settlement/refund-payment.ts";
import { loadSettlement } from "../settlement/settlements.ts";
import {
  type AlertSnapshot,
  type AlertSubject,
  alertSnapshot,
  alertSnapshotKeys,
  type DecidedAlert,
  decideAlert,
} from "./alert-decision.ts";
import { readAlert } from "./alert-reads.ts";
import { alertRecordType, externalKey, externalWrite } from "./alert-record.ts";
import { loadDisputedEscrow } from "./disputed-escrow.ts";
import { type FoundPayment, findPayments, type Searcher } from "./find-payments.ts";
import type { EscrowSearch } from "./ports.ts";

export interface BroughtAlert {
  readonly tenantId: string;
  readonly source: AlertSourceName;
  readonly said: ReportedOutcome;
  /** The escrow whose deposit it is about, where the service itself says so. */
  readonly about?: EscrowFacts;
}

export type IngestRequest = IdempotentRequest & BroughtAlert;

/** What alerts from outside are taken in with. */
export type IngestContext = Context & EscrowSearch;

interface Snapshot {
  /** The row of the alert that this source has brought under this id. */
  readonly taken: Row | undefined;
  readonly standing: AlertSnapshot;
}

/** Takes an alert in: one transaction has it, its source's id of it, what its rules decide, and the key's answer. The same alert again is answered as it is by now and changes nothing. A refund's rail is told after it; where it gives no answer the sweeper asks it by the same key. */
export async function ingestAlert(
  context: RefundOrder & EscrowSearch,
  request: IngestRequest,
): Promise<StoredResponse> {
  const begun: { refunded?: Settlement } = {};
  const response = await runIdempotent(context, request, ingestRoute(context, request, begun));
  if (!response.replayed && begun.refunded) await tellRail(context, begun.refunded);
  return response;
}

function ingestRoute(
  context: IngestContext,
  request: IngestRequest,
  begun: { refunded?: Settlement },
): IdempotentRoute<Snapshot> {
  const { externalId } = request.said;
  return {
    keys: keysOf(request),
    see: seen,
    begin: async ({ taken, standing: snapshot }, now): Promise<StartedOperation> => {
      delete begun.refunded;
      if (taken) {
        const { state, entries } = await readAlert(context, request.tenantId, alertIdIn(taken));
        const known = answer(200, { ...viewAlert(state), history: entries.map(transitionOf) });
        return { ...known, madeNothing: true };
      }
      const { writes, after, refunded } = await plan(context, request, snapshot, now);
      if (refunded) begun.refunded = refunded;
      const history = entriesIn(writes, after.state.id).map(transitionOf);
      return { ...answer(201, { ...viewAlert(after.state), history }), also: writes };
    },
    refused: () => ({ externalId }),
    carryOn: () => Promise.reject(new Error("an alert's claim is written with its answer")),
  };
}

function answer(status: 200 | 201, alert: Readonly<Record<string, unknown>>): StartedOperation {
  return { command: { alertId: alert.id }, outcome: { kind: "result", result: { status, alert } } };
}

/** Takes in an alert that nobody calls with: fetched from its source, or raised by the service itself. The refund of one waits for the sweeper to tell the rail. */
export function ingestFromSource(context: IngestContext, brought: BroughtAlert): Promise<"created" | "duplicate"> {
  return change(context, async () => {
    const { taken, standing: snapshot } = seen(await context.store.read(keysOf(brought)));
    if (taken) return { writes: [], result: "duplicate" as const };
    const fetched = isThirdParty(brought.source);
    const { writes } = await plan(context, { ...brought, fetched }, snapshot, context.clock.now());
    return { writes, result: "created" as const };
  });
}

function keysOf({ tenantId, source, said: report }: BroughtAlert) {
  return [externalKey(tenantId, source, report.externalId), ...alertSnapshotKeys(tenantId)];
}

function seen([taken, ...rows]: readonly (Row | undefined)[]): Snapshot {
  return { taken, standing: alertSnapshot(rows) };
}

const external = z.object({ alertId: z.string() });

function alertIdIn({ body }: Row): string {
  return external.parse(body).alertId;
}

async function plan(
  context: IngestContext,
  { tenantId, source, said: report, fetched = false, about }: BroughtAlert & Pick<NewAlert, "fetched">,
  snapshot: AlertSnapshot,
  now: Instant,
): Promise<DecidedAlert> {
  const id = context.newId("alr", now);
  const input: NewAlert = { id, tenantId, source, said: report, fetched };
  const { searched, ...subject } = about
    ? escrowFound(await loadDisputedEscrow(context, about))
    : await searchSubject(context, { tenantId, tenantName: snapshot.tenant.name }, report);
  const transitions = receiveAlert(input, searched, now);
  const [born] = transitions;
  const decided = await decideAlert(context, newAggregate(alertRecordType, born.next), transitions, {
    standing: snapshot,
    ...subject,
  });
  return { ...decided, writes: [externalWrite(born.next), ...decided.writes] };
}

type Found = AlertSubject & { readonly searched: PaymentSearch };

/** A payment that is clearly meant, or the escrow that a reference names; where both are, a person decides. */
async function searchSubject(context: IngestContext, searcher: Searcher, report: ReportedOutcome): Promise<Found> {
  const [found, escrow] = await Promise.all([
    findPayments(context, searcher, report),
    context.escrowNamed(context, searcher.tenantId, report),
  ]);
  const searched = judged(report, found);
  if (!escrow) return { searched, payment: settlementOf(found, searched) };
  const isPaymentMeant = found.some(({ facts }) => scoreMatch(report, facts).references.length > 0);
  if (isPaymentMeant || searched.bound) return { searched: { ...searched, bound: null } };
  return escrowFound(await loadDisputedEscrow(context, escrow));
}

/** An escrow that is named needs no score. */
function escrowFound(escrow: Aggregate<DisputedEscrow>): Found {
  const bound = { paymentId: null, escrowId: escrow.state.escrowId, score: 100, method: "auto" as const };
  return { searched: { candidates: [], bound }, escrow };
}

function judged(report: ReportedOutcome, found: readonly FoundPayment[]): PaymentSearch {
  const { candidate, candidates } = judgeMatch(
    report,
    found.map(({ facts }) => facts),
  );
  const bound = candidate && { paymentId: candidate.paymentId, score: candidate.score, method: "auto" as const };
  return { candidates, bound };
}

function settlementOf(found: readonly FoundPayment[], { bound }: PaymentSearch): Aggregate<Settlement> | undefined {
  return found.find(({ facts }) => facts.paymentId === bound?.paymentId)?.settlement;
}

/** The audit entries of an alert among what is about to be written. */
function entriesIn(writes: readonly Write[], alertId: string): Entry[] {
  return writes.flatMap((write) => {
    const row = "put" in write ? write.put : undefined;
    return row?.type === "entry" && row.pk === alertId ? [entry.parse(row.body)] : [];
  });
}

/** Raises the alert of a debit that its payer says nobody allowed. Safe to do twice: its name is made of the settlement and the code. */
export async function raiseReturnAlert(
  context: Context,
  { settlementId, tenantId, code, at }: Extract<SideEffect, { kind: "raise_return_alert" }>,
): Promise<void> {
  const { state } = await loadSettlement(context, settlementId);
  const { payment, currency, createdAt } = state;
  const said = returnReport(settlementId, code, {
    ...{ amountCents: payment.amountCents, currency, paymentId: payment.id, railRef: payment.railRef },
    ...{ purchaseIdentifier: state.invoiceNumber, receivedAt: at },
    transactionDate: dayOf(payment.receivedAt ?? createdAt),
  });
  // It names its payment, which is no escrow.
  const escrowNamed = async () => undefined;
  await ingestFromSource({ ...context, escrowNamed }, { tenantId, source: "network", said });
}

type ReturnFacts = Pick<ReportedOutcome, "amountCents" | "currency" | "paymentId" | "railRef" | "purchaseIdentifier"> &
  Pick<ReportedOutcome, "receivedAt" | "transactionDate">;

/** What a bank's return says, in an alert's words; `id` is of the settlement or the escrow whose money it took. */
export function returnReport(id: string, code: string, facts: ReturnFacts): ReportedOutcome {
  return {
    ...facts,
    ...{ externalId: `return:${id}:${code}`, kind: "ach_return", network: "ach", reasonCode: code },
    ...{
      arn: null,
      authCode: null,
      cardLast4: null,
      cardBin: null,
      descriptor: achMeaning(code, facts.receivedAt).meaning,
    },
    ...{ respondBy: null, refundedByNetwork: false, networkRef: null, isoRef: null, raw: null },
  };
}
