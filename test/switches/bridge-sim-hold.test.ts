import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { escrowMoneyOperations, escrowOperations } from "../../functions/contract/escrow/escrow.ts";
import { payOperations } from "../../functions/contract/invoicing/invoices.ts";
import { refundOperations } from "../../functions/contract/settlement/payments.ts";
import { reserveOperations } from "../../functions/contract/settlement/reserves.ts";
import { publicOperations } from "../../functions/contract/shared/public.ts";
import { feeRuleOperations } from "../../functions/contract/tenants/fee-rules.ts";
import { type BridgeJourney, BridgeSandbox, draft, type Ending, waitLimit } from "../support/journeys/bridge.ts";

const { createEscrow, fundEscrow, releaseEscrow, refundEscrow } = escrowMoneyOperations;

let sandbox: BridgeSandbox;

beforeAll(async () => {
  sandbox = await BridgeSandbox.start(["--hold"]);
}, 240_000);

afterAll(() => sandbox?.stop(), 60_000);

/** How a journey ends that pays out what was asked. */
const settled = {
  status: "completed",
  payment: "succeeded",
  events: ["settlement.settling", "settlement.completed"],
  review: null,
  bridge: ["hold payment_processed 100.00", "payout payment_processed 88.83"],
} as const;

function wallet(): string {
  return `0x${randomUUID().replaceAll("-", "")}`;
}

/** A wallet that passes the first gate and turns at the second. */
function turning(word: "LATEREVIEW" | "LATEBLOCK") {
  return { destWallet: `${wallet()}${word}` };
}

/** The sweeper tells the rail to send back what was decided, and the rail does. */
async function sentBack(journey: BridgeJourney): Promise<void> {
  await sandbox.advance(1);
  await sandbox.bridge.step();
  await sandbox.bridge.step();
  expect((await sandbox.bridge.transfers(journey.id)).at(-1)).toMatchObject({ leg: "return" });
}

const back = { payment: "refunded", review: null } as const;

describe("with holding declared", () => {
  test("the capabilities say so, and a payment is settled as it is without", async () => {
    const { settlementAdapter, capabilities } = await sandbox.anybody.call(publicOperations.getCapabilities);
    expect(settlementAdapter).toBe("bridge");
    expect(capabilities.refunds).toMatchObject({
      available: true,
      refundable: { settlementStatuses: ["declined", "failed"] },
    });
    await using journey = await sandbox.journey();
    await journey.collected();
    await journey.delivered();
    await journey.ends(settled);
    // What was delivered is nobody's to give back.
    await journey.cannotRefund("action_not_available");
  });
});

describe("a screen that turns at the second gate", () => {
  test("for review: the money stays in the hold, operators decline, and the rail sends it back", async () => {
    await using journey = await sandbox.journey(turning("LATEREVIEW"));
    await journey.collected();
    await journey.isQueuedAs("screening");
    await journey.both({ action: "verdict", verdict: "decline" });
    const declined = { status: "declined", events: ["settlement.declined"] } as const;
    await journey.ends({
      ...{ ...declined, payment: "succeeded", review: "held" },
      bridge: ["hold payment_processed 100.00"],
    });
    expect(await journey.railOwesCents()).toBe(10_000);
    expect(await journey.invoice()).toMatchObject({ status: "paid" });
    await journey.both({ action: "return" });
    await sentBack(journey);
    await journey.ends({
      ...{ ...declined, ...back },
      bridge: ["hold payment_processed 100.00", "return payment_processed 100.00"],
    });
    expect(await journey.railOwesCents()).toBe(0);
    expect(await journey.invoice()).toMatchObject({ status: "draft" });
  });

  test("by a block: the money stays in the hold, and nobody sends it anywhere", async () => {
    await using journey = await sandbox.journey(turning("LATEBLOCK"));
    await journey.collected();
    const ending: Ending = {
      ...{ status: "declined", payment: "succeeded", review: "held" },
      ...{ events: ["settlement.declined"], bridge: ["hold payment_processed 100.00"] },
    };
    await journey.ends(ending);
    await journey.cannotReturn("action_not_available");
    await journey.cannotRefund("action_not_available");
    await journey.ends(ending);
    expect(await journey.railOwesCents()).toBe(10_000);
  });
});

describe("a tenant whose approval is taken back in mid-flight", () => {
  test("pays nothing more, its collected money is held, and goes back once the partner lets it", async () => {
    await using journey = await sandbox.journey();
    await journey.standing("paused");
    const params = { id: await draft(journey.tenant) };
    await journey.tenant.refused(payOperations.payInvoice, "partner_customer_not_approved", { params });
    await journey.collected();
    const held = { status: "failed", payment: "succeeded", events: ["settlement.failed"] } as const;
    await journey.ends({ ...held, review: "held", bridge: ["hold payment_processed 100.00"] });
    expect(await journey.settlement()).toMatchObject({ failureCode: "partner_customer_not_approved" });
    await journey.both({ action: "return" });
    await sandbox.advance(1);
    await journey.ends({ ...held, review: "recon_break", bridge: ["hold payment_processed 100.00"] });
    await journey.standing("active");
    const reply = await journey.tenant.call(refundOperations.refundPayment, journey.refund(10_000));
    expect(reply).toMatchObject({ id: journey.said.payment.id, status: "succeeded" });
    await sentBack(journey);
    await journey.both({ action: "resolve", reference: "sent back after the partner approved again" });
    await journey.ends({
      ...{ ...held, ...back },
      bridge: ["hold payment_processed 100.00", "return payment_processed 100.00"],
    });
  });

  test("and given again pays as before", async () => {
    await using journey = await sandbox.journey();
    await journey.standing("paused");
    await journey.standing("active");
    const params = { id: await draft(journey.tenant) };
    const { settlement } = await journey.tenant.call(payOperations.payInvoice, { params });
    expect(settlement.status).toBe("collecting");
  });
});

describe("too much at once", () => {
  test("goes back as a whole by the rail when operators say so: nothing was collected", async () => {
    await using journey = await sandbox.journey();
    await journey.collected("120.00");
    await journey.isQueuedAs("amount_mismatch");
    // A deposit goes back as it came, not in part.
    await journey.cannotRefund("refund_unsupported");
    await journey.both({ action: "return" });
    await sentBack(journey);
    await journey.ends({
      ...{ status: "failed", payment: "refunded", review: null },
      events: ["settlement.amount_mismatch", "settlement.failed"],
      bridge: ["hold payment_processed 120.00", "return payment_processed 120.00"],
    });
    expect(await journey.invoice()).toMatchObject({ status: "draft" });
  });

  test("accepted leaves an extra that the rail cannot part with: operators see that, and nothing is lost", async () => {
    await using journey = await sandbox.journey();
    await journey.collected("120.00");
    await journey.isQueuedAs("amount_mismatch");
    await journey.both({ action: "accept" });
    await journey.delivered();
    await journey.isQueuedAs("held");
    await journey.both({ action: "return" });
    await sandbox.advance(1);
    await journey.ends({
      ...{ status: "completed", payment: "succeeded", review: "recon_break" },
      events: ["settlement.amount_mismatch", "settlement.settling", "settlement.completed"],
      bridge: ["hold payment_processed 120.00", "payout payment_processed 88.83"],
    });
    expect(await journey.railOwesCents()).toBe(2000 + 130 + 987);
  });
});

describe("a payer whose bank takes the money back", () => {
  const failed = { status: "failed", payment: "returned", review: null } as const;

  test("R10 before it was collected: the settlement fails, and the invoice can be paid again", async () => {
    await using journey = await sandbox.journey();
    await journey.deposit("100.00");
    await journey.takeBack("R10");
    await journey.ends({ ...failed, events: ["settlement.failed"], bridge: ["hold returned 100.00"] });
    expect(await journey.payment()).toMatchObject({ returnCode: "R10" });
    expect(await journey.invoice()).toMatchObject({ status: "draft" });
  });

  test("R10 while it is paid out: the settlement fails, and the proof that follows is for operators", async () => {
    await using journey = await sandbox.journey();
    await journey.collected();
    await journey.paidOut();
    await journey.takeBack("R10");
    await journey.becomes("failed");
    await sandbox.bridge.step();
    await sandbox.bridge.step();
    await journey.ends({
      ...failed,
      events: ["settlement.settling", "settlement.failed"],
      review: "recon_break",
      bridge: ["hold returned 100.00", "payout payment_processed 88.83"],
    });
  });

  test("R29 after delivery: the settlement stays completed, and the reserve is used first", async () => {
    await using journey = await sandbox.journey();
    await journey.collected();
    await journey.delivered();
    await journey.takeBack("R29");
    await journey.ends({
      ...settled,
      payment: "returned",
      events: [...settled.events, "settlement.returned_after_disbursement"],
      bridge: ["hold returned 100.00", "payout payment_processed 88.83"],
    });
    expect(await journey.payment()).toMatchObject({ returnCode: "R29" });
    const { data } = await journey.tenant.call(reserveOperations.listReserves);
    expect(data).toMatchObject([{ status: "used", heldCents: 0, usedCents: 987 }]);
  });
});

describe("an escrow", () => {
  /** One of 100.00 that the buyer's transfer into the hold has funded; what the ledger says the rail owes is what lies there. */
  async function funded() {
    const traveller = await sandbox.traveller();
    const { tenant, tenantId, customerId } = traveller;
    const rule = { tenantId, kind: "escrow", bps: 100, fixedCents: 30 };
    await sandbox.operator.call(feeRuleOperations.addFeeRule, { body: rule });
    const wish = { reference: "deal", amountCents: 10_000, payoutAddress: wallet() };
    const { id } = await tenant.call(createEscrow, { body: wish });
    const params = { id };
    const input = await tenant.call(fundEscrow, { params, body: { amountCents: 10_000 } });
    expect(input).toMatchObject({
      ...{ status: "awaiting_funds", feeCents: 130, netCents: 9_870 },
      sourceDepositInstructions: { deposit_message: expect.stringMatching(/^BRG/) },
    });
    await sandbox.bridge.post(`/transfers/${input.railRef}/deposit`, { amount: "100.00" });
    const becomes = async (status: string) => {
      await sandbox.bridge.step();
      await sandbox.bridge.step();
      const look = async () => (await tenant.call(escrowOperations.getEscrow, { params })).status;
      await expect.poll(look, waitLimit).toBe(status);
    };
    const lies = async (cents: number) => {
      expect(await sandbox.bridge.heldCents(customerId)).toBe(cents);
      expect(await sandbox.railOwesCents(tenantId)).toBe(cents);
    };
    const atBridge = async () =>
      (await sandbox.bridge.transfers(id)).map(({ leg, state, receipt, destination }) => [
        ...[`${leg} ${state} ${receipt?.initial_amount}`, destination.to_address],
      ]);
    await becomes("funded");
    await lies(10_000);
    return { ...traveller, params, payoutAddress: wish.payoutAddress, becomes, lies, atBridge };
  }

  test("is funded by the buyer's transfer and released by Bridge's own proof; the fee stays in the hold", async () => {
    const { tenant, params, receiver, becomes, lies, atBridge, payoutAddress } = await funded();
    await using _ = receiver;
    const ordered = await tenant.call(releaseEscrow, { params });
    expect(ordered).toMatchObject({ status: "funded", payout: { leg: "release", amountCents: 9_870 } });
    await tenant.refused(refundEscrow, "payout_in_flight", { params, body: { refundAddress: wallet() } });
    await becomes("released");
    await lies(130);
    expect((await atBridge())[1]).toEqual(["payout payment_processed 98.70", payoutAddress]);
    const proof = (await sandbox.bridge.transfers(params.id))[1]?.receipt?.destination_tx_hash;
    const { releaseTxHash } = await tenant.call(escrowOperations.getEscrow, { params });
    expect(releaseTxHash).toBe(proof);
    const events = ["escrow.created", "escrow.funded", "escrow.released"];
    await expect.poll(() => receiver.events.toSorted(), waitLimit).toEqual(events);
  });

  test("is refunded whole, and nothing is left in the hold", async () => {
    const { tenant, params, receiver, becomes, lies, atBridge } = await funded();
    await using _ = receiver;
    const refundAddress = wallet();
    await tenant.call(refundEscrow, { params, body: { refundAddress } });
    await becomes("refunded");
    await lies(0);
    expect((await atBridge())[1]).toEqual(["payout payment_processed 100.00", refundAddress]);
  });
});

test("reconciling with Bridge's own list finds what operators know already, and nothing else", async () => {
  const known = ["return_failed record", "proof_after_return record"];
  expect((await sandbox.breaks()).toSorted()).toEqual(known.toSorted());
});
