import { caseCounts, type DisputeCase, disputeCase } from "../../domain/disputes/case.ts";
import { caseErasureAt } from "../../domain/disputes/case-evidence.ts";
import { caseLookAt, caseReviewReason } from "../../domain/disputes/case-review.ts";
import { viewCaseSummary } from "../../domain/disputes/case-view.ts";
import type { RecordType } from "../core/aggregate.ts";
import { dailyIndex, dueIndex } from "../core/due-index.ts";
import type { Key } from "../core/ports.ts";
import { allPlace, listedBy, rowKey } from "../core/row-keys.ts";
import { reviewPlace } from "../review/queued-keys.ts";

export const caseRecordType: RecordType<DisputeCase> = {
  type: "case",
  schema: disputeCase,
  id: (state) => state.id,
  tenantId: (state) => state.tenantId,
  index: (state) => {
    const due = caseLookAt(state);
    const seen = caseReviewReason(state);
    const index = listedBy("case", state);
    const erasureAt = caseErasureAt(state);
    if (due !== undefined) index.due = dueIndex(rowKey(state.id), due);
    else if (erasureAt !== null) index.due = dailyIndex(rowKey(state.id), erasureAt);
    // By deadline, not by age: the latest is first.
    if (seen) index.review = reviewPlace(seen.kind, seen.deadline, state.id);
    return index;
  },
  pointers: ({ id, createdAt, alertId, paymentId, escrowId }) => {
    const values = [alertId, paymentId, escrowId].flatMap((value) => (value === null ? [] : [{ value }]));
    return [...values, { value: `case#${id}`, index: { list: allPlace("case", { id, createdAt }) } }];
  },
  // A narrative twice in every entry would outgrow it, and a hundred pieces too.
  shown: ({ evidence, narrative, ...state }) => ({
    ...state,
    evidence: evidence.map(({ id, type, status }) => `${id} ${type} ${status}`),
    narrative: narrative === null ? null : `${narrative.length} characters`,
  }),
  eventObject: (_, state) => viewCaseSummary(state),
  shows: caseCounts,
};

const textPrefix = "text#";

/** Where the text of a piece of evidence lies, in the partition of its case. */
export function textKey(caseId: string, evidenceId: string): Key {
  return { pk: caseId, sk: `${textPrefix}${evidenceId}` };
}

/** The piece of evidence whose text a row keeps; undefined for any other row. */
export function textOf({ sk }: Key): string | undefined {
  return sk.startsWith(textPrefix) ? sk.slice(textPrefix.length) : undefined;
}
