import { type Approval, type ApprovalStatus, approval } from "../../domain/review/approval.ts";
import { type ReviewFile, reviewFile } from "../../domain/review/case-notes.ts";
import type { ReviewReasonCode } from "../../domain/review/review-reason-code.ts";
import type { RecordType } from "../core/aggregate.ts";
import { dueIndex } from "../core/due-index.ts";
import type { ListSource } from "../core/list-page.ts";
import { rowKey } from "../core/row-keys.ts";

/** All approvals, or those of one status; operators make few of them. */
export function approvalList(status?: ApprovalStatus): ListSource {
  if (status === undefined) return { index: "list", name: "all#approval", partitions: ["all#approval"] };
  const name = `all#approval#${status}`;
  return { index: "status", name, partitions: [name] };
}

export const approvalRecordType: RecordType<Approval> = {
  type: "approval",
  schema: approval,
  key: rowKey,
  id: (state) => state.id,
  tenantId: (state) => state.tenantId,
  index: (state) => {
    const place = `${state.askedAt}#${state.id}`;
    return {
      list: [approvalList().name, place],
      status: [approvalList(state.status).name, place],
      ...(state.status === "pending" ? { due: dueIndex(rowKey(state.id), state.expiresAt) } : {}),
    };
  },
};

export const reviewFileRecordType: RecordType<ReviewFile> = {
  type: "review",
  schema: reviewFile,
  key: rowKey,
  id: (state) => state.id,
  tenantId: (state) => state.tenantId,
  index: () => ({}),
  // Two hundred notes twice in every entry would outgrow it; the last one is what changed.
  shown: ({ notes, ...state }) => ({ ...state, notes: notes.length, lastNote: notes.at(-1)?.text ?? null }),
};

/** The partition that lists what operators have to look at for one reason. */
export function reviewPartition(kind: ReviewReasonCode): string {
  return `review#${kind}`;
}
