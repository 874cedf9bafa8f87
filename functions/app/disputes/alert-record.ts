import { looksLikeId } from "../../domain/core/id.ts";
import { type Alert, alert } from "../../domain/disputes/alert.ts";
import { alertEnd } from "../../domain/disputes/alert-outcome.ts";
import { alertLookAt, alertReviewReason } from "../../domain/disputes/alert-review.ts";
import { type AlertSourceName, isThirdParty } from "../../domain/disputes/alert-source.ts";
import { summarizeAlert } from "../../domain/disputes/alert-view.ts";
import type { RecordType } from "../core/aggregate.ts";
import { dueIndex } from "../core/due-index.ts";
import type { Key, Write } from "../core/ports.ts";
import { allPlace, listedBy, rowKey, tenantPlace } from "../core/row-keys.ts";
import { reviewPlace } from "../review/queued-keys.ts";

/** What alerts are listed by beside their status. */
export const alertsByType = "alert_kind";

export const alertRecordType: RecordType<Alert> = {
  type: "alert",
  schema: alert,
  id: (state) => state.id,
  tenantId: (state) => state.tenantId,
  index: (state) => {
    const { id, createdAt, said: report } = state;
    const due = alertLookAt(state);
    const seen = alertReviewReason(state);
    const index = listedBy("alert", state);
    index.group = tenantPlace(alertsByType, state, report.kind);
    if (isUntold(state)) index.ref = [untoldPartition(state.source), `${report.respondBy ?? createdAt}#${id}`];
    if (due !== undefined) index.due = dueIndex(rowKey(id), due);
    if (seen) index.review = reviewPlace(seen.kind, seen.since, id);
    return index;
  },
  pointers: ({ id, createdAt, paymentId, escrowId, said: report }) => {
    const arn = report.arn === null ? null : sendersWord(report.arn);
    const found = [arn, paymentId, escrowId].flatMap((value) => (value ? [{ value }] : []));
    const index = { list: allPlace("alert", { id, createdAt }) };
    // Last, so that it stands where two values are the same.
    return [...found, { value: sendersWord(report.externalId), index }];
  },
  // What its sender attached, and every value that was compared, would outgrow a trail.
  shown: ({ said: { raw: _, ...report }, candidates, ruleAudit, ...state }) => ({
    ...{ ...state, said: report },
    ...{ candidates: candidates.length, rulesEvaluated: ruleAudit.length },
  }),
  // The same goes for events: an alert is shown in them as lists show it.
  eventObject: (_, state) => summarizeAlert(state),
};

/** A sender's word that is an id of ours must not put the alert among what is about that record, whosever it is. */
function sendersWord(value: string): string {
  return looksLikeId(value) ? `said#${value}` : value;
}

/** The partition that lists ends which a third party has not been told. */
export function untoldPartition(source: AlertSourceName): string {
  return `alert_untold#${source}`;
}

function isUntold(state: Alert): boolean {
  const isAwaited = state.fetched && isThirdParty(state.source);
  return isAwaited && state.reportedAt === null && alertEnd(state) !== null;
}

/** The row that makes a source's id of an alert a tenant's only one, and finds the alert. */
export function externalKey(tenantId: string, source: string, externalId: string): Key {
  return rowKey(`alert#${tenantId}#${source}#${externalId}`);
}

export function externalWrite({ id, tenantId, source, said: report }: Alert): Write {
  const key = externalKey(tenantId, source, report.externalId);
  return { put: { ...key, v: 1, type: "alert_external", body: { alertId: id } }, expect: "absent" };
}
