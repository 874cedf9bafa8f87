import { describe, expect, test } from "vitest";
import { railTells } from "../../../functions/domain/settlement/apply-rail-event.ts";
import { isToPresent, recordPresentation } from "../../../functions/domain/settlement/re-presentment.ts";
import { nextSettlementLook, stall } from "../../../functions/domain/settlement/retry-schedule.ts";
import { reviewReason } from "../../../functions/domain/settlement/review-reason.ts";
import type { Settlement } from "../../../functions/domain/settlement/settlement.ts";
import { later, settlementIn } from "../../support/core/samples.ts";

const day = 86_400;
const { settlement, invoice } = settlementIn("collecting");

function debit(source: "ach" | "ach_push" = "ach"): Settlement {
  return { ...settlement, payment: { ...settlement.payment, source, railRef: "tr_1" } };
}

function returned(state: Settlement, code: string, atSeconds: number): Settlement {
  const change = railTells(state, invoice, [{ kind: "returned", code }], later(atSeconds));
  return change.settlement.at(-1)?.next ?? state;
}

function presented(state: Settlement, atSeconds: number): Settlement {
  const reply = { railRef: `tr_${state.payment.presented}`, state: "awaiting_funds", instructions: null } as const;
  return recordPresentation(state, invoice, reply, later(atSeconds)).settlement.at(-1)?.next ?? state;
}

describe("a debit that comes back for want of funds", () => {
  test.each(["R01", "R09"])("with %s is presented twice more, and the third return counts", (code) => {
    const first = returned(debit(), code, 1);
    expect(first).toMatchObject({
      status: "collecting",
      payment: { status: "processing", presented: 2 },
      intent: { key: `${first.id}:collect:2` },
    });
    expect(returned(first, code, 2)).toBe(first);
    expect(isToPresent(first, later(2 * day))).toBe(false);
    expect(nextSettlementLook(first)?.at).toBe(first.payment.presentAt);
    const second = returned(presented(first, 9 * day), code, 10 * day);
    expect(second).toMatchObject({ payment: { railRef: "tr_2", presented: 3 } });
    const last = returned(presented(second, 19 * day), code, 20 * day);
    expect(last).toMatchObject({ status: "failed", payment: { status: "returned", returnCode: code } });
  });

  test("is paid when it is presented again and funded", () => {
    const again = presented(returned(debit(), "R01", 1), 9 * day);
    const change = railTells(again, invoice, [{ kind: "funds_received" }], later(10 * day));
    expect(change.settlement.at(-1)?.next.status).toBe("screening");
  });

  test("fails at once when the payer sends the money, for another reason, or too late", () => {
    expect(returned(debit("ach_push"), "R01", 1).status).toBe("failed");
    expect(returned(debit(), "R02", 1).status).toBe("failed");
    expect(returned(debit(), "R01", 181 * day).status).toBe("failed");
  });

  test("is a return like any other once it was collected", () => {
    const paid = settlementIn("screening").settlement;
    expect(returned(paid, "R01", 1)).toMatchObject({ status: "failed", payment: { status: "returned" } });
  });
});

describe("a debit that waits to be presented again", () => {
  // The Monday before Thanksgiving: three banking days are the Friday after it.
  const atSeconds = 2 * day;
  const waiting = returned(debit(), "R01", atSeconds);

  test("is presented on the third banking day, and holidays are none", () => {
    const presentAt = "2026-11-27T14:00:00.000Z";
    expect(waiting.payment.presentAt).toBe(presentAt);
    expect([isToPresent(waiting, "2026-11-27T13:59:59.999Z"), isToPresent(waiting, presentAt)]).toEqual([false, true]);
  });

  test("is not stalled before it was presented, and then has its days anew", () => {
    const late = returned(debit(), "R01", 30 * day);
    expect(stall(late, late.payment.presentAt ?? "")).toEqual([]);
    const again = presented(late, 36 * day);
    expect(again.intent).toMatchObject({ key: `${again.id}:collect:2`, at: later(36 * day) });
    expect(stall(again, later(41 * day - 1))).toEqual([]);
    expect(stall(again, later(41 * day))).toMatchObject([{ events: [{ name: "settlement.stalled" }] }]);
  });

  test("hears nothing of the money that went back", () => {
    const settlementChange = railTells(
      waiting,
      invoice,
      [{ kind: "funds_received", totalCents: 10_000 }],
      later(3 * day),
    );
    expect(settlementChange.settlement).toEqual([]);
  });

  test("fails when the rail will not have it again, and the invoice is free", () => {
    const no = { refused: { code: "mandate_gone", reason: "no" } };
    const change = recordPresentation(waiting, invoice, no, later(9 * day));
    expect(change.settlement.at(-1)?.next).toMatchObject({ status: "failed", failureCode: "mandate_gone" });
    expect(change.invoice.at(-1)?.next.amountProcessingCents).toBe(0);
  });

  test("is paid where the rail collects at once", () => {
    const reply = { railRef: "tr_2", state: "funds_received", instructions: null } as const;
    const change = recordPresentation(waiting, invoice, reply, later(9 * day));
    expect(change.settlement.at(-1)?.next.status).toBe("screening");
  });

  test("and was given up while the rail took it is found by what it brings", () => {
    const givenUp = railTells(waiting, invoice, [{ kind: "failed", code: "x" }], later(8 * day));
    const state = givenUp.settlement.at(-1)?.next ?? waiting;
    const reply = { railRef: "tr_2", state: "awaiting_funds", instructions: null } as const;
    const taken = recordPresentation(state, invoice, reply, later(9 * day)).settlement.at(-1)?.next ?? state;
    expect(taken).toMatchObject({ status: "failed", payment: { railRef: "tr_2", presentAt: null } });
    expect(recordPresentation(taken, invoice, reply, later(9 * day)).settlement).toEqual([]);
    const came = railTells(taken, invoice, [{ kind: "funds_received", totalCents: 10_000 }], later(10 * day));
    expect(reviewReason(came.settlement.at(-1)?.next ?? state)).toMatchObject({ kind: "recon_break" });
    const atOnce = recordPresentation(state, invoice, { ...reply, state: "funds_received" }, later(9 * day));
    expect(atOnce.settlement.at(-1)?.next.reconBreaks).toMatchObject([{ kind: "funds_after_failure" }]);
    const refused = { refused: { code: "x", reason: "y" } };
    expect(recordPresentation(state, invoice, refused, later(9 * day)).settlement).toEqual([]);
  });
});

test("a debit of which a part had come is not presented again: what came goes back", () => {
  const part = railTells(debit(), invoice, [{ kind: "funds_received", totalCents: 4_000 }], later(1));
  const change = railTells(
    part.settlement.at(-1)?.next ?? debit(),
    invoice,
    [{ kind: "returned", code: "R01" }],
    later(2),
  );
  expect(change.settlement.at(-1)).toMatchObject({
    next: { status: "failed", payment: { status: "returned", presentAt: null } },
    postings: [
      { account: "unapplied_receipts", amountCents: 4_000 },
      { account: "rail_clearing", amountCents: -4_000 },
    ],
  });
});
