import { describe, expect, test } from "vitest";
import { missingDocuments, openDocuments } from "../../../functions/domain/onboarding/documents.ts";
import {
  adjacentStep,
  currentStep,
  kybTasks,
  missingItems,
  missingSteps,
  openSteps,
} from "../../../functions/domain/onboarding/wizard.ts";
import {
  aFile,
  anInvitation,
  aPass,
  aPerson,
  someAnswers,
  underReview,
  whole,
} from "../../support/onboarding/kyb-samples.ts";

describe("before submission", () => {
  test("the wizard leads from step to step, and every step may be gone back to", () => {
    const begun = anInvitation();
    expect(currentStep(begun)).toBe("company");
    const { company } = someAnswers;
    expect(currentStep({ ...begun, answers: { ...begun.answers, company } })).toBe("addresses");
    expect(adjacentStep(begun, "people", -1)).toBe("addresses");
    expect(adjacentStep(begun, "company", -1)).toBeNull();
    expect(adjacentStep(begun, "consent", 1)).toBeNull();
    expect(openSteps(begun)).toHaveLength(7);
  });

  test("what is missing is named, and nothing once all is said and read through", () => {
    expect(missingSteps(whole())).toEqual([]);
    expect(currentStep(whole())).toBe("consent");
    const { answers } = whole();
    expect(missingSteps(whole({ files: [] }))).toEqual(["documents", "review"]);
    expect(missingSteps(whole({ answers: { ...answers, reviewedAt: null } }))).toEqual(["review"]);
    expect(missingSteps(whole({ walletScreen: { ...aPass, outcome: "pending" } }))).toEqual(["payout", "review"]);
    expect(missingItems(whole({ files: [] }))).toEqual(["documents", "review", "consent"]);
  });

  test("documents are asked for by what the business is, and by who has it in hand", () => {
    const { answers } = whole();
    const company = { ...answers.company, ...someAnswers.company, entityType: "sole_proprietor" as const };
    const people = [aPerson("kyp_1", 2499, true), aPerson("kyp_2", 2500, false), aPerson("kyp_3", 2499, false)];
    const named = missingDocuments({ answers: { ...answers, company, people }, files: [], partner: null });
    expect(named.map(({ kind, personId }) => `${kind} ${personId}`)).toEqual([
      ...["formation_document null", "proof_of_address null"],
      ...["identity_document kyp_1", "identity_document kyp_2"],
    ]);
  });
});

describe("under review", () => {
  test("nothing is open while the partner asks for nothing", () => {
    expect(openSteps(underReview([]))).toEqual([]);
    expect(currentStep(underReview([]))).toBeNull();
  });

  test("what the partner asks for opens its step alone, until it is brought", () => {
    const state = underReview(["tax_id"]);
    expect(openSteps(state)).toEqual(["company", "review", "consent"]);
    expect(missingSteps(state)).toEqual(["company", "review"]);
    expect(missingItems(state)).toEqual(["tax_id"]);
    const brought = underReview(["tax_id"], { saved: { company: 11 } });
    expect(kybTasks(brought)).toMatchObject([{ item: "tax_id", isBrought: true }]);
    expect(currentStep(brought)).toBe("consent");
  });

  test("a document that was there before is none that was brought for it", () => {
    const state = underReview(["formation_document"]);
    expect(kybTasks(state)).toMatchObject([{ step: "documents", isBrought: false }]);
    const file = { ...aFile("kyf_9", { kind: "formation_document", personId: null }), status: "provided" as const };
    const brought = underReview(["formation_document"], { files: [...state.files, { ...file, revision: 11 }] });
    expect(kybTasks(brought)).toMatchObject([{ isBrought: true }]);
  });

  test("of the documents only what is asked for may be brought again", () => {
    expect(openDocuments(whole())).toHaveLength(4);
    expect(openDocuments(underReview(["formation_document"]))).toEqual([
      { kind: "formation_document", personId: null },
    ]);
  });

  test("a page of the partner's own takes all that it asks for, and opens no step", () => {
    const pages = { identity: "https://partner.test/id", terms: "https://partner.test/terms" };
    const state = underReview(["terms", "identity_check", "formation_document"], {}, pages);
    expect(kybTasks(state)).toMatchObject([
      { step: null, page: "https://partner.test/terms" },
      { step: null, page: "https://partner.test/id" },
      { step: null, page: "https://partner.test/id" },
    ]);
    expect(openSteps(state)).toEqual([]);
  });

  test("an owner who is named for the partner may show who they are", () => {
    const people = [aPerson("kyp_1", 5000, true), aPerson("kyp_2", 3000, false)];
    const state = underReview(["ownership_structure"], { answers: { ...someAnswers, people } });
    expect(openSteps(state)).toEqual(["people", "documents", "review", "consent"]);
  });

  test("a deed that the partner wants of who trades in their own name may be brought", () => {
    const company = { ...someAnswers.company, entityType: "sole_proprietor" as const };
    const answers = { ...someAnswers, company, people: [aPerson("kyp_1", 5000, true)] };
    const { files } = whole();
    const without = files.filter(({ kind }) => kind !== "ownership_document");
    const state = underReview(["ownership_document"], { answers, files: without });
    expect(missingDocuments(state)).toEqual([{ kind: "ownership_document", personId: null }]);
  });
});
