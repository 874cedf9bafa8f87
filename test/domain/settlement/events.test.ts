import { describe, expect, test } from "vitest";
import { railTells } from "../../../functions/domain/settlement/apply-rail-event.ts";
import {
  type Settlement,
  type SettlementStatus,
  settlement,
  settlementFacts,
} from "../../../functions/domain/settlement/settlement.ts";
import {
  failSettlement,
  recordPayout,
  recordProof,
  recordScreen,
} from "../../../functions/domain/settlement/transitions.ts";
import { lastOf, later, noon, settlementIn, verdicts } from "../../support/core/samples.ts";

function at(status: SettlementStatus, change: object = {}): Settlement {
  return settlement.parse({ ...settlementIn(status).settlement, ...change });
}

const word = (state: Settlement, name: string) =>
  railTells(state, settlementIn("created").invoice, [{ kind: "unknown", state: name }], later(5));

describe("an event of a settlement", () => {
  test("carries the facts as its transition left them", () => {
    const [paidOut] = recordPayout(at("settling"), "token 1", later(5), "tr_2");
    const failed = failSettlement(at("converting"), { code: "conversion_failed", reason: "no route" }, later(5));
    const unknown = lastOf(word(at("collecting"), "in_orbit").settlement);
    for (const [transition, name, more] of [
      [paidOut, "settlement.settling", {}],
      [failed, "settlement.failed", { code: "conversion_failed", reason: "no route" }],
      [unknown, "settlement.rail_unknown", { railState: "in_orbit" }],
    ] as const) {
      const facts = transition && settlementFacts(transition.next);
      expect(facts).toMatchObject({ settlementId: at("created").id, createdAt: later(5) });
      expect(transition?.events).toEqual([{ name, data: { ...facts, ...more } }]);
    }
  });

  test("names the settlement, its money and its wallet", () => {
    const { next } = lastOf(recordProof(at("settling"), "0xproof", later(9)));
    const { id, payment, invoiceId, invoiceNumber, tenantId } = next;
    expect(settlementFacts(next)).toEqual({
      ...{ settlementId: id, paymentId: payment.id, invoiceId, invoice: invoiceNumber, tenantId, status: "completed" },
      ...{ fiatInCents: 10_000, feeCents: 250, reserveCents: 975, usdtOut: "87.750000", usdtStable: "USDT" },
      ...{
        chain: "base",
        destWallet: "0xWALLET",
        txHash: "0xproof",
        screeningRef: "scr_2",
        metadata: {},
        createdAt: later(9),
      },
    });
    expect(settlementFacts({ ...next, screens: [] }).screeningRef).toBeNull();
  });
});

describe("a word of the rail's that we do not know", () => {
  test("is told to the tenant once, and a second one joins it in the queue", () => {
    const first = lastOf(word(at("collecting"), "in_orbit").settlement);
    expect(first.reason).toBe("the rail said in_orbit, which we do not know");
    expect(first.next).toMatchObject({ unknownRailState: "in_orbit", unknownRailAt: later(5), reconBreaks: [] });
    const second = lastOf(word(first.next, "landed").settlement);
    expect(second.reason).toBe("the rail said landed, which we do not know either");
    expect(second.events).toEqual([]);
    expect(word(second.next, "landed")).toEqual({ settlement: [], invoice: [] });
  });

  test("after the end is a break as well", () => {
    const first = lastOf(word(at("completed"), "in_orbit").settlement);
    expect(first.next.reconBreaks).toEqual([{ kind: "rail_unknown", at: later(5) }]);
    expect(word(first.next, "landed")).toEqual({ settlement: [], invoice: [] });
    const resolved = [{ kind: "rail_unknown", at: noon, resolvedAt: noon }];
    expect(word({ ...first.next, reconBreaks: resolved }, "landed")).toEqual({ settlement: [], invoice: [] });
    const before = at("completed", { unknownRailState: "in_orbit", unknownRailAt: noon });
    const [second] = word(before, "landed").settlement;
    expect(second).toMatchObject({ reason: "rail_unknown", next: { reconBreaks: [{ kind: "rail_unknown" }] } });
  });
});

describe("a payout that is under way", () => {
  const waiting = (token: string | null, railState: string | null = "payout_submitted") => {
    const { payment, ...rest } = at("settling");
    const waits = token === null ? null : { state: "proof" as const, token };
    return {
      ...rest,
      payment: { ...payment, railState },
      waiting: waits,
      parked: { reason: "silence", since: noon, until: noon },
    };
  };

  test("is said once, and keeps who waits for its proof", () => {
    const [first] = recordPayout(waiting(null, null), "token 1", later(5), "tr_2");
    expect(first).toMatchObject({ from: "settling", to: "settling", reason: "payout submitted, waiting for proof" });
    expect(first?.next).toMatchObject({
      ...{ waiting: { state: "proof", token: "token 1" }, parked: null, parkedSince: null },
      payment: { railState: "payout_submitted", payoutRef: "tr_2" },
    });
    expect(first?.follows ?? []).toEqual([]);
  });

  test("is waited for again off the trail where nobody else waits", () => {
    for (const before of [null, "token 1"])
      expect(recordPayout(waiting(before), "token 1", later(5))).toMatchObject([
        { reason: "waiting for proof again", quiet: true, next: { waiting: { token: "token 1" } } },
      ]);
  });

  test("ends the machine whose wait another one takes over", () => {
    const [again] = recordPayout(waiting("token 1"), "token 2", later(5));
    expect(again).toMatchObject({ reason: "waiting for proof again", next: { waiting: { token: "token 2" } } });
    expect(again?.follows).toEqual([{ kind: "end_token", token: "token 1" }]);
    expect(again?.quiet).toBeUndefined();
  });

  test("is none where the settlement is elsewhere", () => {
    for (const status of ["converting", "completed", "failed"] as const)
      expect(recordPayout(at(status), "token 1", later(5))).toEqual([]);
  });
});

describe("the screens that a settlement keeps", () => {
  /** After so many screens without an answer, a minute apart. */
  function afterSilence(times: number): Settlement {
    let state = at("screening");
    for (let round = 1; round <= times; round++)
      state = settlement.parse(lastOf(recordScreen(state, verdicts.silent, round, later(round * 60))).next);
    return state;
  }
  const rounds = (state: Settlement) =>
    state.screens.filter(({ stage }) => stage === "disbursement").map(({ round }) => round);

  test("are all of them up to fifty", () => {
    expect(rounds(afterSilence(50))).toEqual(Array.from({ length: 50 }, (_, round) => round + 1));
  });

  test("are the newest fifty after that, the first without an answer, and the one before collection", () => {
    const state = afterSilence(53);
    expect(rounds(state)).toEqual([1, ...Array.from({ length: 50 }, (_, round) => round + 4)]);
    expect(state.screens[0]).toMatchObject({ stage: "collection", outcome: "pass" });
  });
});
