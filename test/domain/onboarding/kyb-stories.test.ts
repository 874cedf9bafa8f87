import fc from "fast-check";
import { expect, test } from "vitest";
import { Refusal } from "../../../functions/domain/core/refusal.ts";
import { addSeconds, type Instant } from "../../../functions/domain/core/time.ts";
import type { KybAnswers } from "../../../functions/domain/onboarding/answers.ts";
import { requestedDocuments } from "../../../functions/domain/onboarding/documents.ts";
import { documentKinds } from "../../../functions/domain/onboarding/enums.ts";
import { announceFile, noteFiles, removeFile } from "../../../functions/domain/onboarding/files.ts";
import {
  type Kyb,
  type KybStep,
  type KybTransitions,
  kyb,
  kybMoves,
  kybStatuses,
} from "../../../functions/domain/onboarding/kyb.ts";
import { expireKyb, letsIn, linkForLetter, resendKyb, revokeKyb } from "../../../functions/domain/onboarding/links.ts";
import { missPartner, recordPartnerReport } from "../../../functions/domain/onboarding/partner.ts";
import { partnerItems, partnerStandings } from "../../../functions/domain/onboarding/partner-status.ts";
import { noteScreen, removePerson, saveStep } from "../../../functions/domain/onboarding/save.ts";
import { submitKyb } from "../../../functions/domain/onboarding/submit.ts";
import {
  currentStep,
  isComplete,
  kybTasks,
  missingSteps,
  openSteps,
} from "../../../functions/domain/onboarding/wizard.ts";
import { noon } from "../../support/core/samples.ts";
import { aFile, anInvitation, aPass, aPerson, private_, someAnswers } from "../../support/onboarding/kyb-samples.ts";

type Step = (state: Kyb, now: Instant, nth: number) => KybTransitions | object | null;

/** A form of the tab that shows the newest revision, or of one that was left open. */
const posted = (state: Kyb, behind: number) => ({ revision: state.revision - behind, mark: null });
const behind = fc.constantFrom(0, 0, 0, 0, 0, 1, 3, -1);

const saves: Readonly<Partial<Record<KybStep, Partial<KybAnswers>>>> = {
  company: { company: someAnswers.company },
  addresses: { addresses: someAnswers.addresses },
  people: { owners: "listed" },
  payout: { payout: someAnswers.payout },
};

const saved = fc.tuple(fc.constantFrom<KybStep>("company", "addresses", "people", "payout"), behind).map<Step>(
  ([step, late]) =>
    (state, now) =>
      saveStep(
        state,
        { step, posted: posted(state, late), answers: saves[step] ?? {} },
        now,
        step === "payout" ? aPass : undefined,
      ),
);

const listed = fc
  .tuple(fc.constantFrom("kyp_1", "kyp_2"), fc.constantFrom(0, 2500, 5000), fc.boolean(), behind)
  .map<Step>(([id, bps, inControl, late]) => (state, now) => {
    const people = [...state.answers.people.filter((each) => each.id !== id), aPerson(id, bps, inControl)];
    return saveStep(state, { step: "people", posted: posted(state, late), answers: { people, owners: null } }, now);
  });

/** Whoever means to finish: the step that is next is saved as it should be, or what is asked for is brought. */
const onwards: Step = (state, now, nth) => {
  const step = currentStep(state);
  if (step === "review") return saveStep(state, { step, posted: posted(state, 0), answers: { reviewedAt: now } }, now);
  if (step === "consent") return submit(state, now);
  if (step === "documents") return broughtAll(state, now, nth);
  const { people, owners } = someAnswers;
  const answers = step === "people" ? { people, owners } : step && saves[step];
  return step && answers
    ? saveStep(state, { step, posted: posted(state, 0), answers }, now, step === "payout" ? aPass : undefined)
    : null;
};

function submit(state: Kyb, now: Instant) {
  const consent = {
    name: private_,
    title: private_,
    termsVersion: "1",
    at: now,
    address: private_,
    userAgent: private_,
  };
  return submitKyb(state, consent, posted(state, 0), now);
}

/** Announces one more of each document that is missing, or notes that those announced have come. */
function broughtAll(state: Kyb, now: Instant, nth: number): KybTransitions | Refusal {
  const pending = state.files.filter(({ status }) => status === "pending");
  if (pending.length > 0)
    return noteFiles(
      state,
      pending.map(({ id: fileId, objectKey }) => ({ fileId, objectKey, sizeBytes: 1, sha256: "ab" })),
      now,
    );
  const input = requestedDocuments(state);
  const lacking =
    input.find(
      ({ kind, personId }) =>
        !state.files.some((file) => file.kind === kind && file.personId === personId && file.status === "provided"),
    ) ?? input.find(({ kind }) => kybTasks(state).some(({ item }) => item === kind));
  return lacking ? announceFile(state, aFile(`kyf_${nth}`, lacking, now), now) : [];
}

const announces = fc
  .constantFrom(...documentKinds)
  .map<Step>(
    (kind) => (state, now, nth) => announceFile(state, aFile(`kyf_${nth}`, { kind, personId: null }, now), now),
  );

const rejects: Step = (state, now) =>
  noteFiles(
    state,
    state.files.map(({ id: fileId }) => ({ fileId, problem: "no PDF" })),
    now,
  );

const word = fc.record({
  ref: fc.constant("link_1"),
  partnerCustomerId: fc.constantFrom("cust_1", "cust_1", null),
  standing: fc.constantFrom(...partnerStandings),
  missing: fc.subarray([...partnerItems], { maxLength: 2 }),
  reasons: fc.constant(["no"]),
  pages: fc.constant({ identity: null, terms: null }),
});

function inputOf({ submittedAt, partner }: Kyb) {
  return { submittedAt, lookAt: partner?.lookAt ?? null };
}

const hears = fc.tuple(word, fc.boolean()).map<Step>(
  ([reply, isLate]) =>
    (state, now) =>
      recordPartnerReport(
        state,
        { word: reply, ...inputOf(state), ...(isLate && { submittedAt: noon }), tenantId: "ten_1" },
        now,
      ),
);

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 70, arbitrary: fc.constant(onwards) },
  { weight: 15, arbitrary: saved },
  { weight: 5, arbitrary: listed },
  { weight: 10, arbitrary: announces },
  { weight: 5, arbitrary: fc.constant(rejects) },
  { weight: 15, arbitrary: hears },
  {
    weight: 10,
    arbitrary: fc.constantFrom<Step>(
      (state, now) => removeFile(state, state.files[0]?.id ?? "", now),
      (state, now) => removePerson(state, "kyp_2", posted(state, 0), now),
      (state, now) => noteScreen(state, { ...aPass, outcome: "declined" }, now),
      (state, now) => missPartner(state, inputOf(state), now),
      (state, now) => submit(state, now),
      (state, now, nth) => linkForLetter(state, `letter${nth}`, now),
      (state, now, nth) => resendKyb(state, `again${nth}`, now),
      expireKyb,
    ),
  },
  { weight: 1, arbitrary: fc.constant<Step>(revokeKyb) },
);

const pause = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(0, 60, 3600) },
  { weight: 1, arbitrary: fc.constant(4 * 86_400) },
);

const story = fc.array(fc.tuple(step, pause), { maxLength: 60, size: "max" });

function checkTransition(before: Kyb, transition: KybTransitions[number], now: Instant): void {
  const { next, from, to } = transition;
  expect(from).toBe(before.status);
  if (to !== from) expect(kybMoves[before.status]).toContain(to);
  expect(next.revision).toBeGreaterThanOrEqual(before.revision);
  const { next: _, ...response } = transition;
  expect(JSON.stringify(response)).not.toContain(private_);
  // What the partner was shown stays, but where it asks for something.
  if (openSteps(before).length === 0) expect(next.answers).toEqual(before.answers);
  const shown = before.files.filter((each) => each.revision > 0 && each.revision <= (before.saved.consent ?? 0));
  for (const each of shown.filter(({ personId }) => personId === null)) expect(next.files).toContainEqual(each);
  if (to === "submitted" && from !== to) {
    expect(missingSteps(before)).toEqual([]);
    expect(transition.follows).toEqual([{ kind: "ask_partner", kybId: before.id }]);
    expect(next.consents).toHaveLength(Math.min(before.consents.length + 1, 20));
  }
  expect(next.links.length).toBeLessThanOrEqual(5);
  if (to === "revoked" || to === "expired")
    expect(before.links.some(({ sha256 }) => letsIn(next, sha256, now))).toBe(false);
  kyb.parse(next);
}

function checkState(state: Kyb): void {
  const { status, consents, submittedAt, decidedAt, partnerCustomerId, tenantId, partner } = state;
  const isDecided = status === "approved" || status === "rejected";
  expect(decidedAt !== null).toBe(isDecided);
  if (isDecided || status === "submitted" || status === "under_review") {
    expect(consents.length).toBeGreaterThan(0);
    expect(submittedAt).not.toBeNull();
    expect(state.answers.payout).not.toBeNull();
    expect(state.walletScreen?.outcome).toBe("pass");
  }
  expect(partnerCustomerId !== null).toBe(status === "approved");
  if (status === "approved") expect(tenantId).toBe("ten_1");
  if (isDecided) expect(partner?.lookAt).toBeNull();
  if (status === "submitted" || status === "under_review") expect(partner?.lookAt).not.toBeNull();
  const current = currentStep(state);
  if (current !== null) expect(isComplete(state, current)).toBe(false);
  // Nobody is asked for what they cannot bring.
  if (openSteps(state).length > 0) expect(openSteps(state)).toEqual(expect.arrayContaining(missingSteps(state)));
}

test("whatever applicants, tabs, operators and the partner do, an application stays within its graph and is never approved without consent to all that it was decided on", () => {
  const reached = new Set<string>();
  fc.assert(
    fc.property(story, (steps) => {
      let state = anInvitation();
      let now = noon;
      steps.forEach(([act, seconds], nth) => {
        now = addSeconds(now, seconds);
        const transitions = act(state, now, nth);
        if (transitions instanceof Refusal || !Array.isArray(transitions)) return;
        for (const transition of transitions as KybTransitions) {
          checkTransition(state, transition, now);
          state = transition.next;
          checkState(state);
        }
        reached.add(state.status);
      });
    }),
    { numRuns: 2000 },
  );
  expect([...reached].sort()).toEqual([...kybStatuses].sort());
});
