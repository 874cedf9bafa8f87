import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { bridgeCallback } from "../../../functions/adapters/bridge/callback-event.ts";
import { receiveCallback } from "../../../functions/app/operations/receive-callback.ts";
import { reconcile } from "../../../functions/app/reconciliation/reports.ts";
import { takeReviewAction } from "../../../functions/app/review/actions.ts";
import { approve } from "../../../functions/app/review/approvals.ts";
import { listReview } from "../../../functions/app/review/review.ts";
import { cancelPayment } from "../../../functions/app/settlement/cancel-payment.ts";
import {
  convertFunds,
  disburseFunds,
  screenBeforeConversion,
} from "../../../functions/app/settlement/machine-steps.ts";
import { payInvoice } from "../../../functions/app/settlement/pay-invoice.ts";
import { getSettlement } from "../../../functions/app/settlement/reads.ts";
import { siblingId } from "../../../functions/domain/core/id.ts";
import { approvedCustomer } from "../../support/bridge-sim/bank.ts";
import { BridgeSim } from "../../support/bridge-sim/sim.ts";
import { type Leg, viewTransfer } from "../../support/bridge-sim/transfer.ts";
import { customerId, railOn } from "../../support/bridge-sim/world.ts";
import { noon } from "../../support/core/samples.ts";
import { BooksApi } from "../../support/reconciliation/books-api.ts";
import { workflows } from "../../support/settlement/reserve-api.ts";
import { plainAccounts } from "../../support/world/settlement/payer.ts";

let api: BooksApi;
let sim: BridgeSim;
let tenantId: string;
let settlementId: string;

beforeEach(async () => {
  api = new BooksApi();
  sim = await BridgeSim.start({ startMs: Date.parse(noon) });
  sim.bank.customers.set(customerId, approvedCustomer());
  tenantId = (await api.tenant({ partnerCustomerId: customerId, stable: "USDC" })).id;
  settlementId = await canceled();
});

afterEach(() => sim[Symbol.asyncDispose]());

function machine() {
  const rail = railOn(sim, "two_leg");
  const { screening, meter, log } = api;
  const vendors = { rail, conversion: rail, screening, meter, log, live: true, accounts: plainAccounts };
  return { ...api.context, ...vendors, workflows, pagesUrl: "https://p.test" };
}

/** A minute passes for both, and Bridge's callback tells of its newest transfer of a leg. */
async function hear(leg: Leg): Promise<void> {
  api.pass(60);
  await sim.pass(60);
  const transfer = sim.bank.transfers.findLast((each) => each.leg === leg);
  if (!transfer) throw new Error(`Bridge has no ${leg}`);
  const event = { event_id: `wh_${transfer.id}`, event_category: "transfer", event_object_id: transfer.id };
  const callback = bridgeCallback({ ...event, event_object: viewTransfer(transfer, sim.bank.knobs) });
  if (callback) await receiveCallback(api.context, callback);
}

/** A payment of 100.00 that its tenant canceled at Bridge. */
async function canceled(): Promise<string> {
  const invoiceId = await api.invoice(tenantId, "L-1", 10_000);
  const request = { tenantId, operation: "payInvoice", idempotencyKey: "1", fingerprint: "1", invoiceId };
  const { outcome } = await payInvoice(machine(), machine(), { ...request, source: "ach_push" });
  if (outcome.kind !== "result") throw new Error(outcome.message);
  const { settlement } = outcome.result as { settlement: { id: string } };
  await cancelPayment(machine(), { tenantId, paymentId: siblingId(settlement.id, "pay") });
  return settlement.id;
}

const stateOf = async (id = settlementId) => (await getSettlement(api.context, null, id)).state;
const transfer = () => sim.bank.transfers[0] ?? expect.fail("Bridge has no transfer");

function by(name: string) {
  const gate = { screening: api.screening, live: false, meter: api.meter };
  return { ...api.context, actor: `operator:${name}`, gate };
}

type Wish = { action: "apply" } | { action: "returned_off_platform" | "resolve"; reference: string };

/** One operator asks, another agrees. */
async function act(wish: Wish): Promise<void> {
  const acted = await takeReviewAction(by("anna"), siblingId(settlementId, "rev"), { ...wish, note: null });
  await approve(by("berta"), "approvalId" in acted ? acted.approvalId : expect.fail("done by one"), null);
}

/** Late money lies in the customer's hold after all. */
async function depositInHold(): Promise<void> {
  transfer().state = "awaiting_funds";
  sim.bank.deposit(transfer().id, "100.00");
  await hear("hold");
}

/** Applied, and paid out as far as Bridge lets it. */
async function applyAndPayOut(): Promise<string> {
  await act({ action: "apply" });
  const { appliedTo } = await stateOf();
  const subject = { settlementId: appliedTo?.settlementId ?? "", tenantId };
  await screenBeforeConversion(machine(), subject);
  await convertFunds(machine(), subject);
  await disburseFunds(machine(), subject, "token");
  await hear("payout");
  return subject.settlementId;
}

/** What a night's run over Bridge's lists and wallets finds, and a report of the day. */
async function breaks(): Promise<readonly string[]> {
  const { rail } = machine();
  api.toNextDay("00:20:00");
  if (!(await api.nightly(rail)).done) {
    api.pass(300);
    await api.nightly(rail);
  }
  const found = await reconcile({ ...api.reports(), rail }, api.today);
  if ("export" in found) throw new Error("made in the background");
  const { data } = await listReview(api.context, { kind: "recon_break", limit: 100 });
  const { breaks, unbalanced } = found.made;
  return [...breaks, ...unbalanced, ...data].map((each) => JSON.stringify(each));
}

describe("late money of a transfer that Bridge has canceled", () => {
  beforeEach(async () => {
    sim.bank.deposit(transfer().id, "100.00");
    await hear("hold");
  });

  test("is held, and a break: Bridge has given up the transfer that it came by", async () => {
    expect(transfer().state).toBe("canceled");
    expect(await stateOf()).toMatchObject({
      ...{ status: "failed", unappliedCents: 10_000, bought: null, payment: { status: "canceled" } },
      reconBreaks: [{ kind: "late_funds_given_up" }],
    });
    const before = await stateOf();
    await hear("hold");
    expect(await stateOf()).toEqual(before);
  });

  test("is not applied: it is refused before anybody is asked, since nothing would be paid out of it", async () => {
    const rows = api.store.rows();
    await expect(act({ action: "apply" })).rejects.toMatchObject({
      code: "action_not_available",
      message:
        "apply is not possible: its rail has given up the transfer that it came by, and pays nothing out of that",
    });
    expect(api.store.rows()).toEqual(rows);
    expect(sim.bank.transfers).toHaveLength(1);
  });

  test("is no break any more once it went back outside the rail", async () => {
    await act({ action: "returned_off_platform", reference: "WIRE-1" });
    const { unappliedCents, reconBreaks, sentBack } = await stateOf();
    expect([unappliedCents, sentBack.length]).toEqual([0, 1]);
    expect(reconBreaks).toMatchObject([{ kind: "late_funds_given_up", resolvedAt: api.clock.now() }]);
  });

  test("is in no wallet's books: what Bridge counts there is what they say", async () => {
    expect(sim.bank.balance("bw_1", "usdc")).toBe("0.00");
    const found = await breaks();
    expect(found.filter((each) => !/given.up/.test(each))).toEqual([]);
  });

  test("is applied and paid out once Bridge has it in the hold, and operators have said under what reference", async () => {
    transfer().received = 0n;
    await depositInHold();
    await act({ action: "resolve", reference: "TICKET-9" });
    const id = await applyAndPayOut();
    expect(await stateOf(id)).toMatchObject({ status: "completed" });
  });
});

describe("late money that Bridge has in its hold all the same", () => {
  test("is applied, converted and paid out, to the cent and the millionth", async () => {
    await depositInHold();
    expect(await stateOf()).toMatchObject({ unappliedCents: 10_000, bought: "100.000000", reconBreaks: [] });
    const id = await applyAndPayOut();
    expect(await stateOf(id)).toMatchObject({
      ...{ status: "completed", usdtOut: "100.000000", bought: "100.000000", appliedFrom: { settlementId } },
      payment: { railRef: transfer().id, status: "succeeded" },
    });
    expect(await stateOf()).toMatchObject({ status: "failed", unappliedCents: 0, bought: null });
    expect(sim.bank.transfers.map(({ leg, state }) => [leg, state])).toEqual([
      ["hold", "payment_processed"],
      ["payout", "payment_processed"],
    ]);
    expect(sim.bank.balance("bw_1", "usdc")).toBe("0.00");
    expect(await breaks()).toEqual([]);
  });

  test("counts in the wallet once, at whichever payment has it", async () => {
    await depositInHold();
    expect(await breaks()).toEqual([]);
    await act({ action: "apply" });
    expect(await breaks()).toEqual([]);
  });
});
