import { describe, expect, test } from "vitest";
import {
  boughtFor,
  collectionReference,
  depositReference,
  fundingFor,
  unitsOfFunding,
} from "../../../functions/domain/escrow/collections.ts";
import type { Escrow } from "../../../functions/domain/escrow/escrow.ts";
import { drawEscrowFloat, withEscrowCost } from "../../../functions/domain/escrow/float.ts";
import { askFunding, receiveFunding, recordCollectionCancellation } from "../../../functions/domain/escrow/fund.ts";
import { recordPayoutProof, refusePayout } from "../../../functions/domain/escrow/payout.ts";
import { recordFundingReturn } from "../../../functions/domain/escrow/return.ts";
import { orderSendBack, recordEscrowSendBack } from "../../../functions/domain/escrow/send-back.ts";
import { escrowPosition } from "../../../functions/domain/escrow/wallet.ts";
import { later, noon } from "../../support/core/samples.ts";
import {
  awaiting,
  createdEscrow,
  escrowIn,
  fundedEscrow,
  funds,
  movedBy,
  refunding,
  refusal,
  releasing,
} from "../../support/escrow/escrow-samples.ts";

/** The same escrow on a rail that keeps wallets. */
const pooled = (state: Escrow): Escrow => ({ ...state, adapter: "bridge", partnerCustomerId: "cust_1" });
const proven = (state: Escrow, txHash: string, key = state.intent?.key) =>
  movedBy(state, recordPayoutProof(state, { txHash, key }, later(5)));
const refused = (state: Escrow) => movedBy(state, refusePayout(state, { no: refusal }, later(1)));

/** What lies in the wallet, what is on its way out and what is owed, in whole units. */
function shares(state: Escrow) {
  const position = escrowPosition(state);
  return position && [position.here, position.transit, position.clients].map((units) => Number(units) / 1e6);
}

/** A deposit of 60 dollars that was given up and bought so much, which is to go back to its payer. */
function goingBack(bought: string, adapter = "bridge"): Escrow {
  const state = { ...pooled(awaiting()), adapter };
  const came = movedBy(state, receiveFunding(state, { totalCents: 6_000, bought }, later(1)));
  const free = movedBy(came, recordCollectionCancellation(came, later(2)));
  return movedBy(free, orderSendBack(free, { by: "anna", closes: false }, later(3)));
}

describe("an escrow in its rail's wallet", () => {
  test("has no place there on a rail without wallets, without a customer, and until its deposit has become something", () => {
    expect(escrowPosition(fundedEscrow())).toBeNull();
    expect(escrowPosition({ ...pooled(fundedEscrow()), partnerCustomerId: null })).toBeNull();
    expect(escrowPosition({ ...pooled(fundedEscrow()), adapter: "mock" })).toBeNull();
    expect(escrowPosition(pooled(awaiting()))).toBeNull();
    expect(escrowPosition(pooled(createdEscrow()))).toBeNull();
  });

  test.each<[string, Escrow, number[]]>([
    ["all of it there and owed while it is held", fundedEscrow(), [100, 0, 100]],
    ["the net on its way once a release is ordered", releasing(), [2.5, 97.5, 100]],
    ["the fee there once it is released", escrowIn("released"), [2.5, 0, 0]],
    ["all on its way once a refund is ordered", refunding(), [0, 100, 100]],
    ["nothing once it is refunded", escrowIn("refunded"), [0, 0, 0]],
    ["nothing once its bank took it back", returned(fundedEscrow()), [0, 0, 0]],
    ["a loss of the net where the bank took it after the release", returned(escrowIn("released")), [-97.5, 0, 0]],
    [
      "the fee where a refused release left all the same",
      proven(refused(releasing()), "0x1", key(releasing())),
      [2.5, 0, 0],
    ],
    [
      "a loss where it left beside a refund that is on its way",
      proven(refunding(refused(releasing())), "0x1", key(releasing())),
      [-97.5, 100, 100],
    ],
    [
      "a loss where both have left",
      proven(proven(refunding(refused(releasing())), "0x1", key(releasing())), "0x2"),
      [-97.5, 0, 0],
    ],
    [
      "a loss where two refunds have left",
      proven(proven(refunding(refused(refunding())), "0x1", key(refunding())), "0x2"),
      [-100, 0, 0],
    ],
  ])("has %s", (_, state, expected) => {
    expect(escrowPosition(pooled(state))?.wallet).toBe("bridge/cust_1/base/USDT");
    expect(shares(pooled(state))).toEqual(expected);
  });

  function key({ intent }: Escrow): string {
    return intent?.key ?? "";
  }

  function returned(state: Escrow): Escrow {
    return movedBy(state, recordFundingReturn(state, "R10", later(9)));
  }

  test("counts a collection that was taken back after it was given up as gone", () => {
    const [first, second] = [goingBack("60"), funds];
    const anew = movedBy(
      { ...first, sendBack: null },
      askFunding({ ...first, sendBack: null }, second, later(4)).transitions,
    );
    expect(shares(anew)).toEqual([60, 0, 60]);
    expect(shares(movedBy(anew, recordFundingReturn(anew, "R10", later(5), "rail_1")))).toEqual([0, 0, 0]);
  });

  test("has a deposit that goes back on its way at what that costs, and what it had bought more as ours", () => {
    const state = goingBack("61");
    expect(state.sendBack?.cost).toBe("60.000000");
    expect(shares(state)).toEqual([1, 60, 60]);
    const report = { transferRef: "tr_9", returned: "sent" } as const;
    const sent = movedBy(state, recordEscrowSendBack(state, state.sendBack?.key ?? "", report, later(4)));
    expect([shares(sent), sent.funding?.returnCost, sent.exchangeCents]).toEqual([[1, 0, 0], "60.000000", -100]);
    const taken = movedBy(state, recordFundingReturn(state, "R10", later(4)));
    expect(shares(taken)).toEqual([-60, 60, 0]);
  });
});

describe("a deposit that goes back and had bought less than that costs", () => {
  const short = goingBack("59");

  test("is not on its way before our own balance has made up for it", () => {
    expect(short.sendBack).not.toHaveProperty("cost");
    expect(shares(short)).toEqual([59, 0, 59]);
    const [drawn] = drawEscrowFloat(short, 1_000_000n, later(4));
    expect(drawn).toMatchObject({
      reason: "1.000000 USDT of our own balance are drawn to send the money back",
      next: { sendBack: { cost: "60.000000", lookAt: short.sendBack?.lookAt } },
    });
    expect(drawn && shares(drawn.next)).toEqual([-1, 60, 60]);
    expect(drawn && drawEscrowFloat(drawn.next, 1_000_000n, later(5))).toEqual([]);
  });

  test("waits while that is a millionth short, and says so once", () => {
    const [waits] = drawEscrowFloat(short, 999_999n, later(4));
    const reason = "our own balance does not cover 1.000000 USDT that sending the money back takes of it";
    expect(waits).toMatchObject({
      reason,
      next: { sendBack: { floatShortSince: later(4), lookAt: later(604) }, updatedAt: later(4) },
    });
    expect(waits).not.toHaveProperty("quiet");
    const again = waits && drawEscrowFloat(waits.next, 0n, later(604));
    expect(again).toMatchObject([
      { reason, quiet: true, next: { sendBack: { floatShortSince: later(4), lookAt: later(1_204) } } },
    ]);
    const drawn = waits && movedBy(waits.next, drawEscrowFloat(waits.next, 1_000_000n, later(9)));
    expect(drawn?.sendBack).not.toHaveProperty("floatShortSince");
  });

  test("of which the rail has told nothing draws all that it costs", () => {
    const untold = { ...short, sendBack: short.sendBack && { ...short.sendBack, railRef: "rail_9" } };
    expect(drawEscrowFloat(untold, 59_999_999n, later(4))[0]?.next.sendBack).not.toHaveProperty("cost");
    expect(drawEscrowFloat(untold, 60_000_000n, later(4))[0]?.next.sendBack?.cost).toBe("60.000000");
  });

  test("draws nothing on a rail without wallets, nor where nothing goes back", () => {
    const onMock = goingBack("59", "mock");
    expect(onMock.sendBack).not.toHaveProperty("cost");
    expect(drawEscrowFloat(onMock, 0n, later(4))).toEqual([]);
    expect(withEscrowCost(onMock)).toBe(onMock);
    const held = pooled(fundedEscrow());
    expect([drawEscrowFloat(held, 0n, later(4)), withEscrowCost(held)]).toEqual([[], held]);
  });
});

describe("a collection", () => {
  const asked = movedBy(
    createdEscrow(),
    askFunding(createdEscrow(), { ...funds, fundingRef: "wire-1" }, noon).transitions,
  );
  const { id } = createdEscrow();

  test("has the escrow's id as its reference, with a number after the first", () => {
    expect(collectionReference(createdEscrow(), { key: `${id}:fund:1` })).toBe(id);
    expect(collectionReference(createdEscrow(), { key: `${id}:fund:2` })).toBe(`${id}.2`);
    expect(depositReference(asked, { fundingRef: "wire-1", depositTxHash: null })).toBe(id);
    expect(depositReference(asked, { fundingRef: "wire-2", depositTxHash: null })).toBe(`${id}.2`);
    expect(depositReference(asked, { fundingRef: "wire-1", depositTxHash: "0x1" })).toBe(`${id}.2`);
    expect(depositReference(createdEscrow(), { fundingRef: "wire-1", depositTxHash: null })).toBe(id);
  });

  test("whose name at the rail is not on record yet can be the one meant", () => {
    expect(fundingFor(asked, "rail_9")).toBe(asked.funding);
    expect(fundingFor(asked)).toBe(asked.funding);
    expect(fundingFor(awaiting(), "rail_9")).toBeUndefined();
    expect(fundingFor(awaiting(), "rail_1")?.railRef).toBe("rail_1");
    expect(fundingFor(createdEscrow())).toBeUndefined();
    expect(fundingFor(createdEscrow(), "rail_1")).toBeUndefined();
  });

  test("became so much for a part of it, and nothing while the rail has not told", () => {
    expect(boughtFor(fundedEscrow(), 5_000)).toBe("50.000000");
    expect(boughtFor(awaiting(), 5_000)).toBeUndefined();
    expect(boughtFor(createdEscrow(), 5_000)).toBeUndefined();
    const { funding } = fundedEscrow();
    if (!funding) throw new Error("a funded escrow has a collection");
    expect(unitsOfFunding({ ...funding, bought: null }, 5_000)).toBe("0");
    expect(unitsOfFunding({ ...funding, receivedCents: 0 }, 0)).toBe("0");
  });
});
