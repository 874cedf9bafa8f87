import { beforeEach, describe, expect, test } from "vitest";
import { entriesIn } from "../../../functions/app/core/aggregate.ts";
import { rowKey } from "../../../functions/app/core/row-keys.ts";
import { takeReviewAction } from "../../../functions/app/review/actions.ts";
import { approve, getApproval, listApprovals, reject } from "../../../functions/app/review/approvals.ts";
import { sweepApproval } from "../../../functions/app/review/decide-change.ts";
import { queuedRecords } from "../../../functions/app/review/records.ts";
import { getReview, listReview, type ReviewFilter } from "../../../functions/app/review/review.ts";
import { Refusal } from "../../../functions/domain/core/refusal.ts";
import { later, noon } from "../../support/core/samples.ts";
import { ParcelQueue, parcelType } from "../../support/review/queue.ts";

let queue: ParcelQueue;

beforeEach(() => {
  queue = new ParcelQueue();
});

const anna = () => queue.by("anna");
const berta = () => queue.by("berta");
const fail = { action: "fail", note: null } as const;
const accept = { action: "accept", note: "seen it" } as const;

/** The numbers of the items on a page, and its cursor. */
async function page(input: Partial<ReviewFilter>): Promise<{ numbers: number[]; nextCursor: string | null }> {
  const { data, nextCursor } = await listReview(anna(), { limit: 100, ...input });
  return { numbers: data.map(({ id }) => Number(id.slice(-5))), nextCursor };
}

const span = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

/** What the trail of a record says. */
function trailOf(id: string) {
  return entriesIn(queue.store.rows()).filter(({ aggregateId }) => aggregateId === id);
}

async function asked(id: string): Promise<string> {
  const acted = await takeReviewAction(anna(), id, accept);
  if (!("approvalId" in acted)) throw new Error("done by one operator");
  return acted.approvalId;
}

describe("the queue", () => {
  test("is the most urgent kind first, the longest waiting first in each, page by page", async () => {
    for (const nth of span(1, 3)) await queue.add(nth, { kind: "in_flight" });
    for (const nth of [5, 4]) await queue.add(nth, { kind: "listed" });
    expect(await page({})).toEqual({ numbers: [4, 5, 1, 2, 3], nextCursor: null });
    const first = await page({ limit: 3 });
    expect(first.numbers).toEqual([4, 5, 1]);
    expect(await page({ limit: 3, cursor: first.nextCursor ?? "" })).toEqual({ numbers: [2, 3], nextCursor: null });
    const second = await page({ limit: 2 });
    expect(second.numbers).toEqual([4, 5]);
    expect(await page({ limit: 3, cursor: second.nextCursor ?? "" })).toEqual({
      ...{ numbers: [1, 2, 3], nextCursor: null },
    });
    expect(await page({ limit: 5 })).toEqual({ numbers: [4, 5, 1, 2, 3], nextCursor: null });
  });

  test("is read by kind, whose cursors are no other list's", async () => {
    for (const nth of span(1, 3)) await queue.add(nth, { kind: "in_flight" });
    await queue.add(4, { kind: "listed" });
    const { numbers, nextCursor } = await page({ kind: "in_flight", limit: 2 });
    expect(numbers).toEqual([1, 2]);
    const cursor = nextCursor ?? "";
    expect(await page({ kind: "in_flight", limit: 2, cursor })).toEqual({ numbers: [3], nextCursor: null });
    for (const other of [{}, { kind: "listed" as const }, { kind: "in_flight" as const, assignee: "anna" }])
      await expect(page({ ...other, cursor })).rejects.toMatchObject({ code: "invalid_cursor" });
  });

  test("leaves out what is gone or of another kind by now, since the index lags", async () => {
    const [gone, other] = [await queue.add(1), await queue.add(2)];
    await queue.add(3);
    await queue.change(gone, { status: "gone" });
    await queue.change(other, { kind: "blocked" });
    expect((await page({})).numbers).toEqual([3]);
  });

  test("looks a thousand through for those of one assignee, and its cursor goes on from there", async () => {
    for (const nth of span(1, 1_075)) await queue.add(nth);
    const last = await queue.add(1_076);
    await takeReviewAction(anna(), last, { action: "assign", assignee: "berta", note: null });
    const first = await page({ assignee: "berta", limit: 2 });
    expect(first.numbers).toEqual([]);
    const cursor = first.nextCursor ?? "";
    expect(await page({ assignee: "berta", limit: 2, cursor })).toEqual({ numbers: [1_076], nextCursor: null });
  });

  test("of a tenant is its own alone, found among the others'", async () => {
    const { id: tenantId } = await queue.tenant();
    for (const nth of span(1, 60)) await queue.add(nth);
    await queue.add(61, { tenantId });
    expect(await page({ tenantId, limit: 1 })).toEqual({ numbers: [61], nextCursor: null });
    await expect(page({ tenantId: "ten_none" })).rejects.toMatchObject({ code: "not_found" });
  });

  test("shows the last three notes of each item, the item all of them", async () => {
    const id = await queue.add(1);
    for (const note of ["a", "b", "c", "d"]) await takeReviewAction(anna(), id, { action: "note", note });
    const { data } = await listReview(anna(), { limit: 1 });
    expect(data[0]?.notes.map(({ text }) => text)).toEqual(["b", "c", "d"]);
    expect((await getReview(anna(), id)).notes.map(({ text }) => text)).toEqual(["a", "b", "c", "d"]);
  });
});

describe("the records behind the queue", () => {
  const held = (most: number) =>
    queuedRecords(queue.context, parcelType, "held", most, ({ status }) => status === "stuck");

  test("are those of one reason that are still there, so many at most, and tell whether there are more", async () => {
    const ids: string[] = [];
    for (const nth of span(1, 4)) ids.push((await queue.add(nth)).replace("rev_", "stl_"));
    await queue.add(5, { kind: "blocked" });
    await queue.change(`${ids[1]}`.replace("stl_", "rev_"), { status: "gone" });
    const read = async (most: number) => {
      const { data, more } = await held(most);
      return { ids: data.map(({ id }) => id), more };
    };
    expect(await read(4)).toEqual({ ids: [ids[0], ids[2], ids[3]], more: false });
    expect(await read(3)).toEqual({ ids: [ids[0], ids[2]], more: true });
  });

  test("are none where their rows are gone", async () => {
    await queue.add(1);
    const { store } = queue;
    const gone = {
      read: async (keys: Parameters<typeof store.read>[0]) => keys.map(() => undefined),
      page: (query: Parameters<typeof store.page>[0]) => store.page(query),
      write: (...input: Parameters<typeof store.write>) => store.write(...input),
    };
    expect(await queuedRecords({ ...queue.context, store: gone }, parcelType, "held", 9, () => true)).toEqual({
      ...{ data: [], more: false },
    });
  });
});

describe("an item", () => {
  test("is why it is there and what operators keep about it, whole", async () => {
    const id = await queue.add(1);
    expect(await getReview(anna(), id)).toEqual({
      ...{ id, subjectId: id.replace("rev_", "stl_"), tenantId: "ten_1", status: "stuck", kind: "held" },
      ...{ reason: "it is stuck", since: later(1), deadline: null, assignee: null, notes: [], approvals: [] },
      actions: ["note", "assign", "fail", "accept"],
    });
  });

  test("is none where nothing is in the queue, whatever is done", async () => {
    const id = await queue.add(1, { status: "gone" });
    const none = { code: "not_found", message: "no such item in the review queue" };
    for (const each of [id, "rev_none"]) {
      await expect(getReview(anna(), each)).rejects.toMatchObject(none);
      await expect(takeReviewAction(anna(), each, fail)).rejects.toMatchObject(none);
    }
    expect(queue.acts).toEqual([]);
  });
});

describe("what one operator does", () => {
  test("is asked outside first, then decided with nothing that was not said", async () => {
    const id = await queue.add(1);
    const { item } = (await takeReviewAction(anna(), id, { ...fail, note: "no use" })) as { item: object };
    expect(queue.acts).toEqual(["fail", { action: "fail", input: {}, by: "", screen: null }]);
    expect(item).toMatchObject({ id, status: "gone", kind: "held", actions: [], notes: [{ text: "no use" }] });
    const other = await queue.add(2);
    await takeReviewAction(anna(), other, { ...fail, reference: "T-1", verdict: "pass" });
    expect(queue.acts[3]).toMatchObject({ input: { reference: "T-1", verdict: "pass" } });
  });

  test("is to write and to name somebody, which asks nobody and decides nothing", async () => {
    const id = await queue.add(1);
    const named = await takeReviewAction(anna(), id, { action: "assign", assignee: "berta", note: "she knows" });
    expect(named).toMatchObject({
      item: { assignee: "berta", notes: [{ at: noon, actor: "operator:anna", text: "she knows" }], status: "stuck" },
    });
    const { commits } = queue.store;
    await takeReviewAction(anna(), id, { action: "assign", assignee: "berta", note: null });
    expect([queue.acts, queue.store.commits - commits]).toEqual([[], 0]);
    expect(trailOf(id).map(({ reason, after }) => [reason, after])).toEqual([
      ["assigned to berta", expect.objectContaining({ assignee: "berta", notes: 0, lastNote: null })],
      ["note", { notes: 1, lastNote: "she knows" }],
    ]);
  });

  test("is refused as a whole where its note has no room, or it cannot be", async () => {
    const id = await queue.add(1);
    for (const nth of span(1, 200)) await takeReviewAction(anna(), id, { action: "note", note: `${nth}` });
    await expect(takeReviewAction(anna(), id, { ...fail, note: "one more" })).rejects.toMatchObject({
      message: "note is not possible: it has 200 notes already",
    });
    expect((await getReview(anna(), id)).status).toBe("stuck");
    queue.no = new Refusal("action_not_available", "not so");
    await expect(takeReviewAction(anna(), id, fail)).rejects.toBe(queue.no);
    await expect(takeReviewAction(anna(), id, accept)).rejects.toBe(queue.no);
  });
});

describe("what two operators agree on", () => {
  test("is kept until the other one agrees, once for each action", async () => {
    const id = await queue.add(1);
    const approvalId = await asked(id);
    expect(await getApproval(anna(), approvalId)).toEqual({
      ...{ id: approvalId, reviewId: id, subjectId: id.replace("rev_", "stl_"), tenantId: "ten_1" },
      ...{ action: "accept", input: {}, amountCents: 500, note: "seen it", status: "pending" },
      ...{ askedBy: "operator:anna", askedAt: noon, expiresAt: later(259_200) },
      ...{ decidedBy: null, decidedAt: null, decisionNote: null },
      ...{ change: null, effectiveAt: null, failure: null },
    });
    expect(await getReview(anna(), id)).toMatchObject({ approvals: [approvalId], status: "stuck" });
    expect(trailOf(id).map(({ reason }) => reason)).toEqual(["accept asked for"]);
    await expect(takeReviewAction(berta(), id, accept)).rejects.toMatchObject({
      ...{ code: "approval_pending", message: "accept was asked for already and waits for another operator" },
      detail: { extra: { approvalId } },
    });
  });

  test("is done in the approval's name, and taken off what waits", async () => {
    const id = await queue.add(1);
    const approvalId = await asked(id);
    queue.pass(60);
    expect(await approve(berta(), approvalId, "agreed")).toMatchObject({
      ...{ status: "approved", decidedBy: "operator:berta", decidedAt: later(60), decisionNote: "agreed" },
    });
    expect(queue.acts.at(-1)).toEqual({ action: "accept", input: {}, by: approvalId, screen: null });
    expect(trailOf(id).map(({ reason }) => reason)).toEqual(["accept asked for", "accept approved"]);
    await expect(getReview(anna(), id)).rejects.toMatchObject({ code: "not_found" });
  });

  test("is refused where something came up since, it is about another amount, or cannot be any more", async () => {
    const id = await queue.add(1);
    const approvalId = await asked(id);
    queue.cameUpAt = later(1);
    await expect(approve(berta(), approvalId, null)).rejects.toMatchObject({
      message: "accept is not possible: something else has come up since it was asked for",
    });
    queue.cameUpAt = noon;
    await queue.change(id, { amountCents: 400 });
    await expect(approve(berta(), approvalId, null)).rejects.toMatchObject({
      message: "accept is not possible: it was asked for 500 cents and is about 400 by now",
    });
    queue.no = new Refusal("action_not_available", "not so");
    await expect(approve(berta(), approvalId, null)).rejects.toBe(queue.no);
    await expect(approve(anna(), approvalId, null)).rejects.toMatchObject({ code: "second_operator_required" });
    expect((await getApproval(anna(), approvalId)).status).toBe("pending");
  });

  test("is rejected by anybody, and can be asked for again", async () => {
    const id = await queue.add(1);
    const approvalId = await asked(id);
    expect(await reject(berta(), approvalId, "no")).toMatchObject({ status: "rejected", decisionNote: "no" });
    expect(trailOf(id).at(-1)?.reason).toBe("accept rejected");
    expect((await getReview(anna(), id)).approvals).toEqual([]);
    await expect(reject(berta(), approvalId, null)).rejects.toMatchObject({ code: "action_not_available" });
    expect(await asked(id)).not.toBe(approvalId);
  });

  test("is rejected also where its item is gone", async () => {
    const id = await queue.add(1);
    const approvalId = await asked(id);
    const [row] = await queue.store.read([rowKey(id.replace("rev_", "stl_"))]);
    if (!row) throw new Error("it was added");
    await queue.store.write([{ remove: { pk: row.pk, sk: row.sk }, expect: row.v }], "gone");
    expect((await reject(berta(), approvalId, null)).status).toBe("rejected");
    await expect(approve(berta(), await askedOfGone(), null)).rejects.toThrow("is about nothing");

    async function askedOfGone(): Promise<string> {
      const other = await queue.add(2);
      const otherId = await asked(other);
      const [there] = await queue.store.read([rowKey(other.replace("rev_", "stl_"))]);
      if (there) await queue.store.write([{ remove: { pk: there.pk, sk: there.sk }, expect: there.v }], "gone too");
      return otherId;
    }
  });

  test("expires by itself, as a list by status says before it is written", async () => {
    const approvalId = await asked(await queue.add(1));
    const listed = async (status?: "pending" | "expired") => {
      const { data } = await listApprovals(anna(), { limit: 10, status });
      return data.map((each) => [each.id, each.status]);
    };
    expect([await listed(), await listed("pending"), await listed("expired")]).toEqual([
      ...[[[approvalId, "pending"]], [[approvalId, "pending"]], []],
    ]);
    const [row] = await queue.store.read([rowKey(approvalId)]);
    if (!row) throw new Error("it was asked for");
    expect(row.index?.due?.[1]).toBe(`${later(259_200)}#${approvalId}#row`);
    await sweepApproval(anna(), row);
    expect(trailOf(approvalId)).toHaveLength(1);
    queue.pass(259_200);
    expect([await listed(), await listed("pending")]).toEqual([[[approvalId, "expired"]], []]);
    await sweepApproval(anna(), row);
    expect(trailOf(approvalId).at(-1)).toMatchObject({ from: "pending", to: "expired" });
    expect((await queue.store.read([rowKey(approvalId)]))[0]?.index).not.toHaveProperty("due");
    expect(await listed("expired")).toEqual([[approvalId, "expired"]]);
  });
});
