import { describe, expect, test } from "vitest";
import { Refusal } from "../../../functions/domain/core/refusal.ts";
import { recordApproval } from "../../../functions/domain/escrow/approval.ts";
import {
  type Escrow,
  type EscrowDecision,
  type EscrowStatus,
  type EscrowTransitions,
  escrow,
  escrowMoves,
  escrowStatuses,
  escrowTransition,
  isEscrowEnded,
} from "../../../functions/domain/escrow/escrow.ts";
import { expireEscrow } from "../../../functions/domain/escrow/expire.ts";
import { askFunding, recordFunding } from "../../../functions/domain/escrow/fund.ts";
import { completeMilestone } from "../../../functions/domain/escrow/milestone.ts";
import { recordPayoutProof, refusePayout } from "../../../functions/domain/escrow/payout.ts";
import { startRefund } from "../../../functions/domain/escrow/refund.ts";
import { startRelease } from "../../../functions/domain/escrow/release.ts";
import { viewEscrow } from "../../../functions/domain/escrow/view.ts";
import { later } from "../../support/core/samples.ts";
import {
  awaitedFunding,
  beneficiary,
  buyer,
  collectedFunding,
  escrowIn,
  funds,
  movedBy,
  quietFacts,
  refusal,
  releasing,
  screenedEscrow,
} from "../../support/escrow/escrow-samples.ts";

// Spec section 3, read off by hand; into `failed` go a rail's definite no and a payer's bank that took the money back.
const specMoves: Readonly<Record<EscrowStatus, readonly EscrowStatus[]>> = {
  created: ["awaiting_funds", "refunded", "expired"],
  awaiting_funds: ["funded", "refunded", "expired", "failed"],
  funded: ["release_pending", "released", "refunded", "failed"],
  release_pending: ["released", "refunded", "failed"],
  released: [],
  refunded: [],
  expired: [],
  failed: ["refunded"],
};

describe("the graph of an escrow", () => {
  test("is the specification's", () => {
    expect(escrowMoves).toEqual(specMoves);
  });

  test.each(escrowStatuses.flatMap((from) => escrowStatuses.map((to) => [from, to] as const)))(
    "%s to %s",
    (from, to) => {
      const state = escrowIn(from);
      const move = () => escrowTransition(state, { ...state, status: to } as Escrow, later(5), { reason: "test" });
      if (from !== to && !specMoves[from].includes(to)) return expect(move).toThrow(`no move from ${from} to ${to}`);
      expect(move()).toMatchObject({ from, to, next: { status: to, updatedAt: later(5) } });
    },
  );

  test("ends in released, refunded and expired alone", () => {
    const ends = escrowStatuses.filter(isEscrowEnded);
    expect(ends).toEqual(["released", "refunded", "expired"]);
  });
});

const now = later(1);
const asked = { reason: "off", refundAddress: buyer };

/** Every command of a client, carried through as far as the rail's own good answer goes. */
const commands = {
  fund: (state: Escrow) => {
    const decided = askFunding(state, { ...funds, amountCents: state.amountCents }, now);
    const next = movedBy(state, decided.transitions);
    return { ...decided, transitions: [...decided.transitions, ...recordFunding(next, collectedFunding, now)] };
  },
  release: (state: Escrow) => startRelease(state, quietFacts, now),
  "release with a passing screen": (state: Escrow) => {
    const passed = screenedEscrow(state, "pass", beneficiary, now);
    const decided = startRelease(passed, quietFacts, now);
    if (decided.no) return decided;
    const proof = recordPayoutProof(movedBy(passed, decided.transitions), { txHash: "0xnew" }, now);
    return { ...decided, transitions: [...decided.transitions, ...proof] };
  },
  "release that the rail refuses": (state: Escrow) => {
    const passed = screenedEscrow(state, "pass", beneficiary, now);
    const decided = startRelease(passed, quietFacts, now);
    if (decided.no) return decided;
    const no = refusePayout(movedBy(passed, decided.transitions), { no: refusal }, now);
    return { ...decided, transitions: [...decided.transitions, ...no] };
  },
  refund: (state: Escrow) => {
    const passed = screenedEscrow(state, "pass", buyer, now);
    const transitions = startRefund(passed, asked, now);
    if (transitions instanceof Refusal) return transitions;
    return [...transitions, ...recordPayoutProof(movedBy(passed, transitions), { txHash: "0xback" }, now)];
  },
  expire: (state: Escrow) => expireEscrow(state, "asked for", now),
  approve: (state: Escrow) =>
    recordApproval(state, { approverRef: "anna", decision: "approve", note: null }, quietFacts, now),
  "complete a milestone": (state: Escrow) => completeMilestone(state, "mil_1", quietFacts, now),
} satisfies Record<string, (state: Escrow) => EscrowDecision | EscrowTransitions | Refusal>;

type Command = keyof typeof commands;

/** What each command comes to in each status: where it leads, "refused" where nothing moves. `->` writes and refuses. */
const table: Readonly<Record<Command, Readonly<Record<EscrowStatus, string>>>> = {
  fund: { ...every("refused"), awaiting_funds: "funded", funded: "funded", release_pending: "release_pending" },
  release: { ...every("refused"), funded: "unmet", release_pending: "unmet" },
  "release with a passing screen": { ...every("refused"), funded: "released", release_pending: "released" },
  "release that the rail refuses": { ...every("refused"), funded: "failed", release_pending: "failed" },
  refund: { ...every("refunded"), released: "refused", refunded: "refused", expired: "refused" },
  expire: { ...every("refused"), created: "expired", awaiting_funds: "expired" },
  approve: { ...stays(), released: "refused", refunded: "refused", expired: "refused" },
  "complete a milestone": { ...stays(), released: "refused", refunded: "refused", expired: "refused" },
};

function every(what: string): Record<EscrowStatus, string> {
  return Object.fromEntries(escrowStatuses.map((status) => [status, what])) as Record<EscrowStatus, string>;
}

function stays(): Record<EscrowStatus, string> {
  return Object.fromEntries(escrowStatuses.map((status) => [status, status])) as Record<EscrowStatus, string>;
}

const withMilestone = (state: Escrow): Escrow => ({
  ...state,
  milestones: [{ id: "mil_1", seq: 1, description: "ship", amountCents: null, status: "pending" }],
});

describe("every command in every status", () => {
  const all = (Object.keys(commands) as Command[]).flatMap((name) =>
    escrowStatuses.map((status) => [name, status, table[name][status]] as const),
  );

  test.each(all)("%s while %s: %s", (name, status, expected) => {
    const state = withMilestone(escrowIn(status));
    const reply = commands[name](state);
    const { transitions, no } = reply instanceof Refusal ? { transitions: [], no: reply } : decided(reply);
    if (expected === "refused") {
      expect(no?.code).toBe("illegal_escrow_transition");
      expect(no?.detail.extra).toMatchObject({ from: status });
      expect(transitions).toEqual([]);
    } else if (expected === "unmet") {
      expect(no?.code).toBe("release_conditions_unmet");
      expect(no?.detail.unmet).toEqual(["screening_stale"]);
      expect(movedBy(state, transitions).status).toBe("release_pending");
    } else {
      expect(no).toBeNull();
      expect(movedBy(state, transitions).status).toBe(expected);
    }
    expect(escrow.parse(movedBy(state, transitions))).toEqual(movedBy(state, transitions));
  });

  function decided(reply: EscrowDecision | EscrowTransitions): EscrowDecision {
    return Array.isArray(reply) ? { transitions: reply, no: null } : reply;
  }

  test("is in the table, so that no pair is left out", () => {
    expect(all).toHaveLength(Object.keys(commands).length * escrowStatuses.length);
    const led = all.flatMap(([, from, to]) => (from === to || to === "refused" ? [] : [`${from} ${to}`]));
    const unreached = escrowStatuses
      .flatMap((from) => specMoves[from].map((to) => `${from} ${to}`))
      .filter((move) => !led.includes(move));
    // Creation leads straight to awaiting_funds; the other two are the rail's doing, and the unmet release.
    expect(unreached).toEqual(["created awaiting_funds", "awaiting_funds failed", "funded release_pending"]);
  });
});

describe("what cannot be", () => {
  test.each([
    ["released without a hash", "released", { releaseTxHash: null }],
    ["released with money held", "released", { heldCents: 1 }],
    ["refunded with money held", "refunded", { heldCents: 1 }],
    ["refunded with a payout in flight", "refunded", { intent: releasing().intent }],
    ["funded with nothing held", "funded", { heldCents: 0 }],
    ["release pending with nothing held", "release_pending", { heldCents: 0 }],
    ["awaiting funds with money held", "awaiting_funds", { heldCents: 1 }],
    ["failed without a code", "failed", { failureCode: null }],
    ["a fraction of a cent", "funded", { heldCents: 0.5 }],
    ["a net of nothing", "created", { netCents: 0 }],
  ] as const)("%s is not read", (_, status, change) => {
    const row = escrowIn(status);
    expect(escrow.safeParse(row).success).toBe(true);
    expect(escrow.safeParse({ ...row, ...change }).success).toBe(false);
  });

  test.each(["", " ", ".", "..", "esc_1", "a/b", "x".repeat(65), "line\nbreak", "zero\u200bwidth", "\u0000"])(
    "a reference %j is not read",
    (reference) => {
      expect(escrow.safeParse({ ...escrowIn("created"), reference }).success).toBe(false);
    },
  );

  test.each(["A-1", "...", ".a", "x".repeat(64), "deal 7 (été)", "esc-1", "合同一"])(
    "a reference %j is read",
    (reference) => {
      expect(escrow.safeParse({ ...escrowIn("created"), reference }).success).toBe(true);
    },
  );
});

describe("what a client sees of it", () => {
  test("keeps keys, tokens and our own bookkeeping to itself", () => {
    const waiting = { state: "proof", token: "TASK-TOKEN" } as const;
    const shown = viewEscrow({ ...releasing(), waiting } as Escrow, "https://pay.test");
    expect(JSON.stringify(shown)).not.toMatch(/TASK-TOKEN|:release:1|presentation|tenantSlug|adapter/);
    expect(shown.statusUrl).toBe("https://pay.test/s/STATUS-TOKEN");
    expect(shown.payout).toMatchObject({ leg: "release", address: beneficiary, amountCents: 9750 });
  });

  test("says what was screened of the beneficiary, and what the deposit needs", () => {
    const state = screenedEscrow(escrowIn("funded"), "pass");
    expect(viewEscrow(state, "")).toMatchObject({ screeningRef: "scr_p", screeningRisk: "low" });
    const both = screenedEscrow(state, "block", buyer);
    expect(viewEscrow(both, "")).toMatchObject({ screeningRef: "scr_p", declineReason: null });
    const start = movedBy(escrowIn("awaiting_funds"), askFunding(escrowIn("awaiting_funds"), funds, now).transitions);
    const response = movedBy(start, recordFunding(start, awaitedFunding, now));
    expect(viewEscrow(response, "")).toMatchObject({ railRef: "rail_1", sourceDepositInstructions: { bank: "b" } });
  });
});
