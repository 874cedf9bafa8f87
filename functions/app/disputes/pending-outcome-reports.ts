import { siblingId } from "../../domain/core/id.ts";
import { type Alert, alertTransition } from "../../domain/disputes/alert.ts";
import { type ReportedPayment, reportOf } from "../../domain/disputes/alert-report.ts";
import type { ThirdPartySource } from "../../domain/disputes/alert-source.ts";
import { canBeMeant } from "../../domain/disputes/match-facts.ts";
import type { Settlement } from "../../domain/settlement/settlement.ts";
import { loadAggregate } from "../core/aggregate.ts";
import type { Context, StoreContext } from "../core/context.ts";
import { rowKey } from "../core/row-keys.ts";
import { settlementRecordType } from "../settlement/record.ts";
import { loadAlert } from "./alert-reads.ts";
import { alertRecordType, untoldPartition } from "./alert-record.ts";
import type { UntoldAlert } from "./report-outcomes.ts";
import { changeAlert } from "./resolve-alert.ts";

/** Alerts of a third party that have come to an end which it has not been told, those first whose time for an answer ends first; at most 100. */
export async function untoldAlerts(
  { store }: StoreContext,
  source: ThirdPartySource,
  limit: number,
): Promise<UntoldAlert[]> {
  const listed = await store.page({
    index: "ref",
    keysOnly: true,
    pk: untoldPartition(source),
    limit: Math.min(limit, 100),
  });
  const rows = await store.read(listed.map(({ pk }) => rowKey(pk)));
  const alerts = rows.flatMap((row) => loadAggregate(alertRecordType, row)?.state ?? []);
  const payments = await paymentsOf(store, alerts);
  return alerts.flatMap((state) => {
    const report = reportOf(state, paymentSaid(state, payments.get(state.paymentId)));
    // The index lags: what was told meanwhile is not told again.
    return report && state.reportedAt === null ? [{ alertId: state.id, report }] : [];
  });
}

async function paymentsOf(
  store: Context["store"],
  alerts: readonly Alert[],
): Promise<ReadonlyMap<string | null, Settlement>> {
  const ids = [...new Set(alerts.flatMap(({ paymentId }) => paymentId ?? []))];
  const rows = await store.read(ids.map((id) => rowKey(siblingId(id, "stl"))));
  return new Map(
    rows.flatMap((row) => {
      const state = loadAggregate(settlementRecordType, row)?.state;
      return state ? [[state.payment.id, state] as const] : [];
    }),
  );
}

function paymentSaid({ refund }: Alert, payment: Settlement | undefined): ReportedPayment {
  if (!payment) return {};
  const isGone = payment.sentBack.some(({ at }) => refund !== null && at >= refund.at);
  const isUnderWay = payment.sendBack !== null;
  return { collected: canBeMeant(payment), sentBack: isGone ? "gone" : isUnderWay ? "under_way" : "refused" };
}

/** Keeps what the source said of an end, so that it is not told again. */
export async function recordOutcomeReport(
  context: Context,
  alertId: string,
  { refused }: { readonly refused: string | null },
): Promise<void> {
  await changeAlert(
    context,
    () => loadAlert(context, null, alertId),
    (state) => {
      if (state.reportedAt !== null) return [];
      const now = context.clock.now();
      const reason = refused === null ? `${state.source} was told` : `${state.source} refused it: ${refused}`;
      return [alertTransition(state, { ...state, reportedAt: now }, now, { reason })];
    },
  );
}
