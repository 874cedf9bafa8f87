import { beforeEach, describe, expect, test } from "vitest";
import { releaseDue } from "../../../functions/app/operations/daily.ts";
import { approve } from "../../../functions/app/review/approvals.ts";
import { listReview } from "../../../functions/app/review/review.ts";
import {
  askRelease,
  forecastReserves,
  holdReserve,
  listAllReserves,
  listReserves,
  type ReserveRequest,
} from "../../../functions/app/settlement/reserves.ts";
import { loadSettlement } from "../../../functions/app/settlement/settlements.ts";
import { siblingId } from "../../../functions/domain/core/id.ts";
import { addSeconds } from "../../../functions/domain/core/time.ts";
import { viewReserve } from "../../../functions/domain/settlement/reserve-view.ts";
import { TestApi } from "../../support/core/test-api.ts";
import { deliver, keepTenth, releaseContext } from "../../support/settlement/reserve-api.ts";

const day = 86_400;
let api: TestApi;
let tenant: { id: string; apiKey: string };
let ids: string[];

beforeEach(async () => {
  api = new TestApi();
  tenant = await api.tenant();
  ids = [];
  for (const [at, days] of [10, 30, 30, 60, 90].entries()) {
    api.pass(1);
    await keepTenth(api, tenant.id, days);
    ids.push(await deliver(api, tenant, `A-${at}`));
  }
});

async function daily(): Promise<void> {
  await releaseDue(releaseContext(api), addSeconds(api.clock.now(), 3600));
}

const asker = () => ({ tenantId: tenant.id, tenantCreatedAt: api.clock.now() });
const byOperator = (name: string) => ({ ...api.context, actor: `operator:${name}` });
const reserveId = (at: number) => siblingId(ids[at] ?? "", "rsv");
const reserveOf = async (at: number) => (await loadSettlement(api.context, ids[at] ?? "")).state.reserve;

/** Every page of a list, by the settlements' places in `ids`. */
async function walk(input: Omit<ReserveRequest, "cursor">): Promise<number[]> {
  const seen: number[] = [];
  let cursor: string | undefined;
  do {
    const page = await listReserves(api.context, asker(), { ...input, cursor });
    expect(page.data.length).toBeLessThanOrEqual(input.limit);
    seen.push(...page.data.map(({ id }) => ids.indexOf(id)));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return seen;
}

describe("a tenant's list of reserves", () => {
  test.each([1, 2, 5, 100])("in pages of %i shows each once, the latest to be released first", async (limit) => {
    expect(await walk({ limit })).toEqual([4, 3, 2, 1, 0]);
  });

  test.each([1, 2, 100])("by status in pages of %i shows those alone", async (limit) => {
    api.pass(31 * day);
    await daily();
    expect((await walk({ limit, status: "released" })).toSorted()).toEqual([0, 1, 2]);
    expect(await walk({ limit, status: "held" })).toEqual([4, 3]);
    expect(await walk({ limit, status: "used" })).toEqual([]);
  });

  test("takes no cursor of another status, and is its own", async () => {
    const { nextCursor } = await listReserves(api.context, asker(), { limit: 1, status: "held" });
    const input = { limit: 1, status: "released" as const, cursor: nextCursor ?? undefined };
    await expect(listReserves(api.context, asker(), input)).rejects.toMatchObject({ code: "invalid_cursor" });
    const other = await api.tenant({ slug: "other" });
    const theirs = { ...asker(), tenantId: other.id };
    expect((await listReserves(api.context, theirs, { limit: 9 })).data).toEqual([]);
  });
});

describe("operators", () => {
  test("list all tenants' reserves, or one's, and not those of a tenant that there is not", async () => {
    const other = await api.tenant({ slug: "other" });
    await keepTenth(api, other.id, 5);
    const theirs = await deliver(api, other, "B-1");
    const all = await listAllReserves(api.context, { limit: 100 });
    expect(all.data.map(({ id }) => id).toSorted()).toEqual([...ids, theirs].toSorted());
    const one = await listAllReserves(api.context, { limit: 100, tenantId: other.id });
    expect(one.data.map((state) => viewReserve(state)?.tenantId)).toEqual([other.id]);
    const unknown = { limit: 1, tenantId: "ten_01K00000000000000000000009" };
    await expect(listAllReserves(api.context, unknown)).rejects.toMatchObject({ code: "validation_error" });
  });

  test("see what falls due day by day, without what they keep", async () => {
    const dateOf = (days: number) => addSeconds(api.clock.now(), days * day).slice(0, 10);
    expect(await forecastReserves(api.context, { days: 60 })).toEqual({
      days: [
        { date: dateOf(10), count: 1, amountCents: 1000 },
        { date: dateOf(30), count: 2, amountCents: 2000 },
        { date: dateOf(60), count: 1, amountCents: 1000 },
      ],
      more: false,
    });
    await holdReserve(byOperator("anna"), reserveId(1));
    const { days } = await forecastReserves(api.context, { days: 30, tenantId: tenant.id });
    expect(days.map(({ count }) => count)).toEqual([1, 1]);
  });

  test("keep one, and two of them let it go before its day, within a minute", async () => {
    const anna = byOperator("anna");
    await expect(askRelease(anna, reserveId(4), null)).rejects.toMatchObject({ code: "action_not_available" });
    await holdReserve(anna, reserveId(4));
    await holdReserve(anna, reserveId(4));
    const { data } = await listReview(api.context, { limit: 10, kind: "reserve" });
    expect(data).toMatchObject([{ subjectId: ids[4], actions: expect.arrayContaining(["release_reserve"]) }]);
    api.pass(8 * day);
    await daily();
    expect(await reserveOf(4)).toMatchObject({ status: "held", blocked: { reason: "manual" } });
    const { approvalId } = await askRelease(anna, reserveId(4), "the tenant left");
    await expect(askRelease(byOperator("ben"), reserveId(4), null)).rejects.toMatchObject({ code: "approval_pending" });
    await expect(approve(anna, approvalId, null)).rejects.toMatchObject({ code: "second_operator_required" });
    await approve(byOperator("ben"), approvalId, null);
    const listed = await api.store.read([{ pk: ids[4] ?? "", sk: "row" }]);
    expect(listed[0]?.index?.due?.[0]).toMatch(/^look_up#/);
    await expect(askRelease(anna, reserveId(0), null)).rejects.toMatchObject({ code: "action_not_available" });
  });

  test("cannot keep what is gone, nor what there is not", async () => {
    api.pass(11 * day);
    await daily();
    const gone = holdReserve(byOperator("anna"), reserveId(0));
    await expect(gone).rejects.toMatchObject({ code: "action_not_available" });
    const nothing = holdReserve(byOperator("anna"), "rsv_01K00000000000000000000009");
    await expect(nothing).rejects.toMatchObject({ code: "not_found" });
  });
});
