import { beforeEach, describe, expect, test } from "vitest";
import { entriesIn } from "../../../functions/app/core/aggregate.ts";
import { lookAtReserve } from "../../../functions/app/settlement/release-reserve.ts";
import { loadSettlement } from "../../../functions/app/settlement/settlements.ts";
import { clearFrozenWallet } from "../../../functions/app/tenants/frozen-wallets.ts";
import { changeTenant, getTenant } from "../../../functions/app/tenants/tenants.ts";
import { addSeconds } from "../../../functions/domain/core/time.ts";
import type { TestApi } from "../../support/core/test-api.ts";
import { codeOf, EscrowApi } from "../../support/escrow/escrow-api.ts";
import { BooksApi } from "../../support/reconciliation/books-api.ts";
import { railThat, releaseContext } from "../../support/settlement/reserve-api.ts";

const frozen = { address: "0xFROZEN", chain: "base", stable: "USDT" };

async function marksOf(api: TestApi, tenantId: string) {
  return (await getTenant(api.context, tenantId)).state.frozenWallets;
}

describe("a wallet that a payout found frozen", () => {
  let api: BooksApi;

  beforeEach(() => {
    api = new BooksApi();
  });

  async function refused() {
    const paid = await api.settle(await api.paid(10_000, { wallet: "0xFROZEN" }));
    return { ...paid, owner: await api.owner() };
  }

  const pay = async (number: string) => api.payFrom(await api.owner(), { type: "ach" }, number, number);

  test("is marked with its tenant in the transaction of the outcome, once", async () => {
    const { tenantId, settlementId } = await refused();
    const marks = await marksOf(api, tenantId);
    expect(marks).toEqual([{ ...frozen, since: expect.any(String), subjectId: settlementId }]);
    const entries = entriesIn(api.store.rows());
    const ofTenant = entries.filter((each) => each.aggregateId === tenantId && each.reason.includes("frozen"));
    expect(ofTenant.map(({ reason }) => reason)).toEqual(["frozen by the issuer: USDT on base: 0xFROZEN"]);
    const failed = entries.find((each) => each.aggregateId === settlementId && each.to === "failed");
    expect(failed?.requestId).toBe(ofTenant[0]?.requestId);
    expect(marks[0]?.since).toBe(failed?.at);
  });

  test("is refused to the next payment before anything is collected or screened", async () => {
    await refused();
    const before = await api.rail.transfersOf([]);
    const { status, json } = await pay("B-1");
    expect([status, json.code]).toEqual([409, "wallet_frozen"]);
    expect(json).toMatchObject({ ...frozen, since: expect.any(String) });
    expect(await api.rail.transfersOf([])).toEqual(before);
    expect((await api.store.rows()).filter(({ type }) => type === "settlement")).toHaveLength(1);
  });

  test("is the same however it is written, and another wallet, coin or chain is paid", async () => {
    const { tenantId } = await refused();
    await changeTenant(api.context, tenantId, { destWallet: "0xfrozen" });
    expect((await pay("B-1")).json.code).toBe("wallet_frozen");
    await changeTenant(api.context, tenantId, { destWallet: "0xOTHER" });
    expect((await pay("B-2")).status).toBe(201);
    await changeTenant(api.context, tenantId, { destWallet: "0xFROZEN", stable: "USDC" });
    expect((await pay("B-3")).status).toBe(201);
    await changeTenant(api.context, tenantId, { stable: "USDT", destChain: "polygon" });
    expect((await pay("B-4")).status).toBe(201);
  });

  test("is paid again once an operator has cleared the mark, and is screened as ever", async () => {
    const { tenantId } = await refused();
    const context = { ...api.context, actor: "operator:one" };
    const cleared = await clearFrozenWallet(context, tenantId, { ...frozen, note: "released on Friday" });
    expect(cleared.frozenWallets).toEqual([]);
    await clearFrozenWallet(context, tenantId, { ...frozen, note: null });
    const trail = entriesIn(api.store.rows()).filter(({ reason }) => reason.startsWith("no longer"));
    expect(trail).toMatchObject([
      {
        actor: "operator:one",
        reason: "no longer counts as frozen: USDT on base: 0xFROZEN (released on Friday)",
        after: { frozenWallets: [] },
      },
    ]);
    const { status, json } = await pay("B-1");
    expect([status, json.payment?.screeningRef]).toEqual([201, expect.any(String)]);
  });

  test("keeps its refusal under the key, and a new key asks anew", async () => {
    const { tenantId } = await refused();
    const first = await pay("B-1");
    await clearFrozenWallet(api.context, tenantId, { ...frozen, note: null });
    const { apiKey } = await api.owner();
    const path = api.store.rows().find(({ type, body }) => type === "invoice" && JSON.stringify(body).includes("B-1"));
    const again = (key: string) =>
      api.openPay()({
        method: "POST",
        path: `/api/v1/invoices/${path?.pk}/pay`,
        headers: { authorization: `Bearer ${apiKey}`, "idempotency-key": key },
        body: JSON.stringify({ source: { type: "ach" } }),
      });
    expect([first.status, (await again("B-1")).status, (await again("B-2")).status]).toEqual([409, 409, 201]);
  });

  test("is marked where an operator reports it of a rail without a word for it", async () => {
    const paid = await api.settle(await api.paid(10_000, { wallet: "0xNOPROOF" }));
    const told = () => api.railSays(paid.railRef, "failed", { return_code: "frozen_by_issuer" });
    await told();
    await told();
    expect(await marksOf(api, paid.tenantId)).toMatchObject([{ address: "0xNOPROOF", subjectId: paid.settlementId }]);
  });

  test("is marked by a reserve's payout, too", async () => {
    const paid = await api.settle(await api.paid(10_000));
    const no = { refused: { code: "frozen_by_issuer", reason: "frozen" } };
    const rail = railThat(api.rail, { disburse: async () => no });
    const { state } = await loadSettlement(api.context, paid.settlementId);
    api.nowMs = Date.parse(addSeconds(state.reserve?.releaseAt ?? "", 1));
    await lookAtReserve(releaseContext(api, rail), await loadSettlement(api.context, paid.settlementId));
    expect(await marksOf(api, paid.tenantId)).toMatchObject([{ address: "0xWALLET", subjectId: paid.settlementId }]);
    expect((await pay("B-1")).json.code).toBe("wallet_frozen");
  });
});

describe("an address that an escrow's payout found frozen", () => {
  let api: EscrowApi;

  beforeEach(async () => {
    api = await EscrowApi.withTenant();
  });

  async function refused(): Promise<string> {
    const id = await api.funded({ payoutAddress: "0xFROZEN" });
    expect((await api.release(id)).status).toBe(502);
    return id;
  }

  const body = { reference: "next", amountCents: 10_000, payoutAddress: "0xSELLER" };

  test("is marked with its tenant, and refused to new escrows", async () => {
    const id = await refused();
    expect(await marksOf(api, api.tenantId)).toMatchObject([{ ...frozen, subjectId: id }]);
    const to = (change: object) => codeOf(api.post("", { body: { ...body, ...change } }));
    expect(await to({ payoutAddress: "0xFROZEN" })).toEqual([409, "wallet_frozen"]);
    expect(await to({ refundAddress: "0xFrozen" })).toEqual([409, "wallet_frozen"]);
    expect(await to({ payoutAddress: "0xFROZEN", payoutStable: "USDC" })).toEqual([201, "awaiting_funds"]);
  });

  test("is refused to what was created before: correction, funding, release and refund", async () => {
    const other = await api.created();
    const waiting = await api.created({ payoutAddress: "0xFROZEN" });
    const held = await api.funded({ payoutAddress: "0xFROZEN", refundAddress: "0xBUYER" });
    await refused();
    expect(await codeOf(api.patch(`/${other}`, { payoutAddress: "0xFROZEN" }))).toEqual([409, "wallet_frozen"]);
    expect(await codeOf(api.fund(waiting))).toEqual([409, "wallet_frozen"]);
    expect(await codeOf(api.release(held))).toEqual([409, "wallet_frozen"]);
    expect(await codeOf(api.refund(held, { refundAddress: "0xFROZEN" }))).toEqual([409, "wallet_frozen"]);
    expect((await api.state(held)).pastPayouts).toEqual([]);
    expect(await codeOf(api.refund(held, {}))).toEqual([200, "refunded"]);
  });

  test("is released to once the mark is cleared, and what it was refused to stays failed", async () => {
    const held = await api.funded({ payoutAddress: "0xFROZEN" });
    const first = await refused();
    await clearFrozenWallet(api.context, api.tenantId, { ...frozen, note: null });
    // The sandbox's word refuses it again: it was asked.
    expect(await codeOf(api.release(held))).toEqual([502, "payout_failed"]);
    expect(await codeOf(api.release(first))).toEqual([409, "illegal_escrow_transition"]);
    expect(await marksOf(api, api.tenantId)).toMatchObject([{ subjectId: held }]);
  });
});
