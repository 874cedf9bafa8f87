import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { payOperations } from "../../functions/contract/invoicing/invoices.ts";
import { railCallbackOperations } from "../../functions/contract/operations/rail-callbacks.ts";
import { vendorCallbackOperations } from "../../functions/contract/operations/vendor-callbacks.ts";
import { reserveOperations } from "../../functions/contract/settlement/reserves.ts";
import { BridgeJourney, BridgeSandbox, type Ending, waitLimit } from "../support/journeys/bridge.ts";

const day = 86_400;
let sandbox: BridgeSandbox;

beforeAll(async () => {
  sandbox = await BridgeSandbox.start();
}, 240_000);

afterAll(() => sandbox?.stop(), 60_000);

/** How every journey ends that pays out what was asked, once. */
const settled = {
  status: "completed",
  payment: "succeeded",
  events: ["settlement.settling", "settlement.completed"],
  review: null,
  bridge: ["hold payment_processed 100.00", "payout payment_processed 88.83"],
} as const;

describe("a payer who sends what was asked", () => {
  test("is shown whole instructions; the wallet is paid by the final hash, and a reserve stays in the hold", async () => {
    await using journey = await sandbox.journey();
    expect(journey.said).toMatchObject({
      payment: { status: "processing", rail: "bridge", source: { type: "ach_push" } },
      settlement: { status: "collecting", feeCents: 130, reserveCents: 987, netCents: 8883 },
      sourceDepositInstructions: { bank_routing_number: "011000015", deposit_message: expect.stringMatching(/^BRG/) },
    });
    await journey.collected();
    await journey.paidOut();
    await sandbox.bridge.step();
    const [, submitted] = await sandbox.bridge.transfers(journey.id);
    expect(submitted?.state).toBe("payment_submitted");
    expect(submitted?.receipt?.destination_tx_hash).toMatch(/^0x/);
    expect(await journey.settlement()).not.toHaveProperty("txHash");
    await sandbox.bridge.step();
    await journey.ends(settled);
    const [, processed] = await sandbox.bridge.transfers(journey.id);
    const { txHash } = await journey.settlement();
    expect(txHash).toBe(processed?.receipt?.destination_tx_hash);
    expect(txHash).not.toBe(submitted?.receipt?.destination_tx_hash);
    expect(await journey.railOwesCents()).toBe(130 + 987);
    const { data } = await journey.tenant.call(reserveOperations.listReserves);
    expect(data).toMatchObject([{ settlementId: journey.id, status: "held", heldCents: 987 }]);
    await journey.cannotRefund("refund_unsupported");
  });

  test("is settled once, however often and in whatever order Bridge calls back", async () => {
    await using journey = await sandbox.journey();
    await sandbox.bridge.post("/knobs", { duplicates: 2, disorder: true });
    await journey.collected();
    await sandbox.bridge.step();
    await journey.delivered();
    // What was overtaken arrives when all is over.
    await sandbox.bridge.step();
    await journey.ends(settled);
    await sandbox.bridge.calm();
  });

  test("is heard of by asking when no callback comes", async () => {
    await using journey = await sandbox.journey();
    await sandbox.bridge.post("/knobs", { silent: true });
    await journey.collected();
    await sandbox.advance(3700);
    await journey.paidOut();
    await sandbox.bridge.step();
    await sandbox.bridge.step();
    expect((await journey.settlement()).status).toBe("settling");
    await sandbox.advance(700);
    await journey.ends(settled);
    await sandbox.bridge.calm();
  });

  test("is settled although Bridge said something on the way that nobody knows: operators see it once", async () => {
    await using journey = await sandbox.journey();
    await sandbox.bridge.post("/knobs", { unknownState: "awaiting_moonrise" });
    await journey.deposit("100.00");
    await sandbox.bridge.calm();
    await journey.isQueuedAs("rail_unknown");
    await journey.isAtBridge("awaiting_moonrise");
    expect((await journey.settlement()).status).toBe("collecting");
    await sandbox.bridge.step();
    await sandbox.bridge.step();
    await journey.delivered();
    await journey.ends({ ...settled, events: ["settlement.rail_unknown", ...settled.events] });
  });

  test("is said to be stalled, once, when the payout shows no proof, and settled when it does", async () => {
    await using journey = await sandbox.journey();
    await journey.collected();
    await journey.paidOut();
    await sandbox.advance(1900);
    await journey.isQueuedAs("stalled");
    await sandbox.advance(1900);
    await journey.delivered();
    await journey.ends({ ...settled, events: ["settlement.stalled", ...settled.events] });
  });
});

describe("an answer of Bridge's that is lost", () => {
  /** The next transfer that we ask for is made, and we are told of an error. */
  const lose = () => sandbox.bridge.post("/faults", { on: "POST /transfers", kind: "500_after" });

  test("to the wish to collect: pay says so, and the same key finds the transfer that was made", async () => {
    const traveller = await sandbox.traveller();
    const input = { params: { id: traveller.invoiceId }, key: randomUUID() };
    await lose();
    await traveller.tenant.refused(payOperations.payInvoice, "rail_unavailable", input);
    const paid = await traveller.tenant.call(payOperations.payInvoice, input);
    await using journey = new BridgeJourney(sandbox, traveller, paid);
    await journey.collected();
    await journey.delivered();
    await journey.ends(settled);
  });

  test("to the payout: it is parked for operators, and asked for again by its key", async () => {
    await using journey = await sandbox.journey();
    await lose();
    await journey.collected();
    await journey.isQueuedAs("parked");
    await sandbox.advance(301);
    await journey.delivered();
    await journey.ends(settled);
  });
});

describe("a payer who sends another amount", () => {
  test("too little: it waits for the rest and is settled with it", async () => {
    await using journey = await sandbox.journey();
    await journey.collected("60.00");
    await journey.isQueuedAs("amount_mismatch");
    expect(await journey.railOwesCents()).toBe(6000);
    await journey.both({ action: "top_up" });
    await journey.isQueuedAs("in_flight");
    await journey.deposit("40.00");
    await journey.delivered();
    await journey.ends({ ...settled, events: ["settlement.amount_mismatch", ...settled.events] });
  });

  test("too little, which operators take: less is settled, under the same fee rule", async () => {
    await using journey = await sandbox.journey();
    await journey.collected("60.00");
    await journey.isQueuedAs("amount_mismatch");
    await journey.both({ action: "accept" });
    await journey.delivered();
    await journey.ends({
      ...settled,
      events: ["settlement.amount_mismatch", ...settled.events],
      bridge: ["hold payment_processed 60.00", "payout payment_processed 53.19"],
    });
    expect(await journey.invoice()).toMatchObject({ status: "partially_paid" });
  });

  test("too much at once: what was asked is settled, and the rest stays held", async () => {
    await using journey = await sandbox.journey();
    await journey.collected("120.00");
    await journey.isQueuedAs("amount_mismatch");
    await journey.both({ action: "accept" });
    await journey.delivered();
    await journey.ends({
      ...settled,
      events: ["settlement.amount_mismatch", ...settled.events],
      review: "held",
      bridge: ["hold payment_processed 120.00", "payout payment_processed 88.83"],
    });
    await journey.cannotReturn("refund_unsupported");
  });

  test("twice: it is settled once, and the second is held", async () => {
    await using journey = await sandbox.journey();
    await journey.collected();
    await journey.delivered();
    await journey.deposit("100.00");
    await journey.ends({
      ...settled,
      events: [...settled.events, "settlement.amount_mismatch"],
      review: "held",
      bridge: ["hold payment_processed 200.00", "payout payment_processed 88.83"],
    });
    expect(await journey.payment()).toMatchObject({ receivedAmountCents: 20_000 });
  });
});

describe("a payer who lets a week go by", () => {
  test("and pays then: stalled once, and settled", async () => {
    await using journey = await sandbox.journey();
    await sandbox.advance(7 * day + 60);
    await journey.isQueuedAs("stalled");
    await sandbox.advance(day);
    await journey.collected();
    await journey.delivered();
    await journey.ends({ ...settled, events: ["settlement.stalled", ...settled.events] });
  });

  test("and never pays: operators give it up, and what comes all the same is held", async () => {
    await using journey = await sandbox.journey();
    await sandbox.advance(7 * day + 60);
    await journey.isQueuedAs("stalled");
    await journey.both({ action: "fail" });
    const over: Pick<Ending, "status" | "payment" | "events"> = {
      ...{ status: "failed", payment: "failed" },
      events: ["settlement.stalled", "settlement.failed"],
    };
    await journey.ends({ ...over, review: null, bridge: ["hold awaiting_funds -"] });
    expect(await journey.invoice()).toMatchObject({ status: "draft" });
    await journey.collected();
    await journey.ends({ ...over, review: "recon_break", bridge: ["hold payment_processed 100.00"] });
    expect(await journey.railOwesCents()).toBe(10_000);
  });
});

test("a reserve is paid out of the hold when its days are over", async () => {
  await using journey = await sandbox.journey();
  await journey.collected();
  await journey.delivered();
  await sandbox.advance(91 * day);
  const reserve = async () => {
    const { data } = await journey.tenant.call(reserveOperations.listReserves);
    return data[0]?.status;
  };
  await expect.poll(reserve, waitLimit).toBe("releasing");
  await sandbox.bridge.step();
  await sandbox.bridge.step();
  await sandbox.advance(700);
  await expect.poll(reserve, waitLimit).toBe("released");
  await journey.ends({
    ...settled,
    events: [...settled.events, "reserve.release_ready"],
    bridge: [...settled.bridge, "payout payment_processed 9.87"],
  });
  expect(await journey.railOwesCents()).toBe(130);
});

test("nobody but Bridge says what Bridge did", async () => {
  await using journey = await sandbox.journey();
  const { railRef } = journey.said.payment;
  const { receiveMockCallback } = railCallbackOperations;
  const body = { railRef, state: "funds_received" };
  await sandbox.operator.refused(receiveMockCallback, "unknown_rail_ref", { body });
  const { receiveBridgeCallback } = vendorCallbackOperations;
  await sandbox.anybody.refused(receiveBridgeCallback, "invalid_signature", { body: { event_id: "wh_1" } });
  expect((await journey.settlement()).status).toBe("collecting");
});

test("reconciling with Bridge's own list finds what operators know already, and nothing else", async () => {
  expect(await sandbox.breaks()).toEqual(["funds_after_failure record"]);
});
