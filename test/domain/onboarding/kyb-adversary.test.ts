import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { announceFile, noteFiles, removeFile } from "../../../functions/domain/onboarding/files.ts";
import { isWithPartner, type Kyb, type KybFile, kyb } from "../../../functions/domain/onboarding/kyb.ts";
import { expireKyb, letsIn, linkForLetter, resendKyb, revokeKyb } from "../../../functions/domain/onboarding/links.ts";
import {
  missPartner,
  type PartnerWord,
  recordPartnerNews,
  recordPartnerReport,
} from "../../../functions/domain/onboarding/partner.ts";
import { partnerItems } from "../../../functions/domain/onboarding/partner-status.ts";
import { removePerson, saveStep } from "../../../functions/domain/onboarding/save.ts";
import { submitKyb } from "../../../functions/domain/onboarding/submit.ts";
import { currentStep, kybTasks, openSteps } from "../../../functions/domain/onboarding/wizard.ts";
import { later, noon } from "../../support/core/samples.ts";
import { readyKyb, submittedKyb, word } from "../../support/onboarding/test-onboarding.ts";

const consent = {
  ...{ name: "Jane Owner", title: "CEO", termsVersion: "2026-11-01", at: noon },
  ...{ address: null, userAgent: null },
};

/** The state after transitions; what was refused, overtaken or incomplete leaves it as it is. */
function became(state: Kyb, reply: unknown): Kyb {
  const transitions = Array.isArray(reply) ? reply : [];
  return kyb.parse(transitions.at(-1)?.next ?? state);
}

interface World {
  state: Kyb;
  seconds: number;
  /** Every moment at which it was submitted. */
  submissions: string[];
  count: number;
}

type Act = (world: World, now: string) => unknown;

function posted({ state, count }: World, back: number) {
  return { revision: state.revision - back, mark: `mark_${count}` };
}

/** What was asked by a look that begins now. */
function inputOf({ submittedAt, partner }: Kyb) {
  return { submittedAt, lookAt: partner?.lookAt ?? null };
}

function hears(reply: PartnerWord, which: number): Act {
  return ({ state, submissions }, now) => {
    const submittedAt = submissions[submissions.length - 1 - which] ?? null;
    return recordPartnerReport(state, { word: reply, ...inputOf(state), submittedAt, tenantId: "ten_1" }, now);
  };
}

function brings(world: World, now: string): unknown {
  const file: KybFile = {
    ...{
      id: `kyf_new_${world.count}`,
      kind: "formation_document",
      personId: null,
      status: "pending",
      at: now,
      revision: 0,
    },
    ...{ contentType: "application/pdf", objectKey: "k", sizeBytes: null, sha256: null, problem: null },
  };
  const announced = became(world.state, announceFile(world.state, file, now));
  return noteFiles(announced, [{ fileId: file.id, objectKey: "k2", sizeBytes: 5, sha256: "cd".repeat(32) }], now);
}

const words = fc.record({
  standing: fc.constantFrom("waiting", "under_review", "approved", "rejected"),
  partnerCustomerId: fc.constantFrom(null, "cust_1", "cust_2"),
  missing: fc.uniqueArray(fc.constantFrom(...partnerItems), { maxLength: 3 }),
  pages: fc.constantFrom({ identity: null, terms: null }, { identity: "https://id.test/", terms: null }),
});

const acts: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ said: words, which: fc.nat(2) }).map(({ said: reply, which }) => hears(word(reply), which)),
  fc.nat(2).map(
    (back): Act =>
      (world, now) =>
        submitKyb(world.state, consent, posted(world, back), now),
  ),
  fc.constantFrom("company", "payout", "addresses", "review").chain((step) =>
    fc.nat(1).map(
      (back): Act =>
        (world, now) => {
          const answers = step === "review" ? { reviewedAt: now } : {};
          return saveStep(world.state, { step: step as "company", posted: posted(world, back), answers }, now);
        },
    ),
  ),
  fc.constant<Act>(brings),
  fc.nat(3).map(
    (nth): Act =>
      ({ state }, now) =>
        removeFile(state, state.files[nth]?.id ?? "", now),
  ),
  fc.constant<Act>((world, now) => removePerson(world.state, "kyp_1", posted(world, 0), now)),
  fc.constant<Act>(({ state }, now) => missPartner(state, inputOf(state), now)),
  fc.constant<Act>(({ state }, now) => recordPartnerNews(state, now)),
  fc.constant<Act>(({ state }, now) => revokeKyb(state, now)),
  fc.constant<Act>(({ state, count }, now) => resendKyb(state, `r${count}`, now)),
  fc.constant<Act>(({ state, count }, now) => linkForLetter(state, `l${count}`, now)),
  fc.constant<Act>(({ state }, now) => expireKyb(state, now)),
  fc.constantFrom(1, 3600, 604_801).map(
    (seconds): Act =>
      (world) => {
        world.seconds += seconds;
      },
  ),
);

/** What holds of an application whatever was done to it. */
function check(state: Kyb, before: Kyb): void {
  if (before.decidedAt !== null || before.status === "revoked") expect(state.status).toBe(before.status);
  if (before.status === "approved") expect(state.partnerCustomerId).toBe(before.partnerCustomerId);
  if (state.status === "approved") expect([state.tenantId, state.partnerCustomerId]).not.toContain(null);
  if (state.status !== "approved") expect(state.partnerCustomerId).toBeNull();
  expect(isWithPartner(state)).toBe((state.partner?.lookAt ?? null) !== null);
  expect(state.revision).toBeGreaterThanOrEqual(before.revision);
  expect(state.links.length).toBeLessThanOrEqual(5);
  if (state.status === "revoked" || state.status === "expired") expect(state.links).toEqual([]);
  const isSaved = JSON.stringify(state.answers) !== JSON.stringify(before.answers);
  if (isSaved) expect(openSteps(before)).not.toEqual([]);
  // What was submitted is there for as long as it may be looked into.
  const submitted = before.saved.consent ?? 0;
  const stored = before.files.filter(({ revision }) => revision > 0 && revision <= submitted);
  for (const file of stored) expect(state.files.map(({ id }) => id)).toContain(file.id);
  for (const { page, step } of kybTasks(state)) if (page !== null) expect(step).toBeNull();
}

test("no run of submissions, answers, links and clocks takes an application where it must not be", () => {
  fc.assert(
    fc.property(fc.array(acts, { maxLength: 40 }), fc.boolean(), (run, isSubmitted) => {
      const state = isSubmitted ? submittedKyb() : readyKyb();
      const world: World = { state, seconds: 0, submissions: isSubmitted ? [noon] : [], count: 0 };
      for (const act of run) {
        world.count += 1;
        world.seconds += 1;
        const before = world.state;
        world.state = became(before, act(world, later(world.seconds)));
        check(world.state, before);
        const { submittedAt } = world.state;
        if (submittedAt !== null && submittedAt !== world.submissions.at(-1)) world.submissions.push(submittedAt);
      }
    }),
    { numRuns: 2000 },
  );
});

describe("a submission", () => {
  const now = later(604_800);

  test("and the end of its link at one moment: whichever is first, the other changes nothing", () => {
    const ready = readyKyb();
    const done = became(ready, submitKyb(ready, consent, { revision: 8, mark: "m" }, now));
    expect(done.status).toBe("submitted");
    expect(expireKyb(done, now)).toEqual([]);
    const over = became(ready, expireKyb(ready, now));
    expect(over.status).toBe("expired");
    expect(submitKyb(over, consent, { revision: 8, mark: "m" }, now)).toMatchObject({ code: "illegal_kyb_transition" });
  });

  test("that was ended by its link keeps what was said for the next one", () => {
    const over = became(readyKyb(), expireKyb(readyKyb(), now));
    const again = became(over, resendKyb(over, "ff", now));
    expect(again).toMatchObject({ status: "started", answers: readyKyb().answers });
    expect(became(again, submitKyb(again, consent, { revision: 8, mark: "m" }, now)).status).toBe("submitted");
  });

  test("closes every step: a form of another tab that comes after it is refused", () => {
    const state = submittedKyb();
    for (const step of ["company", "addresses", "people", "payout", "review"] as const)
      expect(saveStep(state, { step, posted: { revision: 9, mark: "m" }, answers: {} }, now)).toMatchObject({
        code: "illegal_kyb_transition",
      });
    expect(currentStep(state)).toBeNull();
  });

  test("is not made twice by two tabs with different forms", () => {
    const ready = readyKyb();
    const once = became(ready, submitKyb(ready, consent, { revision: 8, mark: "one" }, noon));
    expect(submitKyb(once, consent, { revision: 8, mark: "one" }, noon)).toEqual([]);
    expect(submitKyb(once, consent, { revision: 8, mark: "two" }, noon)).toMatchObject({
      code: "illegal_kyb_transition",
    });
  });
});

describe("what the partner asks for", () => {
  const input = (pages = { identity: null as string | null, terms: null as string | null }) => {
    const state = submittedKyb();
    const reply = word({ missing: ["terms", "formation_document", "other"], pages });
    return became(state, recordPartnerReport(state, { word: reply, ...inputOf(state), tenantId: null }, later(60)));
  };

  test("is brought in the wizard where the partner has no page of its own", () => {
    expect(kybTasks(input()).map(({ item, step }) => [item, step])).toEqual([
      ["terms", null],
      ["formation_document", "documents"],
      ["other", null],
    ]);
  });

  test("is brought on its page where it has one: what is brought to us it would never see", () => {
    const state = input({ identity: "https://id.test/", terms: "https://terms.test/" });
    expect(kybTasks(state).map(({ item, step, page }) => [item, step, page])).toEqual([
      ["terms", null, "https://terms.test/"],
      ["formation_document", null, "https://id.test/"],
      ["other", null, "https://id.test/"],
    ]);
    expect(openSteps(state)).toEqual([]);
  });

  test("of who is in control takes nobody's papers away that were submitted with them", () => {
    const reply = word({ missing: ["control_person"] });
    const state = became(
      submittedKyb(),
      recordPartnerReport(submittedKyb(), { word: reply, ...inputOf(submittedKyb()), tenantId: null }, later(60)),
    );
    const after = became(state, removePerson(state, "kyp_1", { revision: 9, mark: null }, later(90)));
    expect(after.answers.people).toEqual([]);
    expect(after.files.map(({ id }) => id)).toEqual(state.files.map(({ id }) => id));
  });

  test("is not brought by a file that was there before it was asked for", () => {
    expect(kybTasks(input()).find(({ item }) => item === "formation_document")?.isBrought).toBe(false);
  });
});

describe("links", () => {
  test("of letters that were sent again and again do not end the operator's", () => {
    let state = readyKyb();
    const own = state.links[0]?.sha256 ?? expect.fail();
    for (let nth = 0; nth < 12; nth++) state = became(state, linkForLetter(state, `l${nth}`, later(nth)));
    expect(letsIn(state, own, later(60))).toBe(true);
  });

  test("of an application that the partner has are ended by a new one alone: it cannot be taken back", () => {
    const state = submittedKyb();
    expect(revokeKyb(state, later(1))).toMatchObject({ code: "illegal_kyb_transition" });
    const again = became(state, resendKyb(state, "ff", later(1)));
    expect(again).toMatchObject({ status: "submitted", links: [{ sha256: "ff" }] });
    expect(again.partner).toEqual(state.partner);
  });
});
