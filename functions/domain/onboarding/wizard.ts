import { missingDocuments } from "./documents.ts";
import { type Kyb, type KybStep, kybSteps } from "./kyb.ts";
import type { PartnerItem } from "./partner-status.ts";
import { peopleProblem } from "./people.ts";

/** The steps that take answers; the other two read them through and agree to them. */
export const answerSteps = ["company", "addresses", "people", "documents", "payout"] as const;
export type AnswerStep = (typeof answerSteps)[number];

/** Where an applicant brings what the partner asks for; null for a page of the partner's own, and for what people have to settle. */
const stepOf: Readonly<Record<PartnerItem, AnswerStep | null>> = {
  terms: null,
  identity_check: null,
  formation_document: "documents",
  ownership_document: "documents",
  proof_of_address: "documents",
  tax_id: "company",
  control_person: "people",
  ownership_structure: "people",
  address_of_operation: "addresses",
  industry: "company",
  other: null,
};

export interface KybTask {
  readonly item: PartnerItem;
  /** Where in the wizard it is brought. */
  readonly step: AnswerStep | null;
  /** A page of the partner's own where it is done. */
  readonly page: string | null;
  /** Whether it has been brought since it was asked for, and waits to be submitted. */
  readonly isBrought: boolean;
}

/** What the partner asks for, as tasks for the applicant; none but under review. A partner with a page of its own takes everything there, and nothing of ours. */
export function kybTasks(state: Kyb): KybTask[] {
  const { status, partner } = state;
  if (status !== "under_review" || partner === null) return [];
  const { identity, terms } = partner.pages;
  return partner.missing.map((item) => ({
    item,
    step: identity === null ? stepOf[item] : null,
    page: item === "terms" ? terms : identity,
    isBrought: isBrought(state, item),
  }));
}

/** Whether the partner asks for something that has not been brought since. */
export function mustAnswerAnew(state: Kyb, item: PartnerItem): boolean {
  return kybTasks(state).some((task) => task.item === item && !task.isBrought);
}

/** A document is brought by a file of its kind, anything else by saving its step. */
function isBrought({ saved, files, partner }: Kyb, item: PartnerItem): boolean {
  const step = stepOf[item];
  const request = partner?.asked[item];
  if (step === null || request === undefined) return false;
  if (step !== "documents") return (saved[step] ?? 0) > request.revision;
  return files.some(
    ({ kind, status, revision }) => kind === item && status === "provided" && revision > request.revision,
  );
}

/** The steps that may be saved now: all before submission, afterwards those where the partner asks for something, and what lacks something because of that. */
export function openSteps(state: Kyb): KybStep[] {
  const { status } = state;
  if (status === "invited" || status === "started") return [...kybSteps];
  const open = kybTasks(state).flatMap((task) => task.step ?? []);
  if (open.length === 0) return [];
  const steps = answerSteps.filter((step) => open.includes(step) || !isComplete(state, step));
  return [...steps, "review", "consent"];
}

/** Whether a step has all that it needs. Consent is given with the submission, and again with the next one. */
export function isComplete(state: Kyb, step: KybStep): boolean {
  if (kybTasks(state).some((task) => task.step === step && !task.isBrought)) return false;
  const { answers, walletScreen } = state;
  switch (step) {
    case "company":
      return answers.company !== null;
    case "addresses":
      return answers.addresses !== null;
    case "people":
      return peopleProblem(answers) === null;
    case "documents":
      return answers.company !== null && missingDocuments(state).length === 0;
    case "payout":
      return answers.payout !== null && walletScreen?.outcome === "pass";
    case "review":
      return answers.reviewedAt !== null && answerSteps.every((each) => isComplete(state, each));
    case "consent":
      return state.consents.length > 0 && openSteps(state).length === 0;
    default:
      throw new Error(`unknown step ${step satisfies never}`);
  }
}

/** The steps that still stand between the application and its submission, in their order; none where all is said and read through. */
export function missingSteps(state: Kyb): KybStep[] {
  return kybSteps.filter((step) => step !== "consent" && !isComplete(state, step));
}

/** Where the applicant goes on: the first open step that is not complete; null where nothing is open, and only the status is to be seen. */
export function currentStep(state: Kyb): KybStep | null {
  return openSteps(state).find((step) => !isComplete(state, step)) ?? null;
}

/** Where the applicant goes back to, or on to, from a step, among the open ones. */
export function adjacentStep(state: Kyb, step: KybStep, by: -1 | 1): KybStep | null {
  const open = openSteps(state);
  const at = open.indexOf(step);
  return at < 0 ? null : (open[at + by] ?? null);
}

/** What an operator reads as missing: steps before submission, afterwards what the partner asks for. */
export function missingItems(state: Kyb): string[] {
  const { status, partner } = state;
  if (status === "under_review") return [...(partner?.missing ?? [])];
  const isUnfinished = status === "invited" || status === "started" || status === "expired";
  return isUnfinished ? [...missingSteps(state), "consent"] : [];
}
