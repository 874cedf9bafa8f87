import { describe, expect, test } from "vitest";
import { type RecordBreak, withBreak } from "../../../functions/domain/core/record-break.ts";
import { Refusal } from "../../../functions/domain/core/refusal.ts";
import { addSeconds } from "../../../functions/domain/core/time.ts";
import { recordApproval, withdrawApproval } from "../../../functions/domain/escrow/approval.ts";
import type { Escrow } from "../../../functions/domain/escrow/escrow.ts";
import { recordPayoutProof, refusePayout } from "../../../functions/domain/escrow/payout.ts";
import { startRefund } from "../../../functions/domain/escrow/refund.ts";
import { withReport } from "../../../functions/domain/gate/blocked-property.ts";
import { resolveBreaks } from "../../../functions/domain/settlement/held-funds.ts";
import { askRefund, recordSendBack } from "../../../functions/domain/settlement/payer-refund.ts";
import { type Settlement, settlement } from "../../../functions/domain/settlement/settlement.ts";
import { recordScreen } from "../../../functions/domain/settlement/transitions.ts";
import { viewPayment } from "../../../functions/domain/settlement/view.ts";
import { agreed, later, noon, settlementIn, verdicts } from "../../support/core/samples.ts";
import {
  buyer,
  fundedEscrow,
  movedBy,
  quietFacts,
  refunding,
  refusal,
  screenedEscrow,
} from "../../support/escrow/escrow-samples.ts";

const repeats = 10_000;
const mostBytes = 100_000;

function bytesOf(state: unknown): number {
  return Buffer.byteLength(JSON.stringify(state));
}

/** A record after something was done to it 10,000 times; it never weighs more than it may. */
function repeated<S>(first: S, act: (state: S, nth: number) => S): S {
  let state = first;
  for (let nth = 1; nth <= repeats; nth++) {
    state = act(state, nth);
    if (nth % 1000 === 0) expect(bytesOf(state)).toBeLessThan(mostBytes);
  }
  return state;
}

const { settlement: failed, invoice } = settlementIn("failed");

function held(): Settlement {
  return { ...failed, refundable: true, payment: { ...failed.payment, status: "succeeded" } } as Settlement;
}

function last(state: Settlement, transitions: readonly { readonly next: Settlement }[]): Settlement {
  return transitions.at(-1)?.next ?? state;
}

describe("a settlement stays small", () => {
  test("however often a tenant asks for a refund that the rail refuses; each has a key of its own", () => {
    const keys = new Set<string>();
    const state = repeated(held(), (before, nth) => {
      const wish = { amountCents: before.fiatInCents, reason: "ordered twice" };
      const asked = agreed(askRefund(before, wish, later(nth))).next;
      keys.add(asked.sendBack?.key ?? "");
      const no = { refused: { code: "not_held" } };
      return last(asked, recordSendBack({ settlement: asked, invoice, now: later(nth) }, no).settlement);
    });
    expect(keys.size).toBe(repeats);
    expect(state.reconBreaks).toEqual([
      { kind: "return_failed", at: later(1), count: repeats, lastAt: later(repeats) },
    ]);
    expect(viewPayment(state).refund).toMatchObject({ status: "failed" });
    expect(settlement.parse(state)).toEqual(state);
  });

  test("whatever words a rail has for what is wrong", () => {
    const state = repeated(held(), (before, nth) => ({
      ...before,
      reconBreaks: withBreak(before.reconBreaks, `ach_${nth}`, later(nth)),
    }));
    expect(state.reconBreaks).toHaveLength(61);
    expect(state.reconBreaks.at(-1)).toMatchObject({
      kind: "other_breaks",
      count: repeats - 60,
      lastAt: later(repeats),
    });
  });

  test("however often its wallet is screened anew, and keeps the answer before", () => {
    const state = repeated(settlementIn("converting").settlement, (before, nth) =>
      last(before, recordScreen(before, verdicts.pass, nth + 1, later(nth * 960))),
    );
    expect(state.screens.at(-1)).toMatchObject({ outcome: "pass", round: repeats + 1 });
    expect(state.screens[0]).toMatchObject({ stage: "collection" });
  });

  test("however often operators ask a silent provider, which still has 24 hours from its first silence", () => {
    const start = settlementIn("converting").settlement;
    const state = repeated(start, (before, nth) =>
      last(
        before,
        recordScreen(before, nth === 1 ? verdicts.pending : verdicts.silent, nth + 1, later(2000 + nth * 8)),
      ),
    );
    expect(state.screens).toContainEqual(expect.objectContaining({ outcome: "pending", at: later(2008) }));
    const end = recordScreen(state, verdicts.silent, repeats + 2, addSeconds(later(2008), 86_400));
    expect(end).toMatchObject([{ to: "declined" }]);
  });

  test("however many reports of blocked property it has", () => {
    const state = repeated(held(), (before, nth) => withReport(before, `OFAC-${nth}`, later(nth)));
    expect(state.blockReports?.at(-1)).toEqual({ reference: `OFAC-${repeats}`, at: later(repeats) });
  });
});

describe("an escrow stays small", () => {
  /** A refund that is ordered and refused; where no other may be ordered, the escrow as it is. */
  function refusedRefund(before: Escrow): Escrow {
    const ordered = startRefund(before, { reason: "off", refundAddress: buyer }, noon);
    if (ordered instanceof Refusal) return before;
    return movedBy(movedBy(before, ordered), refusePayout(movedBy(before, ordered), { no: refusal }, noon));
  }

  test("however often its rail refuses a payout: past fifty no other is ordered, and each may still prove itself", () => {
    const state = repeated(screenedEscrow(fundedEscrow(), "pass", buyer), refusedRefund);
    expect(new Set(state.pastPayouts.map(({ key }) => key)).size).toBe(50);
    expect(startRefund(state, { reason: "off", refundAddress: buyer }, noon)).toMatchObject({
      ...{ code: "illegal_escrow_transition", message: expect.stringContaining("refused 50 payouts") },
    });
    const [first] = state.pastPayouts;
    const [proof] = recordPayoutProof(state, { key: first?.key ?? "", txHash: "0xlate" }, noon);
    expect(proof?.next).toMatchObject({ status: "refunded", refundTxHash: "0xlate", heldCents: 0 });
  });

  test("however often an address is screened", () => {
    repeated(fundedEscrow(), (before, nth) => screenedEscrow(before, "silent", `0x${nth}`));
    expect(refunding().intent).not.toBeNull();
  });

  test("however often people approve and think again, and however many they are", () => {
    repeated(fundedEscrow({ releaseRule: "dual_approval" }), (before, nth) => {
      const said = { approverRef: "anna", decision: "approve" as const, note: "x".repeat(500) };
      const with1 = movedBy(before, agreed(recordApproval(before, said, quietFacts, later(nth))));
      return movedBy(with1, agreed(withdrawApproval(with1, "anna", quietFacts, later(nth))));
    });
    repeated(fundedEscrow({ releaseRule: "dual_approval" }), (before, nth) => {
      const said = { approverRef: `approver-${nth}`, decision: "approve" as const, note: "x".repeat(500) };
      const after = recordApproval(before, said, quietFacts, later(nth));
      return after instanceof Refusal ? before : movedBy(before, after);
    });
  });
});

describe("breaks of a record", () => {
  test("are one open and one resolved of each kind, with how often and when first and last", () => {
    let breaks: RecordBreak[] = [];
    for (const nth of [1, 2, 3]) {
      breaks = withBreak(breaks, "return_failed", later(nth));
      breaks = withBreak(breaks, "rail_unknown", later(nth));
    }
    const open = { kind: "return_failed", at: later(1), count: 3, lastAt: later(3) };
    expect(breaks).toEqual([open, { ...open, kind: "rail_unknown" }]);
    const resolved = resolveBreaks({ ...held(), reconBreaks: breaks }, "return_failed", later(4));
    const again = withBreak(resolved, "return_failed", later(5));
    expect(again.filter(({ kind }) => kind === "return_failed")).toEqual([
      { ...open, resolvedAt: later(4) },
      { kind: "return_failed", at: later(5) },
    ]);
    const twice = resolveBreaks({ ...held(), reconBreaks: again }, "return_failed", later(6));
    expect(withBreak(twice, "rail_unknown", later(7)).filter(({ kind }) => kind === "return_failed")).toEqual([
      { kind: "return_failed", at: later(1), resolvedAt: later(6), count: 4, lastAt: later(5) },
    ]);
  });
});
