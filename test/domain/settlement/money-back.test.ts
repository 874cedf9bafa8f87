import { describe, expect, test } from "vitest";
import type { LedgerAccount } from "../../../functions/domain/core/ledger.ts";
import { expectedBalances } from "../../../functions/domain/settlement/ledger.ts";
import { openActions } from "../../../functions/domain/settlement/operator-actions.ts";
import {
  askSendBack,
  callBack,
  isNoOp,
  isSendBackDue,
  postponeSendBack,
  recordSendBack,
} from "../../../functions/domain/settlement/payer-refund.ts";
import { reviewReason } from "../../../functions/domain/settlement/review-reason.ts";
import { failSettlement, recordScreen } from "../../../functions/domain/settlement/transitions.ts";
import { agreed, later, verdicts } from "../../support/core/samples.ts";
import { apply, balances, came, type Life, rail, reviewAction } from "../../support/settlement/review-life.ts";

/** A life whose rail can send money back, and has been told to. */
function goingBack(life: Life): Life {
  life.settlement = { ...life.settlement, refundable: true };
  apply(life, { settlement: [agreed(askSendBack(life.settlement, "apr_1", later(6)))], invoice: [] });
  return life;
}

function railSent(life: Life, returned: "sent" | "failed" = "sent"): void {
  const { settlement, invoice } = life;
  apply(life, recordSendBack({ settlement, invoice, now: later(9) }, { transferRef: "tr_9", returned }));
}

/** Totals, as a rail tells them that counts what came in all. */
function total(life: Life, totalCents: number): void {
  rail(life, { kind: "funds_received", totalCents });
}

/** What the record and the ledger say of every account but the rail's. */
function booked(life: Life): [Record<string, number>, Record<string, number>] {
  const { rail_clearing: _, ...ours } = balances(life) as Record<LedgerAccount, number>;
  const expected = Object.entries(expectedBalances(life.settlement)).filter(([, cents]) => cents !== 0);
  return [ours, Object.fromEntries(expected)];
}

function expectBooked(life: Life): void {
  const [ours, expected] = booked(life);
  expect(ours).toEqual(expected);
}

describe("a wrong amount that is going back", () => {
  test("is not made whole by what comes meanwhile, whose repeat is none", () => {
    const life = goingBack(came(6_000));
    rail(life, { kind: "funds_received", amountCents: 6_000 });
    expect(life.settlement.mismatchCents).toBe(6_000);
    total(life, 10_000);
    expect(life.settlement).toMatchObject({ status: "collecting", mismatchCents: 10_000 });
    expectBooked(life);
  });

  test("can be accepted with all that came, once the rail has not sent it", () => {
    const life = goingBack(came(6_000));
    total(life, 10_000);
    railSent(life, "failed");
    expect(reviewAction(life, "top_up")).toMatchObject({ code: "action_not_available" });
    reviewAction(life, "accept");
    expect(life.settlement).toMatchObject({ status: "screening", fiatInCents: 10_000, unappliedCents: 0 });
    expectBooked(life);
  });

  test("and was given up by operators is refunded when it is sent", () => {
    const life = goingBack(came(6_000));
    reviewAction(life, "fail");
    railSent(life);
    expect(life.settlement.payment.status).toBe("refunded");
    expect(balances(life)).toEqual({});
  });
});

test("a wrong amount that a rail has paid straight through can only be accepted", () => {
  const life = came(6_000);
  life.settlement = { ...life.settlement, keepsReserve: false, refundable: true };
  rail(life, { kind: "payment_processed", txHash: "0xearly" });
  const open = openActions(life.settlement);
  expect(open).toContain("accept");
  for (const name of ["top_up", "return", "returned_off_platform", "fail"] as const) {
    expect(open).not.toContain(name);
    expect(reviewAction(life, name)).toMatchObject({ code: "action_not_available" });
  }
  reviewAction(life, "accept");
  expect(life.settlement).toMatchObject({ status: "screening", fiatInCents: 6_000 });
});

describe("an extra that is going back", () => {
  test("goes alone, although the settlement has failed and all of its money is held by then", () => {
    const life = came(10_000);
    total(life, 10_500);
    goingBack(life);
    apply(life, { settlement: [failSettlement(life.settlement, { code: "x", reason: "y" }, later(7))], invoice: [] });
    railSent(life);
    expect(life.settlement).toMatchObject({ unappliedCents: 0, payment: { status: "succeeded" } });
    expect(balances(life)).toEqual({ rail_clearing: 10_000, tenant_payable: -10_000 });
    expect(reviewReason(life.settlement)).toMatchObject({ kind: "held" });
    expectBooked(life);
  });

  test("has a key of its own, whatever went back before", () => {
    const life = came(10_000);
    const keys: (string | undefined)[] = [];
    for (const totalCents of [10_500, 11_000, 11_500]) {
      total(life, totalCents);
      goingBack(life);
      keys.push(life.settlement.sendBack?.key.replace(life.settlement.id, ""));
      railSent(life, totalCents === 11_000 ? "failed" : "sent");
    }
    expect(keys).toEqual([":return:1", ":return:2", ":return:3"]);
    expectBooked(life);
  });
});

describe("money that was sent back", () => {
  test("and is then taken by the payer's bank as well is our loss, and so is what came since", () => {
    const life = goingBack(came(6_000));
    railSent(life);
    total(life, 6_700);
    expect(balances(life)).toEqual({ rail_clearing: 700, unapplied_receipts: -700 });
    rail(life, { kind: "returned", code: "R10" });
    expect(balances(life)).toEqual({ rail_clearing: -6_000, return_shortfall: 6_000 });
    expect(reviewReason(life.settlement)).toMatchObject({ kind: "recon_break" });
    expectBooked(life);
  });

  test("after a return is no loss where it came after it", () => {
    const life = came(10_000);
    rail(life, { kind: "returned", code: "R10" });
    total(life, 10_700);
    goingBack(life);
    railSent(life);
    expect(balances(life)).toEqual({});
    expect(life.settlement.reconBreaks).toEqual([]);
    expectBooked(life);
  });

  test("without the rail leaves the books as it does with it", () => {
    const life = came(10_000);
    rail(life, { kind: "returned", code: "R10" });
    total(life, 10_700);
    reviewAction(life, "returned_off_platform");
    expect(balances(life)).toEqual({});
    expectBooked(life);
  });
});

describe("an order to send back", () => {
  /** Held after a review's decline, and ordered back. */
  function ordered(): Life {
    const life = came(10_000);
    const transitions = recordScreen(life.settlement, verdicts.block, 1, later(6), "operator");
    apply(life, { settlement: transitions, invoice: [] });
    return goingBack(life);
  }

  test("that the rail may not have had is moot once the payer's bank has the money, and people look", () => {
    const life = ordered();
    expect([isNoOp(life.settlement), callBack(life.settlement, later(8))]).toEqual([false, []]);
    rail(life, { kind: "returned", code: "R10" });
    expect(isNoOp(life.settlement)).toBe(true);
    apply(life, { settlement: callBack(life.settlement, later(8)), invoice: [] });
    expect(life.settlement).toMatchObject({ sendBack: null, reconBreaks: [{ kind: "return_unknown" }] });
    expect(reviewReason(life.settlement)).toMatchObject({ kind: "recon_break" });
    expectBooked(life);
  });

  test("that the rail refuses leaves the money held", () => {
    const life = ordered();
    const { settlement, invoice } = life;
    const refused = { refused: { code: "too_old" } };
    apply(life, recordSendBack({ settlement, invoice, now: later(7) }, refused));
    expect(life.settlement).toMatchObject({ sendBack: null, reconBreaks: [{ kind: "return_failed" }] });
    expectBooked(life);
  });

  test("that is on its way is on the trail once", () => {
    const { settlement, invoice } = ordered();
    const reply = { transferRef: "tr_9", returned: null };
    const [first] = recordSendBack({ settlement, invoice, now: later(7) }, reply).settlement;
    expect(first?.quiet).toBeUndefined();
    const again = { settlement: first?.next ?? settlement, invoice, now: later(607) };
    expect(recordSendBack(again, reply).settlement).toMatchObject([{ quiet: true }]);
  });

  test("that the rail has is asked about to its end", () => {
    const life = ordered();
    const { settlement, invoice } = life;
    const reply = { transferRef: "tr_9", returned: null };
    apply(life, recordSendBack({ settlement, invoice, now: later(7) }, reply));
    rail(life, { kind: "returned", code: "R10" });
    expect(isNoOp(life.settlement)).toBe(false);
    railSent(life);
    expect(balances(life)).toEqual({ rail_clearing: -10_000, return_shortfall: 10_000 });
    expectBooked(life);
  });

  test("has the next key once another was moot, whatever else did not add up", () => {
    const life = ordered();
    expect(life.settlement.sendBack?.key).toMatch(/:return:1$/);
    rail(life, { kind: "returned", code: "R61" });
    rail(life, { kind: "returned", code: "R10" });
    apply(life, { settlement: callBack(life.settlement, later(8)), invoice: [] });
    total(life, 10_700);
    expect(goingBack(life).settlement.sendBack?.key).toMatch(/:return:2$/);
  });

  test("is put off for ten minutes where the rail says nothing, off the trail", () => {
    const [transition] = postponeSendBack(ordered().settlement, later(8));
    expect(transition).toMatchObject({ quiet: true, next: { sendBack: { lookAt: later(608) } } });
    const due = [607, 608].map((at) => isSendBackDue(transition?.next ?? ordered().settlement, later(at)));
    expect(due).toEqual([false, true]);
    expect(isSendBackDue(came(1).settlement, later(8))).toBe(false);
    expect(postponeSendBack(came(1).settlement, later(8))).toEqual([]);
  });
});
