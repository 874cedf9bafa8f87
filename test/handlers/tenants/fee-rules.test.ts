import { beforeEach, describe, expect, test } from "vitest";
import { feeRuleAt, feeRuleKeys } from "../../../functions/app/tenants/fee-rule-rows.ts";
import { addFeeRule, listFeeRules } from "../../../functions/app/tenants/flags-and-fees.ts";
import { feeRuleOperations } from "../../../functions/contract/tenants/fee-rules.ts";
import { type FeeRule, freeRule } from "../../../functions/domain/tenants/fee-rule.ts";
import { later } from "../../support/core/samples.ts";
import { EscrowApi } from "../../support/escrow/escrow-api.ts";

let api: EscrowApi;

beforeEach(async () => {
  api = await EscrowApi.withTenant();
});

const { id: _, createdAt: __, ...free } = freeRule;
const mine = { bps: 250, reserveBps: 1_000, reserveDays: 90 };

function add(rule: Partial<FeeRule>): Promise<FeeRule> {
  return addFeeRule(api.context, { ...free, tenantId: api.tenantId, effectiveFrom: null, ...rule });
}

let calls = 0;

/** A payment of 100,000, and what it cost the store. */
async function pay() {
  calls += 1;
  const invoiceId = await api.invoice(api.tenantId, `A-${calls}`, 100_000);
  const before = api.store.calls;
  const reply = await api.openPay()({
    method: "POST",
    path: `/api/v1/invoices/${invoiceId}/pay`,
    headers: { authorization: `Bearer ${api.apiKey}`, "idempotency-key": `pay-${calls}` },
  });
  const { settlement } = JSON.parse(reply.text);
  return { settlement, calls: api.store.calls - before };
}

async function escrow() {
  calls += 1;
  const before = api.store.calls;
  const wish = { reference: `deal-${calls}`, amountCents: 100_000, payoutAddress: "0xSELLER" };
  const { json } = await api.post("", { key: `escrow-${calls}`, body: wish });
  return { escrow: json, calls: api.store.calls - before };
}

async function times(count: number, rule: (n: number) => Partial<FeeRule>): Promise<void> {
  for (let n = 0; n < count; n++) await add(rule(n));
}

describe("a tenant's rule in force", () => {
  test("stays in force after a hundred escrow rules", async () => {
    await add(mine);
    await times(100, (n) => ({ kind: "escrow", bps: n }));
    expect((await pay()).settlement).toMatchObject({ feeCents: 2_500, reserveCents: 9_750 });
  });

  test("stays in force after a hundred rules that begin later", async () => {
    await add(mine);
    await times(100, (n) => ({ bps: 1, effectiveFrom: later(86_400 + n) }));
    expect((await pay()).settlement).toMatchObject({ feeCents: 2_500, reserveCents: 9_750 });
  });

  test("stays in force after a hundred rules that began before it", async () => {
    await add(mine);
    await times(100, (n) => ({ bps: 1, effectiveFrom: later(-86_400 - n) }));
    expect((await pay()).settlement).toMatchObject({ feeCents: 2_500, reserveCents: 9_750 });
  });

  test("of escrows stays in force after a hundred rules of settlements", async () => {
    await add({ kind: "escrow", bps: 250 });
    await times(100, (n) => ({ bps: n }));
    expect((await escrow()).escrow).toMatchObject({ feeCents: 2_500 });
  });
});

describe("ten thousand rules of a tenant", () => {
  test("cost pay and the creation of an escrow the calls that one rule costs, and the newest of each kind is in force", async () => {
    await add(mine);
    await add({ ...mine, kind: "escrow" });
    // The first call of all finds the key, and writes the tenant's rate limit.
    await pay();
    const one = [(await pay()).calls, (await escrow()).calls];
    await times(10_000, (n) => ({ kind: n % 2 === 0 ? "settlement" : "escrow", fixedCents: n }));
    const [paid, opened] = [await pay(), await escrow()];
    expect([paid.calls, opened.calls]).toEqual(one);
    expect([paid.settlement.feeCents, opened.escrow.feeCents]).toEqual([9_998, 9_999]);
  });

  test("that begin one after the other are each in force in their second", async () => {
    await add(mine);
    await pay();
    const { calls: cost } = await pay();
    await times(200, (n) => ({ fixedCents: n, effectiveFrom: later(3_600 + n) }));
    api.pass(3_600);
    for (const second of [0, 1, 7, 8, 9, 100, 199, 250]) {
      api.nowMs = Date.parse(later(3_600 + second));
      expect((await pay()).settlement.feeCents).toBe(Math.min(second, 199));
    }
    // Of them the scope's row shows the first few; the next rule that is made brings it up to date.
    expect((await pay()).calls).toBeGreaterThan(cost);
    await add({ kind: "settlement", fixedCents: 500 });
    const after = await pay();
    expect([after.settlement.feeCents, after.calls]).toEqual([500, cost]);
  });
});

describe("a rule that is added", () => {
  test("while others are is there, or its caller is told that it is not", async () => {
    const added = await Promise.allSettled(Array.from({ length: 12 }, (_, n) => add({ fixedCents: n })));
    const ids = added.flatMap((each) => (each.status === "fulfilled" ? [each.value.id] : []));
    const lost = added.flatMap((each) => (each.status === "rejected" ? [each.reason.code] : []));
    expect(new Set(lost)).toEqual(lost.length === 0 ? new Set() : new Set(["version_conflict"]));
    const { data } = await listFeeRules(api.context, { tenantId: api.tenantId, limit: 100 });
    expect(data.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  });

  test("on a machine whose clock is behind wins over the one before it", async () => {
    await add({ fixedCents: 1 });
    api.pass(-2);
    const { id } = await add({ fixedCents: 2 });
    api.pass(2);
    expect((await pay()).settlement.feeRuleId).toBe(id);
  });

  test("for everybody is in force for a tenant without a rule of its own, and its own wins", async () => {
    const shared = await add({ tenantId: null, fixedCents: 7 });
    expect((await pay()).settlement.feeRuleId).toBe(shared.id);
    const own = await add({ fixedCents: 0 });
    expect((await pay()).settlement.feeRuleId).toBe(own.id);
    const { data } = await listFeeRules(api.context, { tenantId: null, limit: 100 });
    expect(data).toEqual([shared]);
  });

  test("is what an operator's acceptance of less is quoted by, however many were made since", async () => {
    const { id } = await add(mine);
    await times(150, (n) => ({ fixedCents: n }));
    const keys = feeRuleKeys(api.tenantId, id);
    expect(feeRuleAt(await api.store.read(keys), id)).toMatchObject({ id, ...mine });
    expect(feeRuleAt([], freeRule.id)).toBe(freeRule);
    expect(feeRuleAt([undefined, undefined], "fee_none")).toBeUndefined();
  });
});

describe("GET /admin/fee-rules", () => {
  const get = (query: string) =>
    api.open(
      { listFeeRules: feeRuleOperations.listFeeRules },
      {
        listFeeRules: async (call) => ({
          body: await listFeeRules(api.context, { ...call.query, tenantId: call.query.tenantId ?? null }),
        }),
      },
    )({ path: `/admin/fee-rules?${query}`, headers: { authorization: `Bearer ${api.operatorToken}` } });

  test("pages through all of a tenant's rules of both kinds, the last made first", async () => {
    await times(105, (n) => ({ kind: n % 3 === 0 ? "escrow" : "settlement", fixedCents: n }));
    const seen: number[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const { status, text } = await get(`tenantId=${api.tenantId}&limit=50${cursor && `&cursor=${cursor}`}`);
      expect(status).toBe(200);
      const page: { data: FeeRule[]; nextCursor: string | null } = JSON.parse(text);
      seen.push(...page.data.map(({ fixedCents }) => fixedCents));
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(Array.from({ length: 105 }, (_, n) => 104 - n));
  });

  test("refuses a limit over 100, and the cursor of another tenant's list", async () => {
    await times(2, () => ({ tenantId: null }));
    expect((await get("limit=101")).status).toBe(400);
    const { nextCursor } = JSON.parse((await get("limit=1")).text);
    const { status, text } = await get(`tenantId=${api.tenantId}&limit=1&cursor=${nextCursor}`);
    expect([status, JSON.parse(text).code]).toEqual([400, "invalid_cursor"]);
  });
});
