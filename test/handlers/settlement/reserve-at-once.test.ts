import { beforeEach, describe, expect, test, vi } from "vitest";
import { approve } from "../../../functions/app/review/approvals.ts";
import { lookAtReserve } from "../../../functions/app/settlement/release-reserve.ts";
import { askRelease, holdReserve } from "../../../functions/app/settlement/reserves.ts";
import { loadSettlement } from "../../../functions/app/settlement/settlements.ts";
import { siblingId } from "../../../functions/domain/core/id.ts";
import { TestApi } from "../../support/core/test-api.ts";
import { deliver, keepTenth, releaseContext } from "../../support/settlement/reserve-api.ts";

const day = 86_400;
let api: TestApi;
let id: string;

beforeEach(async () => {
  api = new TestApi();
  const tenant = await api.tenant();
  await keepTenth(api, tenant.id, 30);
  id = await deliver(api, tenant, "A-1");
  api.pass(30 * day);
});

const reserveOf = async () => (await loadSettlement(api.context, id)).state.reserve;

const byOperator = (name: string) => ({ ...api.context, actor: `operator:${name}` });

/** What became of so many at once: done, or the code of why not. */
async function atOnce(count: number, act: (each: number) => Promise<unknown>): Promise<string[]> {
  const ends = await Promise.allSettled(Array.from({ length: count }, (_, each) => act(each)));
  return ends.map((end) => (end.status === "fulfilled" ? "done" : (end.reason.code ?? String(end.reason))));
}

/** Cents by account, over the settlement's whole trail. */
function balances(): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { pk, type, body } of api.store.rows())
    if (pk === id && type === "entry")
      for (const { account, amountCents } of (body as { postings: { account: string; amountCents: number }[] })
        .postings)
        sums[account] = (sums[account] ?? 0) + amountCents;
  return sums;
}

describe.each([2, 8, 32])("%i at once", (count) => {
  test("who look at a reserve whose day has come pay it out once; who was slower is told to come again, and then finds nothing to do", async () => {
    const orders = vi.spyOn(api.rail, "disburse");
    const look = async () => lookAtReserve(releaseContext(api), await loadSettlement(api.context, id));
    const ends = await atOnce(count, look);
    expect(ends.filter((end) => end !== "done" && end !== "version_conflict")).toEqual([]);
    expect(ends).toContain("done");
    expect([...new Set(orders.mock.calls.map(([{ key }]) => key))]).toEqual([`${id}:reserve:1`]);
    expect(await reserveOf()).toMatchObject({ status: "released", heldCents: 0, refusals: 0 });
    expect(balances()).toMatchObject({ tenant_reserve: 0, tenant_payable: 0, rail_clearing: 0 });
    const paid = orders.mock.calls.length;
    expect(await atOnce(count, look)).toEqual(ends.map(() => "done"));
    expect(orders.mock.calls).toHaveLength(paid);
  });

  test("who agree that a kept reserve may go let it go once, the others are refused, and it is paid out once", async () => {
    await holdReserve(byOperator("anna"), siblingId(id, "rsv"));
    const { approvalId } = await askRelease(byOperator("anna"), siblingId(id, "rsv"), null);
    const ends = await atOnce(count, (each) => approve(byOperator(`ben-${each}`), approvalId, null));
    expect(ends.toSorted()).toEqual([...Array.from({ length: count - 1 }, () => "action_not_available"), "done"]);
    const orders = vi.spyOn(api.rail, "disburse");
    await lookAtReserve(releaseContext(api), await loadSettlement(api.context, id));
    expect(orders).toHaveBeenCalledTimes(1);
    expect(await reserveOf()).toMatchObject({ status: "released" });
  });
});
