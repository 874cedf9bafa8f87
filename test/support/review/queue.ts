import * as z from "zod";
import {
  loadAggregate,
  newAggregate,
  type RecordType,
  transitionWrites,
} from "../../../functions/app/core/aggregate.ts";
import { rowKey } from "../../../functions/app/core/row-keys.ts";
import { reviewPlace } from "../../../functions/app/review/queued-keys.ts";
import type { ActionRequest, ReviewContext, Subject } from "../../../functions/app/review/review-subject.ts";
import type { Refusal } from "../../../functions/domain/core/refusal.ts";
import { reviewItem } from "../../../functions/domain/review/review.ts";
import type { RecordAction, ReviewReasonCode } from "../../../functions/domain/review/review-reason-code.ts";
import { later, noon } from "../core/samples.ts";
import { TestApi } from "../core/test-api.ts";

const parcel = z.object({
  id: z.string(),
  tenantId: z.string(),
  status: z.enum(["stuck", "gone"]),
  kind: z.string(),
  since: z.string(),
  amountCents: z.int(),
});

export type Parcel = z.infer<typeof parcel>;

export const parcelType: RecordType<Parcel> = {
  ...{ type: "parcel", schema: parcel, id: ({ id }) => id, tenantId: ({ tenantId }) => tenantId },
  index: ({ id, kind, since }) => ({ review: reviewPlace(kind as ReviewReasonCode, since, id) }),
};

/** A queue of parcels: one may be given up by one operator (`fail`), or accepted by two (`accept`). */
export class ParcelQueue extends TestApi {
  /** What was asked outside, and decided, in order. */
  readonly acts: (RecordAction | ActionRequest)[] = [];
  /** Why nothing can be done; null where it can. */
  no: Refusal | null = null;
  /** When something came up last. */
  cameUpAt = noon;

  by(name: string): ReviewContext {
    const subjects = {
      keysOf: (id: string) => [rowKey(id.replace("rev_", "stl_"))],
      subjectOf: (row: Parameters<typeof loadAggregate>[1]) => {
        const found = loadAggregate(parcelType, row);
        return found && this.#subject(found);
      },
    };
    return { ...this.context, subjects, actor: `operator:${name}` };
  }

  /** Adds a parcel that is stuck, and answers the id of its item. */
  async add(nth: number, change: Partial<Parcel> = {}): Promise<string> {
    const ulid = `01K${String(nth).padStart(23, "0")}`;
    const state: Parcel = {
      ...{ id: `stl_${ulid}`, tenantId: "ten_1", status: "stuck", kind: "held", since: later(nth), amountCents: 500 },
      ...change,
    };
    const made = { next: state, from: null, to: state.status, reason: "stuck" };
    const { writes } = transitionWrites(newAggregate(parcelType, state), [made], this.context);
    await this.store.write(writes, state.id);
    return `rev_${ulid}`;
  }

  /** Changes a parcel without its place in the index, which lags. */
  async change(id: string, change: Partial<Parcel>): Promise<void> {
    const [row] = await this.store.read([rowKey(id.replace("rev_", "stl_"))]);
    if (!row) throw new Error(`no parcel ${id}`);
    const body = row.body as { readonly state: Parcel };
    const put = { ...row, v: row.v + 1, body: { ...body, state: { ...body.state, ...change } } };
    await this.store.write([{ put, expect: row.v }], `${id} ${row.v}`);
  }

  #subject(found: NonNullable<ReturnType<typeof loadAggregate<Parcel>>>): Subject {
    const { state } = found;
    const { id, tenantId, status, kind, since, amountCents } = state;
    const reason = { kind: kind as ReviewReasonCode, reason: "it is stuck", since, deadline: null };
    return {
      ...{ id, tenantId, status },
      review: () => reviewItem(status === "gone" ? null : reason, () => ["fail", "accept"]),
      needsSecond: (action) => action === "accept",
      amountAtStake: () => amountCents,
      cameUpSince: (_, at) => this.cameUpAt > at,
      ask: async (_, action) => {
        this.acts.push(action);
        return null;
      },
      decide: async (context, input) => {
        this.acts.push(input);
        if (this.no) return this.no;
        const next: Parcel = { ...state, status: "gone" };
        const gone = { next, from: status, to: "gone", reason: input.action };
        const { writes, after } = transitionWrites(found, [gone], context);
        return { writes, after: this.#subject(after) };
      },
    };
  }
}
