import { beforeEach, describe, expect, test } from "vitest";
import { escrowRecordType } from "../../../functions/app/escrow/record.ts";
import type { Rail } from "../../../functions/app/rails/ports.ts";
import { setFlag } from "../../../functions/app/tenants/flags-and-fees.ts";
import { changeTenant } from "../../../functions/app/tenants/tenants.ts";
import type { FlagKey } from "../../../functions/domain/tenants/flag.ts";
import { later, noon } from "../../support/core/samples.ts";
import { EscrowApi, noAnswer } from "../../support/escrow/escrow-api.ts";

let api: EscrowApi;

beforeEach(async () => {
  api = await EscrowApi.withTenant();
});

const wish = { reference: "deal-1", amountCents: 10_000, payoutAddress: "0xSELLER" };
const exact = { amountCents: 10_000 };
const push = { ...exact, source: { type: "ach_push" } };
const off = (key: FlagKey) =>
  setFlag({ ...api.context, live: false }, { key, enabled: false, tenantId: null, note: null });

/** A no as it is told: its code and its words. */
async function no(reply: Promise<{ readonly json: { readonly code?: string; readonly error?: string } }>) {
  const { json } = await reply;
  return [json.code, json.error];
}

/** What the rail is asked with, by the name of the call, as it was asked. */
function heard(...names: (keyof Rail)[]): [string, unknown][] {
  const asked: [string, unknown][] = [];
  const listening = names.map((name) => [
    name,
    (input: never) => {
      asked.push([name, input]);
      return (api.holding[name] as (input: never) => unknown).call(api.holding, input);
    },
  ]);
  api.railThat(Object.fromEntries(listening));
  return asked;
}

describe("a call about an escrow says in words why it is refused", () => {
  test("where escrow, its rail or the vendor is switched off", async () => {
    const id = await api.created();
    await off("vendor.collection.mock");
    expect((await no(api.fund(id)))[0]).toBe("vendor_disabled");
    await off("escrow.rail.stablecoin");
    expect(await no(api.fund(id))).toEqual(["rail_disabled", "the stablecoin rail of escrow is switched off"]);
    await off("escrow.enabled");
    expect(await no(api.fund(id))).toEqual(["escrow_disabled", "escrow is switched off"]);
    expect(await no(api.post("", { body: wish }))).toEqual(["escrow_disabled", "escrow is switched off"]);
  });

  test("where its tenant is suspended", async () => {
    const [id, held] = [await api.created(), await api.funded()];
    await changeTenant(api.context, api.tenantId, { status: "suspended" });
    const suspended = ["tenant_suspended", "this tenant is suspended"];
    for (const reply of [api.fund(id), api.release(held), api.refund(held), api.post(`/${id}/expire`)])
      expect(await no(reply)).toEqual(suspended);
  });

  test("where its rail cannot hold value, or not pay it out", async () => {
    const id = await api.funded();
    const { capabilities } = api.holding;
    api.railThat({ capabilities: { ...capabilities, hold: false } });
    expect(await no(api.post("", { body: wish }))).toEqual([
      "escrow_not_offered",
      "the mock adapter cannot hold value",
    ]);
    expect(await no(api.fund(id))).toEqual(["escrow_hold_unsupported", "the mock adapter cannot hold value"]);
    const unable = ["escrow_disbursement_unsupported", "the mock adapter pays out nothing held"];
    expect([await no(api.release(id)), await no(api.refund(id))]).toEqual([unable, unable]);
    api.railThat({ capabilities: { ...capabilities, disburseHeld: false } });
    expect((await no(api.post("", { body: wish })))[0]).toBe("escrow_not_offered");
    expect([await no(api.release(id)), await no(api.refund(id))]).toEqual([unable, unable]);
    expect((await api.fund(id)).status).toBe(200);
  });

  test("where its reference is taken, its route is not paid, or its deposit is another's", async () => {
    const id = await api.created({ reference: "deal-1" });
    expect(await no(api.post("", { body: wish }))).toEqual([
      ...["reference_exists", "this tenant has an escrow with this reference"],
    ]);
    await api.fund(id, { ...exact, fundingRef: "wire-1" });
    const other = await api.created();
    expect(await no(api.fund(other, { ...exact, fundingRef: "wire-1" }))).toEqual([
      ...["funding_ref_used", "another escrow was funded by this deposit"],
    ]);
    api.railThat({ pays: () => false });
    expect(await no(api.post("", { body: { ...wish, reference: "deal-2" } }))).toEqual([
      ...["validation_error", "payoutStable: the mock rail does not pay USDT on base"],
    ]);
  });

  test("where the rail refused its payout, or its screen turned meanwhile", async () => {
    const id = await api.funded();
    api.railThat({ disburse: async () => ({ refused: { code: "closed", reason: "closed account" } }) });
    expect(await no(api.release(id))).toEqual(["payout_failed", "the rail refused the release: closed"]);
    expect(await no(api.refund(id))).toEqual(["payout_failed", "the rail refused the refund: closed"]);
    api.railThat({ disburse: noAnswer });
    expect((await no(api.refund(id, undefined, "k1")))[0]).toBe("rail_unavailable");
    const screen = api.screening.screen.bind(api.screening);
    api.screening.screen = (input) => screen({ ...input, address: "0xBLOCKED" });
    api.reached = api.holding;
    api.pass(1_300);
    expect(await no(api.refund(id, undefined, "k1"))).toEqual([
      ...["kyt_declined", "the refund address did not pass screening"],
    ]);
  });

  test("where a stranger names it, or nobody does", async () => {
    expect(await no(api.get("/nothing"))).toEqual(["not_found", "no such escrow"]);
    expect(await no(api.get("/esc_01K00000000000000000000000"))).toEqual(["not_found", "no such escrow"]);
  });
});

describe("a rail that an escrow's money is asked of", () => {
  const wallet = { chain: "base", stable: "USDT", wallet: "0xSELLER" };

  test("is told the order whole, under the key that is on record", async () => {
    const asked = heard("collect", "disburse");
    const id = await api.funded();
    api.pass(5);
    expect((await api.release(id)).status).toBe(200);
    expect(asked).toEqual([
      [
        "collect",
        {
          ...{ key: `${id}:fund:1`, orderedAt: noon, reference: id, amountCents: 10_000, feeCents: 0 },
          ...{ currency: "USD", source: "ach", partnerCustomerId: "cust_1", ...wallet },
          entry: { secCode: "CCD", description: "INVOICE" },
        },
      ],
      [
        "disburse",
        { key: `${id}:release:1`, orderedAt: later(5), railRef: `mock_${id}`, amount: "100.000000", ...wallet },
      ],
    ]);
  });

  test("goes on for the customer that it began for, whoever is the tenant's by then", async () => {
    const id = await api.created();
    api.railThat({ collect: noAnswer });
    await api.fund(id, exact, "k1");
    await changeTenant(api.context, api.tenantId, { partnerCustomerId: "cust_2" });
    const asked = heard("collect");
    await api.fund(id, exact, "k1");
    expect(asked).toMatchObject([["collect", { partnerCustomerId: "cust_1" }]]);
  });

  test("is asked for a deposit that is there by all that names it", async () => {
    const asked = heard("findDeposit");
    const id = await api.created();
    await api.fund(id, { ...exact, fundingRef: "wire-1", depositTxHash: "0xABC" });
    expect(asked).toEqual([
      [
        "findDeposit",
        {
          ...{ reference: id, amountCents: 10_000, partnerCustomerId: "cust_1", fundingRef: "wire-1" },
          ...{ depositTxHash: "0xABC", chain: "base", stable: "USDT" },
        },
      ],
    ]);
    api.railThat({ findDeposit: async () => ({ refused: { code: "x", reason: "no such hash" } }) });
    expect((await api.fund(await api.created(), { ...exact, depositTxHash: "0xD" })).json).toMatchObject({
      ...{ error: "depositTxHash: no such hash", fields: [{ path: "depositTxHash", message: "no such hash" }] },
    });
  });

  test("is asked about a payout by all that it may know it by", async () => {
    const id = await api.funded();
    api.railThat({ disburse: noAnswer });
    await api.release(id, "k1");
    const asked = heard("payoutOf");
    api.pass(901);
    await api.release(id, "k1");
    const query = { key: `${id}:release:1`, railRef: `mock_${id}`, transferRef: null, orderedAt: noon, toldAt: noon };
    expect(asked[0]).toEqual(["payoutOf", query]);
  });
});

describe("an escrow in the store", () => {
  test("is found by operators under its addresses, its references and its hashes", async () => {
    const id = await api.created({ payoutAddress: "0xSELLER", reference: "Deal 7" });
    await api.fund(id, { ...exact, fundingRef: "wire-1", depositTxHash: "0xDEP" });
    const finds = async (value: string) =>
      (await api.store.page({ pk: `find#${value.toLowerCase()}`, limit: 9 })).map(({ sk }) => sk);
    const { funding, fundingRef } = await api.state(id);
    expect(fundingRef).toBe("wire-1");
    for (const value of ["0xSELLER", "Deal 7", "wire-1", "0xDEP", funding?.railRef ?? "none"])
      expect(await finds(value), value).toEqual([id]);
    await api.release(id);
    expect(await finds((await api.state(id)).releaseTxHash ?? "none")).toEqual([id]);
    const back = await api.funded();
    await api.refund(back, { refundAddress: "0xBUYER", reason: "off" });
    expect(await finds("0xBUYER")).toEqual([back]);
    expect(await finds((await api.state(back)).refundTxHash ?? "none")).toEqual([back]);
  });

  test("is listed by the rail's reference, by when it is looked at, and by why operators see it", async () => {
    const id = await api.created();
    const index = async () => escrowRecordType.index?.(await api.state(id));
    expect(Object.keys((await index()) ?? {})).toEqual(["list", "status"]);
    await api.fund(id, push);
    expect(await index()).toMatchObject({
      ref: [`mock#mock_${id}`, id],
      review: [expect.any(String), `${noon}#${id}`],
    });
    expect((await index())?.due?.[1]).toContain(later(3_600));
    expect(await api.store.page({ index: "ref", pk: `mock#mock_${id}`, limit: 9 })).toMatchObject([{ pk: id }]);
  });

  test("shows on its trail neither its page's link, nor an account to pay into, nor a machine's token", async () => {
    const id = await api.created();
    await api.fund(id, push);
    const shown = escrowRecordType.shown?.({ ...(await api.state(id)), waiting: { state: "proof", token: "T" } });
    expect(shown).toMatchObject({ id, status: "awaiting_funds", reference: expect.any(String) });
    for (const name of ["statusToken", "instructions", "waiting"]) expect(shown).not.toHaveProperty(name);
  });
});
