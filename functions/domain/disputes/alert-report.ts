import type { Instant } from "../core/time.ts";
import type { Alert, AlertRefund, ReportedOutcome } from "./alert.ts";
import { type AlertEnd, alertEnd } from "./alert-outcome.ts";

/** An alert as a third party raised it, and whom it is about: `merchantId` is that party's name of one of our tenants. */
export interface SourcedAlert {
  readonly merchantId: string | null;
  readonly said: ReportedOutcome;
}

/** What a third party has for us; `unread` are those that cannot be read, by their id where at least that can. */
export interface PulledAlerts {
  readonly alerts: readonly SourcedAlert[];
  readonly unread: readonly string[];
}

/** What one of a third party's alerts came to; it keeps the first that it is told. */
export interface AlertReport
  extends Readonly<Pick<ReportedOutcome, "externalId" | "kind" | "amountCents" | "currency">> {
  readonly end: AlertEnd;
  /** Its `reference` is our id of the refund. */
  readonly refund:
    | (Readonly<Pick<AlertRefund, "amountCents" | "currency" | "at" | "arn">> & { readonly reference: string | null })
    | null;
  readonly at: Instant;
}

/** Whether an end was taken; where it was not, whether asking again can help, and the source's word for why. */
export type OutcomeReport =
  | { readonly externalId: string; readonly ok: true }
  | { readonly externalId: string; readonly ok: false; readonly recoverable: boolean; readonly why: string };

export interface ReportedPayment {
  /** Whether it ever brought money in. */
  readonly collected?: boolean;
  /** What came of a refund that our own rail was told of. */
  readonly sentBack?: "under_way" | "gone" | "refused";
}

/** What the source of an alert is told of its end; null while that is open, until the rail has said that a refund is gone, and where nobody waits to be told. The same at every call, so that a repeat says the same. */
export function reportOf(
  alert: Pick<Alert, "status" | "resolution" | "refund" | "said" | "paymentId" | "updatedAt">,
  { collected = true, sentBack = "gone" }: ReportedPayment = {},
): AlertReport | null {
  const byRail = alert.refund?.by === "service";
  if (byRail && sentBack === "under_way") return null;
  // A source keeps the first end that it is told: what the rail refused was never a refund.
  const report = byRail && sentBack === "refused" ? { ...alert, refund: null, resolution: null } : alert;
  const { said: answer, refund, paymentId, updatedAt } = report;
  const end = alertEnd(report, { collected });
  if (end === null) return null;
  const { externalId, kind, amountCents, currency } = answer;
  return {
    ...{ externalId, kind, amountCents, currency, end },
    refund: refund && {
      ...{ amountCents: refund.amountCents, currency: refund.currency, at: refund.at, arn: refund.arn },
      reference: refund.networkRef ?? paymentId,
    },
    at: refund?.at ?? updatedAt,
  };
}
