import fc from "fast-check";
import { expect, test } from "vitest";
import { Refusal } from "../../../functions/domain/core/refusal.ts";
import { addDays, addSeconds } from "../../../functions/domain/core/time.ts";
import {
  type CaseTransitions,
  caseMoves,
  caseStatuses,
  type DisputeCase,
  disputeCase,
  disputeStages,
  type Evidence,
} from "../../../functions/domain/disputes/case.ts";
import { attachEvidence, noteArrivals } from "../../../functions/domain/disputes/case-evidence.ts";
import { notePacket, orderPacket } from "../../../functions/domain/disputes/case-packet.ts";
import { isLate } from "../../../functions/domain/disputes/deadline.ts";
import { submitCase } from "../../../functions/domain/disputes/submit-case.ts";
import {
  acceptCase,
  escalateCase,
  expireCase,
  gatherCase,
  recordOutcome,
  withdrawCase,
} from "../../../functions/domain/disputes/transitions.ts";
import { heavyRuns } from "../../support/core/heavy-runs.ts";
import { noon } from "../../support/core/samples.ts";
import { aCase, aFilePiece, aPiece, fullEvidence } from "../../support/disputes/case-samples.ts";

type Step = (state: DisputeCase, now: string) => CaseTransitions | Refusal;

const outcome = fc.record({
  result: fc.constantFrom("won" as const, "lost" as const),
  networkRef: fc.constant(null),
  decidedAt: fc.constant(null),
  recoveredCents: fc.option(fc.integer({ min: 0, max: 6000 })),
});

/** What comes of the first file that is awaited. */
function arrival(good: boolean): Step {
  return (state, now) => {
    const found = state.evidence.find(({ status }) => status === "pending");
    const evidenceId = found?.id ?? "evd_none";
    const file = { evidenceId, objectKey: "kept", sizeBytes: 7, sha256: "seen" };
    return noteArrivals(state, [good ? file : { evidenceId, problem: "it is no PDF" }], now);
  };
}

const receipt: Step = (state, now) => attachEvidence(state, aPiece("receipt"), now);
const announce: Step = (state, now) => attachEvidence(state, aFilePiece("uncategorized_file"), now);
const submit: Step = (state, now) => submitCase(state, { narrative: "so it was" }, now);

/** Something that is still missing. */
const provide: Step = (state, now) => {
  const has = (type: string) => state.evidence.some((each) => each.type === type);
  const [next] = fullEvidence(state).filter(({ type }) => !has(type));
  return attachEvidence(state, next ?? aPiece("receipt"), now);
};

const packetMade: Step = (state, now) => {
  const revision = state.packet?.revision ?? 1;
  return notePacket(state, { revision, objectKey: "p", sha256: "h", sizeBytes: 1, pages: 1 }, now);
};

const decided = outcome.map<Step>((input) => (state, now) => recordOutcome(state, input, now));
const onwards = fc
  .constantFrom(...disputeStages)
  .map<Step>((stage) => (state, now) => escalateCase(state, { stage }, now));

// What leads on is likelier than what ends a story.
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Step>(gatherCase) },
  { weight: 10, arbitrary: fc.constant(provide) },
  { weight: 5, arbitrary: fc.constant(submit) },
  { weight: 3, arbitrary: decided },
  { weight: 3, arbitrary: onwards },
  { weight: 2, arbitrary: fc.boolean().map(arrival) },
  { weight: 5, arbitrary: fc.constantFrom(announce, receipt, orderPacket, packetMade) },
  { weight: 1, arbitrary: fc.constantFrom<Step>(acceptCase, withdrawCase, expireCase) },
);

const pause = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom(60, 3600, 86_400) },
  { weight: 1, arbitrary: fc.constant(20 * 86_400) },
);

const story = fc.array(fc.tuple(step, pause), { maxLength: 40, size: "max" });

/** What can never change once it has been shown to the network. */
function submittedOnes({ evidence }: DisputeCase): Evidence[] {
  return evidence.filter(({ submittedAt }) => submittedAt !== null);
}

function checkTransition(before: DisputeCase, transition: CaseTransitions[number]): void {
  const { next, from, to, events = [], follows = [] } = transition;
  expect(from).toBe(before.status);
  if (to !== from) expect(caseMoves[before.status]).toContain(to);
  const isMove = to !== from || next.stage !== before.stage;
  expect(events.map(({ name }) => name)).toEqual(isMove ? ["case.status_changed"] : []);
  expect(next.evidence.slice(0, before.evidence.length).map(({ id }) => id)).toEqual(
    before.evidence.map(({ id }) => id),
  );
  const stored = new Map(next.evidence.map((each) => [each.id, each]));
  for (const each of submittedOnes(before)) expect(stored.get(each.id)).toEqual(each);
  expect(next.revision).toBeGreaterThanOrEqual(before.revision);
  const shown = (state: DisputeCase) => state.evidence.filter(({ status }) => status === "provided").length;
  if (shown(next) !== shown(before)) expect(next.revision).toBeGreaterThan(before.revision);
  expect(disputeStages.indexOf(next.stage)).toBeGreaterThanOrEqual(disputeStages.indexOf(before.stage));
  expect(follows.filter(({ kind }) => kind === "build_packet").length).toBe(
    next.packet?.status === "building" && next.packet !== before.packet ? 1 : 0,
  );
  disputeCase.parse(next);
}

function checkState(state: DisputeCase): void {
  const { status, outcome: response, submittedAt } = state;
  expect(response !== null).toBe(status === "won" || status === "lost");
  if (status === "submitted" || response !== null) expect(submittedAt).not.toBeNull();
  if (response) expect(response.recoveredCents).toBeLessThanOrEqual(response.result === "won" ? state.amountCents : 0);
  if (status !== "open" && status !== "gathering" && submittedAt !== null)
    expect(state.evidence.some((each) => each.status === "pending")).toBe(false);
  expect(state.internalDueBy <= state.networkDueBy).toBe(true);
}

test("thousands of stories stay on the graph, count once and never change what was submitted", () => {
  const reached = new Set<string>();
  fc.assert(
    fc.property(story, fc.constantFrom("inquiry" as const, "chargeback" as const), (steps, stage) => {
      let state = aCase({ stage, networkDueBy: addDays(noon, 30) });
      let now = noon;
      let counted = state.countedAt === null ? 0 : 1;
      for (const [take, seconds] of steps) {
        now = addSeconds(now, seconds);
        const reply = take(state, now);
        if (reply instanceof Refusal) continue;
        for (const transition of reply) {
          if (transition.to === "submitted" && transition.from !== "submitted") expect(isLate(state, now)).toBe(false);
          counted += (transition.follows ?? []).filter(({ kind }) => kind === "count").length;
          checkTransition(state, transition);
          state = transition.next;
          checkState(state);
          reached.add(`${state.stage} ${state.status}`);
        }
      }
      expect(counted).toBeLessThanOrEqual(1);
    }),
    { numRuns: heavyRuns },
  );
  for (const status of caseStatuses)
    expect(
      [...reached].some((each) => each.endsWith(status)),
      status,
    ).toBe(true);
  expect(reached).toContain("arbitration open");
});
