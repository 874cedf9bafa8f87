import { describe, expect, test } from "vitest";
import { lookAgainAt } from "../../functions/domain/look-again.ts";
import { isToPresent, recordPresentation } from "../../functions/domain/present-again.ts";
import { railTells } from "../../functions/domain/rail-event.ts";
import type { Settlement } from "../../functions/domain/settlement.ts";
import { later, settlementIn } from "../support/samples.ts";

const day = 86_400;
const { settlement, invoice } = settlementIn("collecting");

function debit(source: "ach" | "ach_push" = "ach"): Settlement {
  return { ...settlement, payment: { ...settlement.payment, source, railRef: "tr_1" } };
}

function returned(state: Settlement, code: string, atSeconds: number): Settlement {
  const told = railTells(state, invoice, [{ kind: "returned", code }], later(atSeconds));
  return told.settlement.at(-1)?.next ?? state;
}

function presented(state: Settlement, atSeconds: number): Settlement {
  const said = {
    railRef: `tr_${state.payment.presented}`,
    state: "awaiting_funds",
    instructions: null,
  } as const;
  return recordPresentation(state, invoice, said, later(atSeconds)).settlement.at(-1)?.next ?? state;
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
    expect(lookAgainAt(first)).toBe(first.payment.presentAt);
    const second = returned(presented(first, 9 * day), code, 10 * day);
    expect(second).toMatchObject({ payment: { railRef: "tr_2", presented: 3 } });
    const last = returned(presented(second, 19 * day), code, 20 * day);
    expect(last).toMatchObject({ status: "failed", payment: { status: "returned", returnCode: code } });
  });

  test("is paid when it is presented again and funded", () => {
    const again = presented(returned(debit(), "R01", 1), 9 * day);
    const told = railTells(again, invoice, [{ kind: "funds_received" }], later(10 * day));
    expect(told.settlement.at(-1)?.next.status).toBe("screening");
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
