import { beforeEach, describe, expect, test } from "vitest";
import { getRecord } from "../../../functions/app/core/read-records.ts";
import type { Screening } from "../../../functions/app/gate/ports.ts";
import { invoiceRecordType } from "../../../functions/app/invoicing/record.ts";
import { reconcile } from "../../../functions/app/reconciliation/reports.ts";
import { takeReviewAction } from "../../../functions/app/review/actions.ts";
import { approve } from "../../../functions/app/review/approvals.ts";
import { cancelPayment } from "../../../functions/app/settlement/cancel-payment.ts";
import { getSettlement } from "../../../functions/app/settlement/reads.ts";
import { changeTenant } from "../../../functions/app/tenants/tenants.ts";
import { siblingId } from "../../../functions/domain/core/id.ts";
import { BooksApi, type PaymentUnderTest } from "../../support/reconciliation/books-api.ts";

let api: BooksApi;
let canceled: PaymentUnderTest;

/** A payment of 100.00 that its tenant canceled, and whose money came all the same. */
beforeEach(async () => {
  api = new BooksApi();
  canceled = await late();
});

async function late(): Promise<PaymentUnderTest> {
  const paid = await api.paid(10_000, { source: "ach_push" });
  const { tenantId, settlementId, railRef } = paid;
  await cancelPayment({ ...api.context, rail: api.rail }, { tenantId, paymentId: siblingId(settlementId, "pay") });
  api.pass(60);
  await api.railSays(railRef, "funds_received", { amountCents: 10_000, eventId: "dep_1" });
  api.pass(60);
  return paid;
}

const stateOf = async (id: string) => (await getSettlement(api.context, null, id)).state;
const invoiceOf = async (id: string) => (await getRecord(api.context, invoiceRecordType, id, "invoice")).state;

function by(name: string, screening: Screening = api.screening) {
  const gate = { screening, live: false, meter: api.meter };
  return { ...api.context, actor: `operator:${name}`, gate };
}

type Wish = { action: "apply"; invoiceId?: string } | { action: "returned_off_platform"; reference: string };

async function ask(wish: Wish = { action: "apply" }, { settlementId } = canceled): Promise<string> {
  const acted = await takeReviewAction(by("anna"), siblingId(settlementId, "rev"), { ...wish, note: null });
  if (!("approvalId" in acted)) throw new Error("done without a second operator");
  return acted.approvalId;
}

/** Applied, as the payment that has the money now. */
async function apply(wish?: Wish): Promise<PaymentUnderTest> {
  await approve(by("berta"), await ask(wish), null);
  const { appliedTo } = await stateOf(canceled.settlementId);
  if (!appliedTo) throw new Error("nothing was applied");
  return { ...canceled, settlementId: appliedTo.settlementId };
}

async function breaks() {
  api.pass(7200);
  const found = await reconcile(api.reports(), api.today);
  if ("export" in found) throw new Error("made in the background");
  const { breaks, unbalanced, summary } = found.made;
  const { ledgerCollectedCents, railCollectedCents } = summary.totals;
  return { breaks: [...breaks, ...unbalanced], collected: [ledgerCollectedCents, railCollectedCents] };
}

describe("late money that operators apply", () => {
  test("pays the canceled payment's invoice as a payment of its own, which settles", async () => {
    const applied = await apply();
    const now = await stateOf(applied.settlementId);
    const before = await stateOf(canceled.settlementId);
    const paymentId = siblingId(canceled.settlementId, "pay");
    expect(before).toMatchObject({
      ...{ status: "failed", unappliedCents: 0, payment: { status: "canceled", receivedCents: 10_000 } },
      appliedTo: { paymentId: now.payment.id, invoiceId: now.invoiceId, amountCents: 10_000 },
    });
    expect(now).toMatchObject({
      ...{ status: "screening", fiatInCents: 10_000, feeCents: 250, reserveCents: 975 },
      appliedFrom: { settlementId: canceled.settlementId, paymentId },
      payment: { status: "succeeded", railRef: canceled.railRef, receivedAt: before.payment.receivedAt },
    });
    expect(await invoiceOf(now.invoiceId)).toMatchObject({
      ...{ status: "paid", amountPaidCents: 10_000, amountProcessingCents: 0 },
      payments: [
        { id: paymentId, status: "canceled" },
        { id: now.payment.id, status: "succeeded" },
      ],
    });
    await api.settle(applied);
    expect(await stateOf(applied.settlementId)).toMatchObject({ status: "completed", usdtOut: "87.750000" });
  });

  test("is no break to the rail's list, whose deposit counts once", async () => {
    expect(await breaks()).toEqual({ breaks: [], collected: [10_000, 10_000] });
    await api.settle(await apply());
    expect(await breaks()).toEqual({ breaks: [], collected: [10_000, 10_000] });
  });

  test("that its bank takes back finds the payment that has it", async () => {
    const applied = await api.settle(await apply());
    await api.railSays(canceled.railRef, "returned", { return_code: "R10" });
    const now = await stateOf(applied.settlementId);
    expect(now).toMatchObject({ status: "completed", payment: { status: "returned", returnCode: "R10" } });
    expect(await stateOf(canceled.settlementId)).toMatchObject({ payment: { status: "canceled", returnCode: null } });
    expect(await invoiceOf(now.invoiceId)).toMatchObject({ status: "sent", amountPaidCents: 0 });
    expect((await breaks()).breaks).toEqual([]);
  });

  test("is told again without a second effect, and what comes beside it is the new payment's", async () => {
    const applied = await apply();
    await api.railSays(canceled.railRef, "funds_received", { amountCents: 10_000, eventId: "dep_1" });
    expect(await stateOf(applied.settlementId)).toMatchObject({ unappliedCents: 0, status: "screening" });
    await api.railSays(canceled.railRef, "funds_received", { amountCents: 300, eventId: "dep_2" });
    expect(await stateOf(applied.settlementId)).toMatchObject({ unappliedCents: 300 });
    expect(await stateOf(canceled.settlementId)).toMatchObject({ unappliedCents: 0 });
    expect((await breaks()).breaks).toEqual([]);
  });

  test("pays another invoice of the tenant's, in part", async () => {
    const invoiceId = await api.invoice(canceled.tenantId, "N-other", 25_000);
    const { settlementId } = await apply({ action: "apply", invoiceId });
    expect(await stateOf(settlementId)).toMatchObject({ invoiceId, invoiceNumber: "N-other" });
    expect(await invoiceOf(invoiceId)).toMatchObject({ status: "partially_paid", amountPaidCents: 10_000 });
  });
});

describe("late money is not applied", () => {
  const refused = (why: string) => ({ code: "action_not_available", message: `apply is not possible: ${why}` });

  test("to an invoice that is paid meanwhile, or about to be", async () => {
    const { invoiceId } = await stateOf(canceled.settlementId);
    const id = await ask();
    const payment = { ...canceled, ...(await payAgain(invoiceId)) };
    await expect(approve(by("berta"), id, null)).rejects.toMatchObject(
      refused("100.00 USD came, and 0 cents remain to be paid on this invoice"),
    );
    await api.railSays(payment.railRef, "funds_received");
    await expect(approve(by("berta"), id, null)).rejects.toMatchObject(refused("this invoice is already paid"));
    expect(await stateOf(canceled.settlementId)).toMatchObject({ unappliedCents: 10_000 });
  });

  async function payAgain(invoiceId: string) {
    const { apiKey } = await api.owner();
    const reply = await api.openPay()({
      method: "POST",
      path: `/api/v1/invoices/${invoiceId}/pay`,
      headers: { authorization: `Bearer ${apiKey}`, "idempotency-key": "again" },
      body: JSON.stringify({ source: { type: "ach_push" } }),
    });
    return { railRef: JSON.parse(reply.text).payment.railRef as string };
  }

  test.each([
    ["SANCTIONED", "declined"],
    ["UNAVAILABLE", "unavailable"],
    ["REVIEW", "pending"],
  ])("to a wallet whose screen is not a pass (%s)", async (destWallet, outcome) => {
    const id = await ask();
    await changeTenant(api.context, canceled.tenantId, { destWallet });
    await expect(approve(by("berta"), id, null)).rejects.toMatchObject(
      refused(`the destination wallet did not pass screening (${outcome})`),
    );
    expect((await stateOf(canceled.settlementId)).appliedTo).toBeUndefined();
  });

  test("while its tenant is suspended, or has another chain by now", async () => {
    const id = await ask();
    await changeTenant(api.context, canceled.tenantId, { status: "suspended" });
    await expect(approve(by("berta"), id, null)).rejects.toMatchObject(refused("the tenant is suspended"));
    await changeTenant(api.context, canceled.tenantId, { status: "active", destChain: "solana" });
    await expect(ask()).rejects.toMatchObject(
      refused("the tenant has another stablecoin, chain or partner customer by now"),
    );
  });

  test("to another tenant's invoice", async () => {
    const other = await api.tenant({ slug: "other" });
    const invoiceId = await api.invoice(other.id, "O-1");
    await expect(ask({ action: "apply", invoiceId })).rejects.toMatchObject(
      refused("the payment's tenant has no such invoice"),
    );
  });

  test("twice: neither by one approval nor by two", async () => {
    const id = await ask();
    await Promise.allSettled([approve(by("berta"), id, null), approve(by("carla"), id, null)]);
    const { appliedTo } = await stateOf(canceled.settlementId);
    await expect(approve(by("carla"), id, null)).rejects.toMatchObject({ code: "action_not_available" });
    const { payments } = await invoiceOf((await stateOf(canceled.settlementId)).invoiceId);
    expect(payments.map((each) => each.id).slice(1)).toEqual([appliedTo?.paymentId]);
  });

  test("and sent back: of two approvals at once one alone is done", async () => {
    const ids = [await ask(), await ask({ action: "returned_off_platform", reference: "WIRE-1" })];
    const done = await Promise.allSettled(ids.map((id, at) => approve(by(`berta-${at}`), id, null)));
    expect(done.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const { appliedTo, sentBack, unappliedCents } = await stateOf(canceled.settlementId);
    expect([unappliedCents, (appliedTo ? 1 : 0) + sentBack.length]).toEqual([0, 1]);
    expect((await breaks()).breaks).toEqual([]);
  });
});
