import { describe, expect, test } from "vitest";
import type { Kyb, KybFile } from "../../../functions/domain/onboarding/kyb.ts";
import {
  formProblem,
  noteScreen,
  removePerson,
  saveStep,
  withPerson,
} from "../../../functions/domain/onboarding/save.ts";
import { viewOfKyb } from "../../../functions/domain/onboarding/view.ts";
import {
  adjacentStep,
  isComplete,
  kybTasks,
  missingItems,
  mustAnswerAnew,
  openSteps,
} from "../../../functions/domain/onboarding/wizard.ts";
import { later, noon } from "../../support/core/samples.ts";
import {
  aFile,
  anInvitation,
  aPass,
  aPerson,
  becomes,
  someAnswers,
  underReview,
  whole,
} from "../../support/onboarding/kyb-samples.ts";

const at = (revision: number, mark: string | null = null) => ({ revision, mark });
const illegal = (message: string) => ({ code: "illegal_kyb_transition", message });
const closed = { ...whole(), status: "submitted" as const };
const deed = { kind: "formation_document", personId: null } as const;

describe("a step that is saved", () => {
  test("begins the application, is one revision further, and is to be read through anew", () => {
    const first = { ...anInvitation(), answers: { ...anInvitation().answers, reviewedAt: noon } };
    const { company } = someAnswers;
    expect(saveStep(first, { step: "company", posted: at(1, "m"), answers: { company } }, later(5))).toEqual(
      becomes(
        first,
        {
          ...{ status: "started", revision: 2, saved: { company: 2 }, lastForm: "m" },
          answers: { ...first.answers, company, reviewedAt: null },
        },
        later(5),
        { reason: "company saved" },
      ),
    );
  });

  test("with a wallet that has passed keeps its screen, and counts it", () => {
    const state = whole();
    const screen = { ...aPass, ref: "scr_2" };
    const [saved] = saveStep(state, { step: "payout", posted: at(9), answers: {} }, noon, screen) as never as {
      next: Kyb;
    }[];
    expect(saved?.next).toMatchObject({ status: "started", walletScreen: screen, screens: 1, saved: { payout: 10 } });
    const [plain] = saveStep(state, { step: "payout", posted: at(9), answers: {} }, noon) as never as { next: Kyb }[];
    expect(plain?.next).toMatchObject({ walletScreen: aPass, screens: 0, lastForm: null });
  });

  test("is not saved twice, nor where its step is closed or was saved since the form was shown", () => {
    const state = { ...whole(), lastForm: "m" };
    const save = (step: "company" | "review", posted: { revision: number; mark: string | null }, of: Kyb = state) =>
      saveStep(of, { step, posted, answers: {} }, noon);
    expect(save("company", at(9, "m"))).toEqual([]);
    expect(save("company", at(9), closed)).toMatchObject(
      illegal("an application cannot go from submitted to started: company is not open"),
    );
    expect(save("company", at(1))).toEqual({ stale: ["company"] });
    expect(save("review", at(1))).toEqual({ stale: ["company", "review"] });
    expect(save("review", at(8))).toEqual({ stale: ["review"] });
  });

  test("may be saved by a form that is as new as the step, and by none from the future", () => {
    const state = whole();
    expect(formProblem({ ...state, lastForm: null }, "company", at(2))).toBeUndefined();
    expect(formProblem(state, "addresses", at(1))).toBeUndefined();
    expect(formProblem(state, "consent", at(9))).toBeUndefined();
    expect(formProblem(state, "consent", at(1))).toEqual({ stale: ["company", "review"] });
    expect(formProblem(state, "company", at(9))).toBeUndefined();
    expect(formProblem(state, "company", at(10))).toEqual({ stale: [] });
    expect(formProblem(state, "company", at(Number.NaN))).toEqual({ stale: ["company"] });
  });
});

describe("a person of the list", () => {
  const [one, two] = [aPerson("kyp_1", 5000, true), aPerson("kyp_2", 3000, false)];

  test("takes the place of who has the id, else comes last", () => {
    const changed = { ...one, title: "Chair" };
    expect(withPerson([one, two], changed)).toEqual([changed, two]);
    expect(withPerson([two], one)).toEqual([two, one]);
  });

  test("who is taken off takes along what was brought of theirs and not submitted", () => {
    const identity = (id: string, personId: string, revision: number): KybFile => ({
      ...aFile(id, { kind: "identity_document", personId }),
      revision,
    });
    const files = [identity("a", "kyp_1", 3), identity("b", "kyp_2", 3), identity("c", "kyp_2", 7)];
    const state = { ...whole({ files }), answers: { ...someAnswers, people: [one, two] }, saved: { consent: 3 } };
    const answers = { ...state.answers, people: [one], owners: null, reviewedAt: null };
    expect(removePerson(state, "kyp_2", at(9), later(5))).toEqual(
      becomes(state, { answers, files: files.slice(0, 2), revision: 10, saved: { consent: 3, people: 10 } }, later(5), {
        reason: "kyp_2 taken off the list",
      }),
    );
    expect(removePerson(state, "kyp_3", at(9), noon)).toEqual([]);
    expect(removePerson({ ...state, status: "submitted" }, "kyp_2", at(9), noon)).toMatchObject({
      code: "illegal_kyb_transition",
    });
    expect(removePerson({ ...state, saved: { people: 9 } }, "kyp_2", at(8), noon)).toEqual({ stale: ["people"] });
  });
});

test("a wallet's screen that was not saved is counted, and on the trail with its reference", () => {
  const state = whole();
  const note = (ref: string | null) => noteScreen(state, { ...aPass, outcome: "declined", ref }, later(5));
  const reason = "a wallet was screened: declined, reference scr_9";
  expect(note("scr_9")).toEqual(becomes(state, { screens: 1 }, later(5), { reason }));
  expect(note(null)).toMatchObject([{ reason: "a wallet was screened: declined" }]);
});

describe("a task of the partner's", () => {
  test("is brought by what was saved, or has come, after it was asked for, and not with it", () => {
    const brought = (change: Partial<Kyb>, item: "tax_id" | "formation_document" = "tax_id") =>
      kybTasks(underReview([item], change)).map(({ isBrought }) => isBrought);
    expect([brought({}), brought({ saved: { company: 10 } }), brought({ saved: { company: 11 } })]).toEqual([
      ...[[false], [false], [true]],
    ]);
    const file = { ...aFile("kyf_9", deed), status: "provided" as const };
    const files = (change: Partial<KybFile>) =>
      brought({ files: [{ ...file, revision: 11, ...change }] }, "formation_document");
    expect([files({}), files({ revision: 10 }), files({ status: "rejected" })]).toEqual([[true], [false], [false]]);
    expect(files({ kind: "proof_of_address" })).toEqual([false]);
    const state = underReview(["tax_id", "identity_check"]);
    expect(kybTasks({ ...state, partner: { ...state.partner, asked: {} } as never, saved: { company: 99 } })).toEqual([
      { item: "tax_id", step: "company", page: null, isBrought: false },
      { item: "identity_check", step: null, page: null, isBrought: false },
    ]);
  });

  test("is to be answered anew until it is brought, and is none but under review", () => {
    const state = underReview(["tax_id"]);
    expect([mustAnswerAnew(state, "tax_id"), mustAnswerAnew(state, "industry")]).toEqual([true, false]);
    expect(mustAnswerAnew({ ...state, saved: { company: 11 } }, "tax_id")).toBe(false);
    for (const other of [
      { ...state, status: "submitted" as const },
      { ...state, partner: null },
    ]) {
      expect([kybTasks(other), openSteps(other)]).toEqual([[], []]);
      expect(missingItems(other)).toEqual([]);
    }
    expect(missingItems({ ...state, status: "expired" })).toEqual(["consent"]);
    expect(missingItems({ ...state, status: "approved" })).toEqual([]);
  });

  test("opens the step where each thing is brought", () => {
    const steps = (
      [
        "tax_id",
        "industry",
        "address_of_operation",
        "control_person",
        "proof_of_address",
        "identity_check",
        "other",
      ] as const
    ).map((item) => openSteps(underReview([item]))[0] ?? null);
    expect(steps).toEqual(["company", "company", "addresses", "people", "documents", null, null]);
  });
});

describe("an application's steps", () => {
  test("are complete with all that each needs", () => {
    const done = (step: Parameters<typeof isComplete>[1], change: Partial<Kyb> = {}) => isComplete(whole(change), step);
    const without = (name: string, value: unknown = null) => ({ answers: { ...someAnswers, [name]: value } });
    const steps = ["company", "addresses", "people", "documents", "payout", "review"] as const;
    expect(steps.filter((step) => !done(step))).toEqual([]);
    expect([done("company", without("company")), done("documents", without("company"))]).toEqual([false, false]);
    expect([done("addresses", without("addresses")), done("people", without("owners"))]).toEqual([false, false]);
    expect([done("payout", without("payout")), done("payout", { walletScreen: null })]).toEqual([false, false]);
    expect([done("review", without("payout")), done("consent")]).toEqual([false, false]);
    const consents = [{ name: "a", title: "b", termsVersion: "1", at: noon, address: null, userAgent: null }];
    expect([done("consent", { consents }), done("consent", { consents, status: "submitted" })]).toEqual([false, true]);
    expect(done("consent", { status: "submitted" })).toBe(false);
  });

  test("lead back and on among those that are open", () => {
    const state = underReview(["tax_id"]);
    expect(adjacentStep(state, "company", 1)).toBe("review");
    expect([adjacentStep(state, "addresses", 1), adjacentStep(state, "addresses", -1)]).toEqual([null, null]);
    expect(adjacentStep(state, "review", -1)).toBe("company");
  });

  test("are what an operator sees, with the reasons of a rejection", () => {
    const state = {
      ...underReview(["tax_id"]),
      partner: { ...underReview(["tax_id"]).partner, reasons: ["no"] } as never,
    };
    expect(viewOfKyb(state)).toEqual({
      ...{ id: "kyb_1", legalName: "Acme", contactEmail: "ada@acme.example", locale: "en", tenantId: null },
      ...{ status: "under_review", expiresAt: later(604_800), partnerCustomerId: null, missing: ["tax_id"] },
      ...{ stepsDone: ["addresses", "people", "documents", "payout"], rejectionReasons: [] },
      ...{ submittedAt: noon, decidedAt: null, createdAt: noon, updatedAt: noon },
    });
    expect(viewOfKyb({ ...state, status: "rejected" })).toMatchObject({ rejectionReasons: ["no"], missing: [] });
    expect(viewOfKyb({ ...state, status: "rejected", partner: null }).rejectionReasons).toEqual([]);
  });
});
