import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { recordApproval, withdrawApproval } from "../../../functions/domain/escrow/approval.ts";
import { fundingsOf } from "../../../functions/domain/escrow/collections.ts";
import { type EscrowStatus, escrow, escrowMoves, releaseRules } from "../../../functions/domain/escrow/escrow.ts";
import { expireEscrow, postponeExpiry } from "../../../functions/domain/escrow/expire.ts";
import {
  askFunding,
  receiveFunding,
  recordCollectionCancellation,
  recordFunding,
  returnUnappliedFunds,
} from "../../../functions/domain/escrow/fund.ts";
import { escrowScreenRound } from "../../../functions/domain/escrow/gate.ts";
import { cancelMilestone, completeMilestone } from "../../../functions/domain/escrow/milestone.ts";
import { returnableOf } from "../../../functions/domain/escrow/operator-actions.ts";
import { awaitPayoutProof } from "../../../functions/domain/escrow/payout.ts";
import { startRefund } from "../../../functions/domain/escrow/refund.ts";
import { startRelease } from "../../../functions/domain/escrow/release.ts";
import { parkPayout, resumePayout } from "../../../functions/domain/escrow/retry-schedule.ts";
import { recordFundingReturn } from "../../../functions/domain/escrow/return.ts";
import { recordEscrowScreen } from "../../../functions/domain/escrow/screen.ts";
import { orderSendBack } from "../../../functions/domain/escrow/send-back.ts";
import { gate, type ScreenVerdict } from "../../../functions/domain/gate/payout-gate.ts";
import { heavyRuns } from "../../support/core/heavy-runs.ts";
import { verdicts } from "../../support/core/samples.ts";
import { rates } from "../../support/core/unit-ledger.ts";
import { type Answer, answers, EscrowLife } from "../../support/escrow/escrow-life.ts";
import {
  awaitedFunding,
  beneficiary,
  buyer,
  collectedFunding,
  funds,
  moneyReasons,
  total,
} from "../../support/escrow/escrow-samples.ts";

type Step = (life: EscrowLife) => void;

const said: Readonly<Record<string, ScreenVerdict>> = {
  ...verdicts,
  risky: { status: "complete", action: "allow", ref: "scr_r", riskLevel: "high" },
  unrated: { status: "complete", action: "allow", ref: "scr_u", riskLevel: null },
};

function fund(amountCents: number, waits: boolean): Step {
  return (life) => {
    const input = {
      ...funds,
      source: waits ? ("ach_push" as const) : ("ach" as const),
      amountCents,
      partnerCustomerId: "cust_acme",
    };
    const { transitions, no } = askFunding(life.state, input, life.now);
    if (amountCents !== 10_000) expect(no?.code).toBe("amount_mismatch");
    life.commit(transitions);
    const { status, funding } = life.state;
    if (no || status !== "awaiting_funds" || funding?.railRef !== null) return;
    const railRef = `rail_${life.state.pastFundings.length + 1}`;
    if (!waits) life.deposit(railRef, 10_000);
    const report = waits ? awaitedFunding : { ...collectedFunding, bought: life.bought(10_000) };
    life.commit(recordFunding(life.state, { ...report, railRef }, life.now));
  };
}

/** More came under a collection, the present one or the oldest; the rail tells the total, and tells it twice. */
function deposit(moreCents: number, which: "present" | "oldest" = "present"): Step {
  return (life) => {
    const funding = fundingsOf(life.state).at(which === "present" ? -1 : 0);
    const railRef = funding?.railRef;
    if (!railRef || life.takenBack.has(railRef) || life.isGoneBack(railRef)) return;
    const totalCents = life.deposit(railRef, moreCents);
    const bought = life.bought(totalCents);
    const came = { ...total(totalCents, which === "present" ? undefined : railRef), bought };
    const tell = () => receiveFunding(life.state, came, life.now);
    life.commit(tell());
    expect(tell()).toEqual([]);
  };
}

function screen(verdict: string, address: string): Step {
  return (life) => {
    const answer = said[verdict] ?? verdicts.silent;
    const stage = address === buyer ? "refund" : "release";
    const input = { stage, address, round: escrowScreenRound(life.state), verdict: answer } as const;
    const transitions = recordEscrowScreen(life.state, input, life.facts, life.now);
    if (transitions.length > 0) life.said.set(address, { outcome: gate(answer), risk: answer.riskLevel, at: life.now });
    life.commit(transitions);
  };
}

function vote(approverRef: string, decision: "approve" | "reject"): Step {
  return (life) => {
    const before = life.approvals.get(approverRef);
    const input = { approverRef, decision, note: null };
    const agreed = life.decide(recordApproval(life.state, input, life.facts, life.now));
    if (agreed) life.approvals.set(approverRef, decision);
    if (agreed && before) expect(before).toBe(decision);
  };
}

function withdraw(approverRef: string): Step {
  return (life) => {
    if (life.decide(withdrawApproval(life.state, approverRef, life.facts, life.now)))
      life.approvals.delete(approverRef);
  };
}

function milestone(at: number, to: "completed" | "cancelled"): Step {
  return (life) => {
    const settle = to === "completed" ? completeMilestone : cancelMilestone;
    if (life.decide(settle(life.state, `mil_${at + 1}`, life.facts, life.now))) life.milestones[at] = to;
  };
}

const release: Step = (life) => life.commit(startRelease(life.state, life.facts, life.now).transitions);
const refund: Step = (life) =>
  void life.decide(startRefund(life.state, { reason: null, refundAddress: buyer }, life.now));
const expire: Step = (life) => {
  life.decide(expireEscrow(life.state, "asked for", life.now));
  life.commit(postponeExpiry(life.state, life.now));
};
const cancel: Step = (life) => {
  life.commit(recordCollectionCancellation(life.state, life.now));
};
const returned =
  (which: "present" | "oldest"): Step =>
  (life) => {
    const railRef = fundingsOf(life.state).at(which === "present" ? -1 : 0)?.railRef ?? "";
    if (!life.deposits.has(railRef)) return;
    const tell = () => recordFundingReturn(life.state, "R10", life.now, railRef);
    life.commit(tell());
    life.takenBack.add(railRef);
    expect(tell()).toEqual([]);
  };
/** Money that leaves outside the rail is on no list of its. */
function offPlatform(life: EscrowLife, amountCents: number): void {
  life.decide(returnUnappliedFunds(life.state, { amountCents, reference: "wire", by: "anna" }, life.now));
  life.sentBack.set(`wire ${life.state.sentBackCents}`, amountCents);
}

const send =
  (answer: Answer): Step =>
  (life) =>
    life.send(answer);

/** What leads on: enough of it for every depth to be reached. */
const onward: Readonly<Record<string, Step>> = {
  fund: fund(10_000, false),
  "screen the beneficiary": screen("pass", beneficiary),
  release,
  "pay out, proven": send("proof"),
  "anna approves": vote("anna", "approve"),
  "ben approves": vote("ben", "approve"),
  "first milestone done": milestone(0, "completed"),
  "second milestone done": milestone(1, "completed"),
};

/** Whatever else may happen, at any time. */
const anything: Readonly<Record<string, Step>> = {
  ...onward,
  ...Object.fromEntries(answers.map((answer) => [`pay out, ${answer}`, send(answer)])),
  "fund too little": fund(9_999, false),
  "fund by push": fund(10_000, true),
  "a part comes": deposit(4_000),
  "the rest comes": deposit(6_000),
  "screen: block": screen("block", beneficiary),
  "screen: silent": screen("silent", beneficiary),
  "screen: pending": screen("pending", beneficiary),
  "screen: risky": screen("risky", beneficiary),
  "screen: unrated": screen("unrated", beneficiary),
  "screen the buyer": screen("pass", buyer),
  "screen the buyer: block": screen("block", buyer),
  "anna rejects": vote("anna", "reject"),
  "carl rejects": vote("carl", "reject"),
  "anna withdraws": withdraw("anna"),
  "carl withdraws": withdraw("carl"),
  "first milestone cancelled": milestone(0, "cancelled"),
  "second milestone cancelled": milestone(1, "cancelled"),
  refund,
  expire,
  "the collection is given up": cancel,
  "the funding is returned": returned("present"),
  "the first funding is returned": returned("oldest"),
  "more comes under the first": deposit(5_000, "oldest"),
  "operators have it sent back": (life) =>
    life.commit(orderSendBack(life.state, { by: "anna", closes: false }, life.now)),
  "the rail sends it back": (life) => life.sendBack("sent"),
  "the rail takes the return": (life) => life.sendBack("taken"),
  "the rail refuses the return": (life) => life.sendBack("no"),
  "operators sent it back": (life) => {
    const amountCents = returnableOf(life.state);
    if (life.state.sendBack === null && amountCents > 0) offPlatform(life, amountCents);
  },
  "the rail proves it": (life) => life.call("proof"),
  "the rail refuses it": (life) => life.call("no"),
  "the rail is asked": (life) => life.ask(),
  "the order arrives": (life) => life.land(),
  "a machine waits": (life) => life.commit(awaitPayoutProof(life.state, life.now, life.now)),
  "the machine parks": (life) => life.commit(parkPayout(life.state, "no answer", life.now)),
  "the sweeper looks": (life) => life.commit(resumePayout(life.state, life.now)),
  "a dispute opens or closes": (life) => {
    life.dispute = !life.dispute;
  },
  "half a minute": (life) => life.tick(30),
  "five minutes": (life) => life.tick(300),
  "sixteen minutes": (life) => life.tick(960),
};

const story = fc.array(
  fc.oneof(
    { weight: 1, arbitrary: fc.constantFrom(...Object.keys(onward)) },
    { weight: 1, arbitrary: fc.constantFrom(...Object.keys(anything)) },
  ),
  { minLength: 8, maxLength: 40 },
);

const moneyStory = fc.array(
  fc.constantFrom(
    ...["fund by push", "a part comes", "the rest comes", "more comes under the first", "refund", "screen the buyer"],
    ...["the collection is given up", "the funding is returned", "the first funding is returned", "pay out, proven"],
    ...["operators have it sent back", "operators sent it back", "the rail sends it back", "the rail takes the return"],
    ...["the rail refuses the return", "the collection is given up", "fund by push", "expire"],
  ),
  { minLength: 8, maxLength: 40 },
);

const terms = fc.record({
  releaseRule: fc.constantFrom(...releaseRules),
  requiredApprovals: fc.integer({ min: 1, max: 2 }),
});

/** Takes the steps one a second, and looks at every moment. */
function lived(life: EscrowLife, steps: readonly string[]): void {
  for (const step of steps) {
    anything[step]?.(life);
    life.tick(1);
    life.check();
  }
}

describe("an escrow, whatever happens in whatever order", () => {
  test("pays at most once, by its rule and a fresh pass, and its books balance at every step", () => {
    const reached = new Map<string, number>();
    fc.assert(
      fc.property(terms, story, rates, (input, steps, rate) => {
        const milestones = [{ description: "build" }, { description: "ship" }];
        const life = new EscrowLife({ ...input, milestones }, rate);
        lived(life, steps);
        expect(escrow.parse(life.state)).toEqual(life.state);
        for (const [at, to] of life.path.entries()) {
          const from = life.path[at - 1] as EscrowStatus | undefined;
          if (from) expect(escrowMoves[from]).toContain(to);
        }
        for (const status of life.path) reached.set(status, (reached.get(status) ?? 0) + 1);
      }),
      { numRuns: heavyRuns },
    );
    // Not a single status is out of the stories' reach.
    for (const status of Object.keys(escrowMoves))
      if (status !== "created") expect(reached.get(status), status).toBeGreaterThan(heavyRuns / 100);
  });

  test("counts every deposit for itself, and sends back what came, however it comes", () => {
    const reached = new Map<string, number>();
    fc.assert(
      fc.property(moneyStory, rates, (steps, rate) => {
        const life = new EscrowLife({}, rate);
        lived(life, steps);
        for (const each of moneyReasons)
          if (life.reasons.some((reason) => reason.includes(each))) reached.set(each, (reached.get(each) ?? 0) + 1);
      }),
      { numRuns: 5_000 },
    );
    for (const each of moneyReasons) expect(reached.get(each), each).toBeGreaterThan(10);
  });

  test("is paid once when a repeated order arrives after its screen has turned", () => {
    const life = new EscrowLife({});
    lived(life, ["fund", "screen the beneficiary", "release", "five minutes"]);
    lived(life, ["pay out, lostLate", "screen: block", "the rail is asked"]);
    lived(life, ["screen the buyer", "refund", "pay out, proven", "the order arrives"]);
    expect([...life.payouts.keys()]).toEqual([`${life.state.id}:release:1`]);
    expect(life.late).toBeNull();
  });

  test("books all that is at the rail, where it is funded anew after late money", () => {
    lived(new EscrowLife({}), [
      "fund by push",
      "the collection is given up",
      "the rest comes",
      "the rest comes",
      "fund",
    ]);
  });
});
