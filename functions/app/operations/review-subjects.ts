import { type IdPrefix, siblingId } from "../../domain/core/id.ts";
import type { Row } from "../core/ports.ts";
import { rowKey } from "../core/row-keys.ts";
import { alertSubject, caseSubject } from "../disputes/review-subjects.ts";
import { escrowSubject } from "../escrow/subject.ts";
import { breakSubject } from "../reconciliation/break-item-record.ts";
import { feeSweepSubject } from "../reconciliation/fee-sweep-subject.ts";
import { noticeSubject } from "../review/notices.ts";
import type { ReviewSubjects, Subject } from "../review/review-subject.ts";
import { settlementSubject } from "../settlement/subject.ts";

/** How each kind of record is read as a subject, by the prefix of its id. An item shares its subject's ULID. */
const readers: Readonly<Partial<Record<IdPrefix, (row: Row) => Subject | undefined>>> = {
  stl: settlementSubject,
  esc: escrowSubject,
  alr: alertSubject,
  cas: caseSubject,
  brk: breakSubject,
  fsw: feeSweepSubject,
  ntc: noticeSubject,
};

/** Settlements, escrows, alerts, dispute cases, breaks, sweeps of fees and notices, which the review queue is about. */
export const reviewSubjects: ReviewSubjects = {
  keysOf: (reviewId) => Object.keys(readers).map((prefix) => rowKey(siblingId(reviewId, prefix as IdPrefix))),
  subjectOf: (row) => row && readers[row.pk.slice(0, 3) as IdPrefix]?.(row),
};
