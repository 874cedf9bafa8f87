import { type Approval, approval } from "../../domain/review/approval.ts";
import { type ReviewFile, reviewFile } from "../../domain/review/case-notes.ts";
import type { ReviewReasonCode } from "../../domain/review/review-reason-code.ts";
import { loadAggregate, type RecordType } from "../core/aggregate.ts";
import type { StoreContext } from "../core/context.ts";
import { dueIndex, nextLookIndex } from "../core/due-index.ts";
import type { Row } from "../core/ports.ts";
import { rowKey, wholePlaces } from "../core/row-keys.ts";
import { queuedKeys } from "./queued-keys.ts";

export const approvalRecordType: RecordType<Approval> = {
  type: "approval",
  schema: approval,
  id: (state) => state.id,
  tenantId: (state) => state.tenantId,
  index: (state) => ({ ...wholePlaces("approval", state, state.askedAt), ...dueAt(state) }),
};

/** What waits is due when it lapses; an approved change of settings when it takes effect, which may ask a screen. */
function dueAt({ id, status, change, effectiveAt, decidedAt, expiresAt }: Approval): NonNullable<Row["index"]> {
  if (status === "pending") return { due: dueIndex(rowKey(id), expiresAt) };
  if (status !== "approved" || change === null) return {};
  return { due: nextLookIndex(rowKey(id), { at: effectiveAt ?? decidedAt ?? expiresAt, asks: true }) };
}

export const reviewFileRecordType: RecordType<ReviewFile> = {
  type: "review",
  schema: reviewFile,
  id: (state) => state.id,
  tenantId: (state) => state.tenantId,
  // Two hundred notes twice in every entry would outgrow it; the last one is what changed.
  shown: ({ notes, ...state }) => ({ ...state, notes: notes.length, lastNote: notes.at(-1)?.text ?? null }),
};

export interface QueuedRecords<S> {
  readonly data: readonly S[];
  readonly more: boolean;
}

/** The first records that operators have to look at for one reason; the index lags, so those that are still there by `isQueued`. */
export async function queuedRecords<S>(
  { store }: StoreContext,
  kind: RecordType<S>,
  reason: ReviewReasonCode,
  most: number,
  isQueued: (state: S) => boolean,
): Promise<QueuedRecords<S>> {
  const keys = await queuedKeys(store, reason, most + 1);
  const rows = await store.read(keys.slice(0, most).map(({ pk }) => rowKey(pk)));
  const states = rows.flatMap((row) => loadAggregate(kind, row)?.state ?? []);
  return { data: states.filter(isQueued), more: keys.length > most };
}
