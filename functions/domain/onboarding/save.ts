import type { Refusal } from "../core/refusal.ts";
import type { Instant } from "../core/time.ts";
import type { KybAnswers, Person } from "./answers.ts";
import { isSubmitted } from "./documents.ts";
import {
  illegalKybMove,
  type Kyb,
  type KybScreen,
  type KybStep,
  type KybTransitions,
  kybSteps,
  kybTransition,
} from "./kyb.ts";
import { openSteps } from "./wizard.ts";

/** How a form was posted: the revision of the application that it showed, and a digest by which the very same form is known again. */
export interface SubmittedForm {
  readonly revision: number;
  readonly mark: string | null;
}

/** A form that another tab has overtaken: the steps that were saved since it was shown. */
export interface Stale {
  readonly stale: readonly KybStep[];
}

/** What must be said before a form is read: it was saved already, it is overtaken, or its step is not open; undefined where it may be saved. Steps overtake only themselves; reading through and agreeing are overtaken by all. */
export function formProblem(
  state: Kyb,
  step: KybStep,
  posted: SubmittedForm,
): "repeated" | Stale | Refusal | undefined {
  if (posted.mark !== null && posted.mark === state.lastForm) return "repeated";
  if (!openSteps(state).includes(step)) return illegalKybMove(state, "started", `${step} is not open`);
  const later = kybSteps.filter((each) => !((state.saved[each] ?? 0) <= posted.revision));
  const overtakes = step === "review" || step === "consent" ? later : later.filter((each) => each === step);
  return overtakes.length > 0 || posted.revision > state.revision ? { stale: overtakes } : undefined;
}

export function saveStep(
  state: Kyb,
  saving: { readonly step: KybStep; readonly posted: SubmittedForm; readonly answers: Partial<KybAnswers> },
  now: Instant,
  screened?: KybScreen,
): KybTransitions | Stale | Refusal {
  const { step, posted, answers } = saving;
  const problem = formProblem(state, step, posted);
  if (problem === "repeated") return [];
  if (problem) return problem;
  const next: Kyb = {
    ...withAnswers(state, step, { ...state.answers, reviewedAt: null, ...answers }),
    lastForm: posted.mark,
    ...(screened && { walletScreen: screened, screens: state.screens + 1 }),
  };
  return [kybTransition(state, next, now, { reason: `${step} saved` })];
}

/** The application with a step saved: it is begun, and one revision further. */
export function withAnswers(state: Kyb, step: KybStep, answers: KybAnswers): Kyb {
  const revision = state.revision + 1;
  return {
    ...state,
    status: state.status === "invited" ? "started" : state.status,
    answers,
    revision,
    saved: { ...state.saved, [step]: revision },
  };
}

/** The people with one of them put in, in the place of who has the id already. */
export function withPerson(people: readonly Person[], one: Person): Person[] {
  const isKnown = people.some(({ id }) => id === one.id);
  return isKnown ? people.map((each) => (each.id === one.id ? one : each)) : [...people, one];
}

/** Takes a person off the list, and what was brought of theirs and not submitted. Nobody of that id is nobody to take off. */
export function removePerson(
  state: Kyb,
  personId: string,
  posted: SubmittedForm,
  now: Instant,
): KybTransitions | Stale | Refusal {
  const people = state.answers.people.filter(({ id }) => id !== personId);
  if (people.length === state.answers.people.length) return [];
  const transitions = saveStep(state, { step: "people", posted, answers: { people, owners: null } }, now);
  if (!Array.isArray(transitions)) return transitions;
  const files = state.files.filter((each) => each.personId !== personId || isSubmitted(state, each));
  return transitions.map((transition) => ({
    ...transition,
    next: { ...transition.next, files },
    reason: `${personId} taken off the list`,
  }));
}

/** Notes the screen of a wallet that was not saved, so that the next one is bought under a number of its own. */
export function noteScreen(state: Kyb, screened: KybScreen, now: Instant): KybTransitions {
  const { outcome, ref } = screened;
  const reason = `a wallet was screened: ${outcome}${ref === null ? "" : `, reference ${ref}`}`;
  return [kybTransition(state, { ...state, screens: state.screens + 1 }, now, { reason })];
}
