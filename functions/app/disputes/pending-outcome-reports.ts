import { siblingId } from "../../domain/core/id.ts";
import { type Alert, alertHop } from "../../domain/disputes/alert.ts";
import { type ReportedPayment, reportOf } from "../../domain/disputes/alert-report.ts";
import type { ThirdPartySource } from "../../domain/disputes/alert-source.ts";
import { canBeMeant } from "../../domain/disputes/match-facts.ts";
import type { Settlement } from "../../domain/settlement/settlement.ts";
import { loaded } from "../core/aggregate.ts";
import type { Desk } from "../core/context.ts";
import { rowKey } from "../core/rows.ts";
import { settlementKind } from "../settlement/record.ts";
import { loadAlert } from "./alert-reads.ts";
import { alertKind, untoldPartition } from "./alert-record.ts";
import type { UntoldAlert } from "./report-outcomes.ts";
import { changeAlert } from "./resolve-alert.ts";

/** Alerts of a third party that have come to an end which it has not been told, those first whose time for an answer ends first; at most 100. */
export async function untoldAlerts(
  { book }: Pick<Desk, "book">,
  source: ThirdPartySource,
  limit: number,
): Promise<UntoldAlert[]> {
  const listed = await book.page({ index: "ref", pk: untoldPartition(source), limit: Math.min(limit, 100) });
  const rows = await book.read(listed.map(({ pk }) => rowKey(pk)));
  const alerts = rows.flatMap((row) => loaded(alertKind, row)?.state ?? []);
  const payments = await paymentsOf(book, alerts);
  return alerts.flatMap((state) => {
    const report = reportOf(state, paymentSaid(state, payments.get(state.paymentId)));
    // The index lags: what was told meanwhile is not told again.
    return report && state.reportedAt === null ? [{ alertId: state.id, report }] : [];
  });
}

/** The payments that alerts are bound to, by their ids. */
async function paymentsOf(
  book: Desk["book"],
  alerts: readonly Alert[],
): Promise<ReadonlyMap<string | null, Settlement>> {
  const ids = [...new Set(alerts.flatMap(({ paymentId }) => paymentId ?? []))];
  const rows = await book.read(ids.map((id) => rowKey(siblingId(id, "stl"))));
  return new Map(
    rows.flatMap((row) => {
      const state = loaded(settlementKind, row)?.state;
      return state ? [[state.payment.id, state] as const] : [];
    }),
  );
}

function paymentSaid({ refund }: Alert, payment: Settlement | undefined): ReportedPayment {
  if (!payment) return {};
  const isGone = payment.sentBack.some(({ at }) => refund !== null && at >= refund.at);
  const isUnderWay = payment.sendBack !== null;
  return {
    collected: canBeMeant(payment),
    sentBack: isGone ? "gone" : isUnderWay ? "under_way" : "refused",
  };
}

/** Keeps what the source said of an end, so that it is not told again. */
export async function keepTold(
  desk: Desk,
  alertId: string,
  { refused }: { readonly refused: string | null },
): Promise<void> {
  await changeAlert(
    desk,
    () => loadAlert(desk, null, alertId),
    (state) => {
      if (state.reportedAt !== null) return [];
      const now = desk.clock.now();
      const reason = refused === null ? `${state.source} was told` : `${state.source} refused it: ${refused}`;
      return [alertHop(state, { ...state, reportedAt: now }, now, { reason })];
    },
  );
}
