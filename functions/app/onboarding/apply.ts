import { createHmac } from "node:crypto";
import type { Form } from "../../domain/core/form.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import type { KybProblem } from "../../domain/onboarding/form.ts";
import type { Kyb, KybConsent, KybStep } from "../../domain/onboarding/kyb.ts";
import {
  formProblem,
  type Stale,
  type SubmittedForm,
  saveStep as saved,
  removePerson as takenOff,
} from "../../domain/onboarding/save.ts";
import { type Incomplete, readConsent, submitKyb } from "../../domain/onboarding/submit.ts";
import type { Aggregate } from "../core/aggregate.ts";
import type { Context, ReadContext } from "../core/context.ts";
import { answersOf, type SavedAnswers } from "./answers.ts";
import { changeKyb, kybByLink } from "./reads.ts";
import { describeWallet, type WizardContext } from "./wallet.ts";

/** A form of the wizard as it was posted; `revision` is that of the application which it showed. */
export interface PostedForm {
  readonly revision: number;
  readonly form: Form;
}

/** What became of a form: saved, or nothing of it with what is wrong by field, or because another tab has saved these steps meanwhile, or because steps are missing. */
export type KybSaveResult = { readonly application: Kyb } & (
  | { readonly kind: "saved" }
  | { readonly kind: "problems"; readonly problems: readonly KybProblem[] }
  | { readonly kind: "stale"; readonly changed: readonly KybStep[] }
  | { readonly kind: "incomplete"; readonly missing: readonly KybStep[] }
);

/** The context of whoever came by a link: the trail names the application, since nobody else is known. */
export function applicantContext<D extends Context>(context: D, { id }: Pick<Kyb, "id">): D {
  return { ...context, actor: `applicant:${id}` };
}

/** A form as the decisions take it. Its digest is keyed by the link's token, which is kept nowhere: the stored digest gives no number away. */
function postedAs(token: string, what: string, { revision, form }: PostedForm): SubmittedForm {
  const fields = Object.entries(form).sort(([one], [other]) => (one < other ? -1 : 1));
  const text = JSON.stringify([what, revision, fields]);
  return { revision, mark: createHmac("sha256", token).update(text).digest("base64url") };
}

/** Saves the answers of a step: company, addresses, people (who owns what is declared), payout or review. Refuses a step that is not open. */
export async function saveStep(
  context: WizardContext,
  token: string,
  input: PostedForm & { readonly step: "company" | "addresses" | "people" | "payout" | "review" },
): Promise<KybSaveResult> {
  const { step, form } = input;
  return saveForm(context, token, { step, what: step, posted: input }, (state) =>
    answersOf(context, state, step, form),
  );
}

/** Saves one person: a new one where no id is given. */
export async function savePerson(
  context: WizardContext,
  token: string,
  input: PostedForm & { readonly personId: string | null },
): Promise<KybSaveResult> {
  const { personId, form } = input;
  const saving = { step: "people" as const, what: `person ${personId ?? "new"}`, posted: input };
  return saveForm(context, token, saving, (state) => {
    if (personId !== null && !state.answers.people.some(({ id }) => id === personId))
      throw new Refusal("not_found", "no such person");
    return answersOf(context, state, "person", form, personId);
  });
}

async function saveForm(
  given: WizardContext,
  token: string,
  input: { readonly step: KybStep; readonly what: string; readonly posted: PostedForm },
  read: (state: Kyb) => Promise<SavedAnswers>,
): Promise<KybSaveResult> {
  const { state } = await kybByLink(given, token);
  const context = applicantContext(given, state);
  const { step } = input;
  const posted = postedAs(token, input.what, input.posted);
  const problem = formProblem(state, step, posted);
  if (problem instanceof Refusal) throw problem;
  if (problem !== undefined) return asideSaid(state, problem);
  const answered = await read(state);
  if (!answered.ok) return { kind: "problems", application: state, problems: answered.problems };
  const wallet = await describeWallet(context, state, answered.answers(state).payout);
  if (wallet.problem) return { kind: "problems", application: state, problems: [wallet.problem] };
  const { found, aside } = await changeKyb<Stale>(context, state.id, (before) => {
    const saving = { step, posted, answers: answered.answers(before) };
    const transitions = saved(before, saving, context.clock.now(), wallet.screened);
    return "stale" in transitions ? { aside: transitions } : transitions;
  });
  return aside ? asideSaid(found.state, aside) : { kind: "saved", application: found.state };
}

function asideSaid(application: Kyb, problem: "repeated" | Stale): KybSaveResult {
  if (problem === "repeated") return { kind: "saved", application };
  return { kind: "stale", application, changed: problem.stale };
}

/** Takes a person off the list, with what was brought of theirs; again it changes nothing. */
export async function removePerson(
  given: Context,
  token: string,
  { personId, revision }: { readonly personId: string; readonly revision: number },
): Promise<KybSaveResult> {
  const { state } = await kybByLink(given, token);
  const context = applicantContext(given, state);
  const { found, aside } = await changeKyb<Stale>(context, state.id, (before) => {
    const transitions = takenOff(before, personId, { revision, mark: null }, context.clock.now());
    return "stale" in transitions ? { aside: transitions } : transitions;
  });
  return aside ? asideSaid(found.state, aside) : { kind: "saved", application: found.state };
}

/** The application that a link opens, for a page that shows it. */
export async function applicationBehind(context: ReadContext, token: string): Promise<Kyb> {
  const found: Aggregate<Kyb> = await kybByLink(context, token);
  return found.state;
}

/** Where a consent came from, as the door saw it. */
export interface ConsentFrom {
  readonly address: string | null;
  readonly userAgent: string | null;
}

const agentMax = 500;

/** Submits an application with the consent that its form gives; the partner is asked about it. The same form again changes nothing. */
export async function submitApplication(
  given: Context,
  token: string,
  input: PostedForm & { readonly from: ConsentFrom },
): Promise<KybSaveResult> {
  const { state } = await kybByLink(given, token);
  const context = applicantContext(given, state);
  const posted = postedAs(token, "consent", input);
  const problem = formProblem(state, "consent", posted);
  if (problem instanceof Refusal) throw problem;
  if (problem === "repeated") return { kind: "saved", application: state };
  if (problem) return { kind: "stale", application: state, changed: problem.stale };
  const read = readConsent(input.form);
  if (!read.ok) return { kind: "problems", application: state, problems: read.problems };
  const now = context.clock.now();
  const userAgent = input.from.userAgent?.slice(0, agentMax) ?? null;
  const consent: KybConsent = { ...read.value, at: now, address: input.from.address, userAgent };
  const { found, aside } = await changeKyb<Stale | Incomplete>(context, state.id, (before) => {
    const transitions = submitKyb(before, consent, posted, now);
    return Array.isArray(transitions) || transitions instanceof Refusal ? transitions : { aside: transitions };
  });
  const application = found.state;
  if (!aside) return { kind: "saved", application };
  if ("stale" in aside) return { kind: "stale", application, changed: aside.stale };
  return { kind: "incomplete", application, missing: aside.missing };
}
