import { beforeEach, describe, expect, test } from "vitest";
import { codeOf, EscrowApi, noAnswer } from "../../support/escrow/escrow-api.ts";
import { listLedger } from "../../support/escrow/escrow-ledger.ts";

let api: EscrowApi;

beforeEach(async () => {
  api = await EscrowApi.withTenant();
});

const exact = { amountCents: 10_000 };
const push = { ...exact, source: { type: "ach_push" } };

describe("funding", () => {
  test("by the rail at once holds the amount", async () => {
    const id = await api.created();
    const { status, json } = await api.fund(id);
    expect([status, json.status, json.fundedAt === null]).toEqual([200, "funded", false]);
    expect(await api.events(id)).toEqual(["escrow.created", "escrow.funded"]);
    expect(await listLedger(api, id)).toEqual({ rail_clearing: 10_000, escrow_held: -10_000 });
  });

  test("of a funded escrow answers it unchanged, but for another amount", async () => {
    const id = await api.funded();
    const before = await api.state(id);
    expect(await codeOf(api.fund(id))).toEqual([200, "funded"]);
    expect(await api.state(id)).toEqual(before);
    expect(await codeOf(api.fund(id, { amountCents: 9_999 }))).toEqual([400, "amount_mismatch"]);
  });

  test("with another amount is refused, names the right one, and frees the key", async () => {
    const id = await api.created();
    const { status, json } = await api.fund(id, { amountCents: 1 }, "k1");
    expect([status, json.code, json.expectedCents, json.fields[0].path]).toEqual([
      ...[400, "amount_mismatch", 10_000, "amountCents"],
    ]);
    expect(await codeOf(api.fund(id, exact, "k1"))).toEqual([200, "funded"]);
  });

  test("by a transfer of the buyer's waits for it, by its instructions", async () => {
    const id = await api.created();
    const { json } = await api.fund(id, push);
    expect(json).toMatchObject({
      ...{ status: "awaiting_funds", railRef: `mock_${id}` },
      sourceDepositInstructions: { payment_rail: "ach_push", amount: "100.00" },
    });
    await api.callback(id, { state: "funds_received" });
    await api.callback(id, { state: "funds_received" });
    expect(await api.state(id)).toMatchObject({ status: "funded", heldCents: 10_000, unappliedCents: 0 });
    expect(await listLedger(api, id)).toEqual({ rail_clearing: 10_000, escrow_held: -10_000 });
  });

  test("in two parts is held when it is whole, and more is applied to nothing", async () => {
    const id = await api.created();
    await api.fund(id, push);
    await api.callback(id, { state: "funds_received", amountCents: 4_000, eventId: "e1" });
    await api.callback(id, { state: "funds_received", amountCents: 4_000, eventId: "e1" });
    expect(await api.state(id)).toMatchObject({ status: "awaiting_funds", unappliedCents: 4_000 });
    await api.callback(id, { state: "funds_received", amountCents: 6_000, eventId: "e2" });
    await api.callback(id, { state: "funds_received", amountCents: 500, eventId: "e3" });
    expect(await api.state(id)).toMatchObject({ status: "funded", heldCents: 10_000, unappliedCents: 500 });
  });

  test("that the buyer's bank takes back is gone, and can only be closed", async () => {
    const id = await api.created();
    await api.fund(id, push);
    await api.callback(id, { state: "funds_received" });
    await api.callback(id, { state: "returned", return_code: "R10" });
    expect(await api.state(id)).toMatchObject({ status: "failed", failureCode: "funding_returned", heldCents: 0 });
    expect(await codeOf(api.release(id))).toEqual([409, "illegal_escrow_transition"]);
    expect(await codeOf(api.refund(id, {}))).toEqual([200, "refunded"]);
    expect(await listLedger(api, id)).toEqual({ rail_clearing: 0, escrow_held: 0 });
  });

  test("by a deposit that has come is held at once, and that deposit is nobody else's", async () => {
    const [one, other] = [await api.created(), await api.created()];
    const input = { ...exact, fundingRef: "wire-17", depositTxHash: "0xABC" };
    expect((await api.fund(one, input)).json).toMatchObject({
      status: "funded",
      fundingRef: "wire-17",
      depositTxHash: "0xABC",
    });
    expect(await codeOf(api.fund(other, { ...exact, fundingRef: "wire-17" }))).toEqual([409, "funding_ref_used"]);
    expect(await codeOf(api.fund(other, { ...exact, depositTxHash: "0xabc" }))).toEqual([409, "funding_ref_used"]);
    expect((await api.state(other)).status).toBe("awaiting_funds");
  });

  test("two escrows at once by one deposit is one funded", async () => {
    const ids = [await api.created(), await api.created(), await api.created()];
    const reply = await Promise.all(ids.map((id) => codeOf(api.fund(id, { ...exact, fundingRef: "wire-1" }))));
    expect(reply.filter(([status]) => status === 200)).toHaveLength(1);
  });

  test("by a deposit asks the rail for one that it can pay this escrow out of", async () => {
    const input: unknown[] = [];
    api.railThat({
      findDeposit: async (deposit) => {
        input.push(deposit);
        return api.holding.findDeposit(deposit);
      },
    });
    const id = await api.created({ payoutChain: "polygon", payoutStable: "USDC" });
    expect(await codeOf(api.fund(id, { ...exact, fundingRef: "wire-3" }))).toEqual([200, "funded"]);
    expect(input).toMatchObject([{ reference: id, chain: "polygon", stable: "USDC" }]);
  });

  test("by a deposit that the rail does not know is refused, with nothing recorded", async () => {
    api.railThat({ findDeposit: async () => ({ refused: { code: "x", reason: "knows no such deposit" } }) });
    const id = await api.created();
    const before = await api.state(id);
    const { status, json } = await api.fund(id, { ...exact, fundingRef: "wire-9" });
    expect([status, json.code, json.fields]).toEqual([
      ...[400, "validation_error", [{ path: "fundingRef", code: "invalid", message: "knows no such deposit" }]],
    ]);
    expect(await api.state(id)).toEqual(before);
  });

  test("needs a partner customer", async () => {
    const poor = await api.tenant({ slug: "poor", partnerCustomerId: null });
    const pending = await api.tenant({ slug: "pending", partnerCustomerId: "cust_PENDING" });
    for (const [{ apiKey }, code] of [
      [poor, "partner_customer_unlinked"],
      [pending, "partner_customer_not_approved"],
    ] as const) {
      const made = await api.post("", { apiKey, body: { reference: "r", amountCents: 10_000, payoutAddress: "0x1" } });
      expect(await codeOf(api.post(`/${made.json.id}/fund`, { apiKey, body: exact }))).toEqual([409, code]);
    }
  });

  test("whose answer is lost is asked again by the same key, and collected once", async () => {
    const id = await api.created();
    let asked = 0;
    const keys: string[] = [];
    api.railThat({
      collect: async (order) => {
        keys.push(order.key);
        const reply = await api.holding.collect(order);
        asked += 1;
        return asked === 1 ? noAnswer() : reply;
      },
    });
    const first = await api.fund(id, exact, "k1");
    expect([first.status, first.json.code, first.headers["retry-after"]]).toEqual([503, "rail_unavailable", "2"]);
    expect(await codeOf(api.fund(id, exact, "k1"))).toEqual([200, "funded"]);
    expect(keys).toEqual([`${id}:fund:1`, `${id}:fund:1`]);
  });

  test("whose caller is gone is carried on by the sweeper", async () => {
    const id = await api.created();
    api.railThat({ collect: noAnswer });
    await api.fund(id, exact, "k1");
    api.reached = api.holding;
    api.pass(1);
    expect(await api.sweep()).toMatchObject({ continued: 1, failed: 0 });
    expect((await api.state(id)).status).toBe("funded");
    expect((await api.fund(id, exact, "k1")).headers["idempotent-replay"]).toBe("true");
  });

  test("whose callback is lost is asked about", async () => {
    const id = await api.created();
    await api.fund(id, push);
    await api.holding.does(`mock_${id}`, { kind: "funds_received" });
    api.pass(3601);
    await api.sweep();
    expect((await api.state(id)).status).toBe("funded");
  });

  test("from a source that the rail does not take is 400, and nothing is recorded", async () => {
    const id = await api.created();
    api.railThat({ sources: ["ach_push"] });
    const { status, json } = await api.fund(id, { ...exact, source: { type: "ach" } });
    expect([status, json.code, json.fields[0].path]).toEqual([400, "validation_error", "source.type"]);
    expect(await api.state(id)).toMatchObject({ status: "awaiting_funds", funding: null });
    expect(await codeOf(api.fund(id, push))).toEqual([200, "awaiting_funds"]);
  });

  test("into what the rail could never pay out is refused when the escrow is made", async () => {
    api.railThat({ pays: () => false });
    const body = { reference: "deal-x", amountCents: 10_000, payoutAddress: "0xSELLER" };
    const { status, json } = await api.post("", { body });
    expect([status, json.code, json.fields[0].path]).toEqual([400, "validation_error", "payoutStable"]);
  });

  test("that the rail refuses leaves it failed, to be closed", async () => {
    const id = await api.created();
    api.railThat({ collect: async () => ({ refused: { code: "no_such_bank", reason: "no" } }) });
    expect((await api.fund(id)).json).toMatchObject({ status: "failed", failureCode: "no_such_bank" });
    expect(await codeOf(api.refund(id, {}))).toEqual([200, "refunded"]);
  });

  test("money that comes after the end is booked, and applied to nothing", async () => {
    const id = await api.created();
    await api.fund(id, push);
    await api.post(`/${id}/expire`);
    await api.callback(id, { state: "funds_received" });
    expect(await api.state(id)).toMatchObject({ status: "expired", unappliedCents: 10_000, heldCents: 0 });
    expect(await listLedger(api, id)).toEqual({ rail_clearing: 10_000, unapplied_receipts: -10_000 });
  });
});
