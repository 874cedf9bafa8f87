import type { Form } from "../../domain/core/form.ts";
import type { KybAnswers, SealedText } from "../../domain/onboarding/answers.ts";
import { readAddresses, readCompany } from "../../domain/onboarding/company.ts";
import type { KybProblem } from "../../domain/onboarding/form.ts";
import type { Kyb } from "../../domain/onboarding/kyb.ts";
import { readPayout } from "../../domain/onboarding/payout.ts";
import { peopleProblem, readOwners, readPerson } from "../../domain/onboarding/people.ts";
import { withPerson } from "../../domain/onboarding/save.ts";
import { missingSteps, mustAnswerAnew } from "../../domain/onboarding/wizard.ts";
import type { WizardContext } from "./wallet.ts";

/** What a form says, with its secrets sealed; the answers are put together with those that stand when they are written. */
export type SavedAnswers =
  | { readonly ok: true; readonly answers: (state: Kyb) => Partial<KybAnswers> }
  | { readonly ok: false; readonly problems: readonly KybProblem[] };

type Input = "company" | "addresses" | "people" | "person" | "payout" | "review";

export function answersOf(
  context: WizardContext,
  state: Kyb,
  input: Input,
  form: Form,
  personId: string | null = null,
): Promise<SavedAnswers> {
  switch (input) {
    case "company":
      return companyOf(context, state, form);
    case "addresses":
      return Promise.resolve(addressesOf(form));
    case "people":
      return Promise.resolve(ownersOf(state, form));
    case "person":
      return personOf(context, state, form, personId);
    case "payout":
      return payoutOf(context, state, form);
    case "review":
      return Promise.resolve(reviewOf(context, state));
    default:
      throw new Error(`unknown step ${input satisfies never}`);
  }
}

/** The last four of what is long enough that they give little away: fewer of a short one. */
function lastOf(plain: string): string {
  return plain.slice(-Math.min(4, Math.floor(plain.length / 2)));
}

/** What seals one of an application's answers. */
type SealAnswer = (plain: string) => Promise<string>;

function sealerOf({ sealers }: WizardContext, kind: keyof WizardContext["sealers"], { id }: Kyb): SealAnswer {
  return (plain) => sealers[kind].seal(plain, id);
}

/** Sealed anew where something was typed, otherwise as it was. */
async function sealedOr(seal: SealAnswer, plain: string | null, before: SealedText | undefined): Promise<SealedText> {
  if (plain !== null) return { sealed: await seal(plain), last4: lastOf(plain) };
  if (before === undefined) throw new Error("a secret that was never given cannot be kept");
  return before;
}

async function companyOf(context: WizardContext, state: Kyb, form: Form): Promise<SavedAnswers> {
  const { answers } = state;
  // A number that the partner asks for anew is typed anew.
  const before = mustAnswerAnew(state, "tax_id") ? null : answers.company;
  const read = readCompany(form, before, context.clock.now());
  if (!read.ok) return read;
  const taxId = await sealedOr(sealerOf(context, "numbers", state), read.value.taxId, answers.company?.taxId);
  return { ok: true, answers: () => ({ company: { ...read.value, taxId } }) };
}

function addressesOf(form: Form): SavedAnswers {
  const read = readAddresses(form);
  return read.ok ? { ok: true, answers: () => ({ addresses: read.value }) } : read;
}

function ownersOf({ answers }: Kyb, form: Form): SavedAnswers {
  const read = readOwners(form);
  if (!read.ok) return read;
  const owners = read.value;
  const problem = peopleProblem({ ...answers, owners });
  return problem ? { ok: false, problems: [problem] } : { ok: true, answers: () => ({ owners }) };
}

async function personOf(
  context: WizardContext,
  state: Kyb,
  form: Form,
  personId: string | null,
): Promise<SavedAnswers> {
  const { people } = state.answers;
  const seal = sealerOf(context, "numbers", state);
  const before = people.find(({ id }) => id === personId) ?? null;
  const others = people.filter(({ id }) => id !== personId);
  const now = context.clock.now();
  const read = readPerson(form, others, before, now);
  if (!read.ok) return read;
  const { birthDate: day } = read.value;
  const birthDate = day === null ? before?.birthDate : { sealed: await seal(day) };
  if (birthDate === undefined) throw new Error("a birth date that was never given cannot be kept");
  const idNumber = await sealedOr(seal, read.value.idNumber, before?.idNumber);
  const one = { id: personId ?? context.newId("kyp", now), ...read.value, birthDate, idNumber };
  // Who owns what is declared of the list as it was.
  return { ok: true, answers: (now) => ({ people: withPerson(now.answers.people, one), owners: null }) };
}

async function payoutOf(context: WizardContext, state: Kyb, form: Form): Promise<SavedAnswers> {
  const { payout } = state.answers;
  const tryout = context.screening.mock && !context.live;
  const read = readPayout(form, payout, tryout);
  if (!read.ok) return read;
  const seal = sealerOf(context, "accounts", state);
  const accountNumber = await sealedOr(seal, read.value.accountNumber, payout?.accountNumber);
  return { ok: true, answers: () => ({ payout: { ...read.value, accountNumber } }) };
}

/** Reading through is done once nothing else is missing. */
function reviewOf(context: WizardContext, state: Kyb): SavedAnswers {
  const missing = missingSteps(state).filter((step) => step !== "review");
  if (missing.length > 0) return { ok: false, problems: missing.map((path) => ({ path, code: "required" })) };
  return { ok: true, answers: () => ({ reviewedAt: context.clock.now() }) };
}
