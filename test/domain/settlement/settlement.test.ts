import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { receiveRailEvent } from "../../../functions/domain/settlement/apply-rail-event.ts";
import { lateConversion, startConversion } from "../../../functions/domain/settlement/conversion.ts";
import {
  isEnded,
  legacyStatuses,
  type Settlement,
  type SettlementStatus,
  settlement,
  settlementMoves,
  settlementStatuses,
  settlementTransition,
} from "../../../functions/domain/settlement/settlement.ts";
import { viewPaidSettlement, viewPayment, viewSettlement } from "../../../functions/domain/settlement/view.ts";
import { later, noon, openedSettlement, settlementIn } from "../../support/core/samples.ts";

// Spec section 3, read off by hand: the payment path, a decline at each gate before money moves, `failed` from anywhere that is no end.
const specMoves: Readonly<Record<SettlementStatus, readonly SettlementStatus[]>> = {
  created: ["collecting", "failed"],
  collecting: ["screening", "failed"],
  screening: ["screened", "declined", "failed"],
  screened: ["converting", "declined", "failed"],
  converting: ["settling", "declined", "failed"],
  settling: ["completed", "declined", "failed"],
  completed: [],
  declined: [],
  failed: [],
};

describe("the graph of a settlement", () => {
  test("is the specification's", () => {
    expect(settlementMoves).toEqual(specMoves);
  });

  test.each(settlementStatuses.flatMap((from) => settlementStatuses.map((to) => [from, to] as const)))(
    "%s to %s",
    (from, to) => {
      const { settlement: state } = settlementIn(from);
      const next = { ...state, status: to } as Settlement;
      const move = () => settlementTransition(state, next, later(5), { reason: "test" });
      if (from !== to && !specMoves[from].includes(to)) return expect(move).toThrow(`no move from ${from} to ${to}`);
      expect(move()).toMatchObject({ from, to, next: { status: to, updatedAt: later(5) } });
    },
  );

  test("has no way out of an end, and a way on from everything else", () => {
    for (const status of settlementStatuses)
      expect(isEnded(status)).toBe(["completed", "declined", "failed"].includes(status));
  });

  test("cannot reach completed but over every step of the spine", () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 2 }), { minLength: 12, maxLength: 12 }), (choices) => {
        const path: SettlementStatus[] = ["created"];
        for (const choice of choices) {
          const ways = specMoves[path.at(-1) ?? "failed"];
          const next = ways[choice % Math.max(1, ways.length)];
          if (next) path.push(next);
        }
        if (path.at(-1) === "completed") expect(path).toEqual(settlementStatuses.slice(0, 7));
      }),
      { numRuns: 10_000 },
    );
  });
});

describe("a row of an older version", () => {
  test.each(Object.entries(legacyStatuses))("that says %s is read as %s", (word, status) => {
    const { settlement: row } = settlementIn(status);
    expect(settlement.parse({ ...row, status: word }).status).toBe(status);
  });

  test("maps the four words of the specification and no other", () => {
    expect(legacyStatuses).toEqual({
      pending: "created",
      reserved: "screened",
      disbursing: "settling",
      settled: "completed",
    });
  });

  test.each(["", "done", "constructor", "__proto__", "toString", null, 7])("that says %j is refused", (word) => {
    const { settlement: row } = settlementIn("created");
    expect(settlement.safeParse({ ...row, status: word }).success).toBe(false);
  });
});

describe("what cannot be", () => {
  test.each([
    ["completed without a hash", "completed", { txHash: null }],
    ["completed without a rate", "completed", { fxRate: null }],
    ["settling without an amount out", "settling", { usdtOut: null }],
    ["declined without a reason", "declined", { declineReason: null }],
    ["failed without a code", "failed", { failureCode: null }],
    ["a net of nothing", "created", { netCents: 0 }],
    ["a fraction of a cent", "created", { feeCents: 0.5 }],
    ["a float for stablecoin", "settling", { usdtOut: 87.75 }],
  ] as const)("%s is not read", (_, status, change) => {
    const { settlement: row } = settlementIn(status);
    expect(settlement.safeParse(row).success).toBe(true);
    expect(settlement.safeParse({ ...row, ...change }).success).toBe(false);
  });
});

describe("what a client sees of it", () => {
  test("has no txHash before there is one", () => {
    expect(viewSettlement(settlementIn("settling").settlement)).not.toHaveProperty("txHash");
    expect(viewSettlement(settlementIn("completed").settlement).txHash).toBe("0xproof");
  });

  test("names payment and settlement by one another", () => {
    const { settlement: state } = openedSettlement();
    const { payment, settlement: shown } = viewPaidSettlement(state);
    expect([payment.settlementId, shown.paymentId]).toEqual([state.id, state.payment.id]);
    expect(shown.feeCents + shown.reserveCents + shown.netCents).toBe(shown.fiatInCents);
  });

  test("keeps keys, tokens and our own bookkeeping to itself", () => {
    const waiting = { state: "proof", token: "TOKEN" } as const;
    const state = { ...settlementIn("settling").settlement, waiting } as Settlement;
    const shown = JSON.stringify([viewSettlement(state), viewPayment(state), viewPaidSettlement(state)]);
    expect(shown).not.toMatch(/TOKEN|partnerCustomerId|intent|presentation/);
    expect(noon).toBe(state.createdAt);
  });
});

describe("a conversion that finishes after the settlement has ended", () => {
  test("is kept as a break with what the vendor now holds, once", () => {
    const { settlement: screened, invoice } = settlementIn("screened");
    const [begun] = startConversion(screened, noon) as readonly { next: Settlement }[];
    const converting = begun?.next ?? screened;
    const [ended] = receiveRailEvent(converting, invoice, { kind: "returned", code: "R01" }, later(1)).settlement;
    const [transition] = lateConversion(ended?.next ?? converting, { rate: "1" }, later(2));
    expect(transition?.next).toMatchObject({ status: "failed", fxRate: "1" });
    expect(transition?.next.reconBreaks).toMatchObject([{ kind: "conversion_after_end" }]);
    expect(transition && lateConversion(transition.next, { rate: "1" }, later(3))).toEqual([]);
  });
});
