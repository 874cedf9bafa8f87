import { siblingId } from "../../domain/core/id.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import type { Instant } from "../../domain/core/time.ts";
import { emptyFile, pendingAt, type ReviewFile } from "../../domain/review/case-notes.ts";
import { type Review, type ReviewReasonCode, reviewReasonCodes } from "../../domain/review/review-reason-code.ts";
import { type Aggregate, loadAggregate, newAggregate } from "../core/aggregate.ts";
import { cursorOf, type ListPage, type ListRequest, type ListSource, readCursor } from "../core/list-page.ts";
import { isCreatedIn } from "../core/list-pointers.ts";
import type { Place, Row } from "../core/ports.ts";
import { placeOf, rowKey } from "../core/row-keys.ts";
import { getTenant } from "../tenants/tenants.ts";
import { QueuedKeys } from "./queued-keys.ts";
import { reviewFileRecordType } from "./records.ts";
import type { ReviewContext, Subject } from "./review-subject.ts";

/** Something in the review queue: why it is there, until when, what can be done, and what operators keep about it. */
export interface ReviewItem extends Review {
  readonly id: string;
  readonly subjectId: string;
  readonly tenantId: string;
  readonly status: Subject["status"];
  readonly assignee: string | null;
  readonly notes: ReviewFile["notes"];
  readonly approvals: string[];
}

type QueueReads = Pick<ReviewContext, "store" | "clock" | "subjects">;

/** A record with what operators keep about it. */
export interface ReviewDetails {
  readonly subject: Subject;
  readonly file: Aggregate<ReviewFile>;
}

/** The item that a record is; null where nothing of it is in the queue. */
export function itemOf({ subject, file }: ReviewDetails, now: Instant): ReviewItem | null {
  const { id: subjectId, tenantId, status } = subject;
  const seen = subject.review(now);
  if (!seen) return null;
  const { id, assignee, notes } = file.state;
  const approvals = pendingAt(file.state, now).map(({ approvalId }) => approvalId);
  return { id, subjectId, tenantId, status, ...seen, assignee, notes, approvals };
}

function snapshotOf(
  { subjects }: Pick<ReviewContext, "subjects">,
  subjectRow: Row | undefined,
  fileRow: Row | undefined,
): ReviewDetails | undefined {
  const subject = subjects.subjectOf(subjectRow);
  if (!subject) return undefined;
  const file =
    loadAggregate(reviewFileRecordType, fileRow) ??
    newAggregate(reviewFileRecordType, emptyFile(siblingId(subject.id, "rev"), subject));
  return { subject, file };
}

export async function loadReviewDetails(
  context: Pick<ReviewContext, "store" | "subjects">,
  id: string,
): Promise<ReviewDetails | undefined> {
  const [file, ...rows] = await context.store.read([rowKey(id), ...context.subjects.keysOf(id)]);
  return snapshotOf(
    context,
    rows.find((row) => row !== undefined),
    file,
  );
}

export function notInQueue(): Refusal {
  return new Refusal("not_found", "no such item in the review queue");
}

export async function getReview(context: QueueReads, id: string): Promise<ReviewItem> {
  const snapshot = await loadReviewDetails(context, id);
  const item = snapshot && itemOf(snapshot, context.clock.now());
  if (!item) throw notInQueue();
  return item;
}

/** What is asked of the queue; a range is of `since`, when something came to be there. */
export interface ReviewFilter extends ListRequest {
  readonly kind?: ReviewReasonCode | undefined;
  readonly tenantId?: string | undefined;
  readonly assignee?: string | undefined;
}

/** Notes of an item that a list shows; the item itself has all. */
const listedNotes = 3;

const batch = 50;

/** Items a filtered page looks at before it stops; its cursor goes on from there. */
const scanLimit = 1000;

/** The review queue: the most urgent kind first, and in each what waits longest. */
export async function listReview(context: QueueReads, input: ReviewFilter): Promise<ListPage<ReviewItem>> {
  const { kind, tenantId, assignee, createdAfter, createdBefore } = input;
  if (tenantId !== undefined) await getTenant(context, tenantId);
  const source: ListSource = {
    index: "review",
    name: `review#${kind ?? ""}#${tenantId ?? ""}#${assignee ?? ""}`,
    partitions: kind === undefined ? reviewReasonCodes : [kind],
  };
  const from = input.cursor === undefined ? undefined : readCursor(source, input.cursor);
  const wanted = (item: ReviewItem) =>
    (tenantId === undefined || item.tenantId === tenantId) &&
    (assignee === undefined || item.assignee === assignee) &&
    isCreatedIn(item.since, { createdAfter, createdBefore });
  const page = new Page(source, input.limit);
  for (const each of reviewReasonCodes.slice(
    from ? reviewReasonCodes.indexOf(from.partition as ReviewReasonCode) : 0,
  )) {
    if (kind !== undefined && each !== kind) continue;
    await fill(context, page, each, from?.partition === each ? from.after : undefined, wanted);
    if (page.nextCursor !== null) break;
  }
  return { data: page.data, nextCursor: page.nextCursor };
}

/** A page that is being filled: it knows where the next one begins once it is full. */
class Page {
  readonly data: ReviewItem[] = [];
  nextCursor: string | null = null;
  seen = 0;
  readonly #source: ListSource;
  readonly #limit: number;
  #last: { kind: ReviewReasonCode; place: Place } | undefined;

  constructor(source: ListSource, limit: number) {
    this.#source = source;
    this.#limit = limit;
  }

  /** How many to look at next: one more than fit tells whether there is another page. */
  get room(): number {
    return Math.min(batch, this.#limit + 1 - this.data.length);
  }

  /** Adds an item; false when it is the one too many. */
  add(kind: ReviewReasonCode, place: Place, item: ReviewItem): boolean {
    if (this.data.length === this.#limit) {
      this.nextCursor = this.#last ? cursorOf(this.#source, this.#last.kind, this.#last.place) : null;
      return false;
    }
    this.data.push(item);
    this.#last = { kind, place };
    return true;
  }

  stopAt(kind: ReviewReasonCode, place: Place): void {
    this.nextCursor = cursorOf(this.#source, kind, place);
  }
}

/** Takes what one kind has, in its order, as far as the page has room. */
async function fill(
  context: QueueReads,
  page: Page,
  kind: ReviewReasonCode,
  from: Place | undefined,
  wanted: (item: ReviewItem) => boolean,
): Promise<void> {
  const queued = new QueuedKeys(context.store, kind, from);
  let limit = page.room;
  for (;;) {
    const keys = await queued.next(limit);
    let after: Place | undefined;
    const items = await itemsAt(context, keys);
    for (const [at, key] of keys.entries()) {
      const item = items[at];
      after = placeOf(key, "review");
      // The index lags: what has changed its kind is shown under that one.
      if (item?.kind !== kind || !wanted(item)) continue;
      if (!page.add(kind, after, { ...item, notes: item.notes.slice(-listedNotes) })) return;
    }
    page.seen += keys.length;
    if (keys.length < limit || !after) return;
    if (page.seen >= scanLimit) return page.stopAt(kind, after);
    limit = batch;
  }
}

async function itemsAt(context: QueueReads, keys: readonly Row[]): Promise<(ReviewItem | null)[]> {
  const now = context.clock.now();
  const rows = await context.store.read(keys.flatMap(({ pk }) => [rowKey(pk), rowKey(siblingId(pk, "rev"))]));
  return keys.map((_, at) => {
    const snapshot = snapshotOf(context, rows[2 * at], rows[2 * at + 1]);
    return snapshot ? itemOf(snapshot, now) : null;
  });
}
