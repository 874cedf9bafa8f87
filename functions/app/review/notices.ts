import { platform } from "../../domain/core/operator.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import { closeNotice, type Notice, notice, noticeReview } from "../../domain/review/notice.ts";
import { type Aggregate, loadAggregate, type RecordType, transitionWrites } from "../core/aggregate.ts";
import type { Row } from "../core/ports.ts";
import { reviewPlace } from "./queued-keys.ts";
import type { Subject } from "./review-subject.ts";

/** A notice's row, in the queue while it is open. */
export const noticeRecordType: RecordType<Notice> = {
  type: "notice",
  schema: notice,
  id: (state) => state.id,
  tenantId: ({ tenantId }) => tenantId ?? platform,
  index: ({ id, status, createdAt }) => (status === "open" ? { review: reviewPlace("notice", createdAt, id) } : {}),
};

export function noticeSubject(row: Row): Subject | undefined {
  const found = loadAggregate(noticeRecordType, row);
  return found && noticeAsSubject(found);
}

function noticeAsSubject(found: Aggregate<Notice>): Subject {
  const { id, status, tenantId } = found.state;
  return {
    ...{ id, status, tenantId: tenantId ?? platform },
    review: () => noticeReview(found.state),
    // It moves no money.
    needsSecond: () => false,
    amountAtStake: () => null,
    cameUpSince: () => false,
    ask: async () => null,
    decide: async (context, { action, input: { reference = "" }, by }) => {
      const transitions = closeNotice(found.state, action, { reference, by }, context.clock.now());
      if (transitions instanceof Refusal) return transitions;
      const { writes, after } = transitionWrites(found, transitions, context);
      return { writes, after: noticeAsSubject(after) };
    },
  };
}
