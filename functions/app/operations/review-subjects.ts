import { type IdPrefix, siblingId } from "../../domain/core/id.ts";
import type { Key, Row } from "../core/ports.ts";
import { rowKey } from "../core/rows.ts";
import { alertSubject } from "../disputes/alert-subject.ts";
import { caseSubject } from "../disputes/case-subject.ts";
import { escrowSubject } from "../escrow/subject.ts";
import type { Subject } from "../review/review-subject.ts";
import { settlementSubject } from "../settlement/subject.ts";

/** How each kind of record is read as a subject, by the prefix of its id. An item shares its subject's ULID. */
const readers: Readonly<Partial<Record<IdPrefix, (row: Row) => Subject | undefined>>> = {
  stl: settlementSubject,
  esc: escrowSubject,
  alr: alertSubject,
  cas: caseSubject,
};

/** The rows that an item can be about: which one there is tells its kind. */
export function subjectKeys(reviewId: string): Key[] {
  return Object.keys(readers).map((prefix) => rowKey(siblingId(reviewId, prefix as IdPrefix)));
}

/** The subject that a row is; undefined for any other row. */
export function subjectOf(row: Row | undefined): Subject | undefined {
  return row && readers[row.pk.slice(0, 3) as IdPrefix]?.(row);
}
