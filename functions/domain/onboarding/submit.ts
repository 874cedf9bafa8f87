import * as z from "zod";
import { type Form, inputsOf } from "../core/form.ts";
import type { Refusal } from "../core/refusal.ts";
import { addSeconds, type Instant } from "../core/time.ts";
import { termsVersion } from "./enums.ts";
import * as field from "./fields.ts";
import { type KybFormResult, kybRule, readKybForm } from "./form.ts";
import { type Kyb, type KybConsent, type KybStep, type KybTransitions, kybTransition } from "./kyb.ts";
import { formProblem, type Stale, type SubmittedForm } from "./save.ts";
import { kybTasks, missingSteps } from "./wizard.ts";

/** Consents that are kept: one for each submission. */
const consentsMax = 20;

/** How soon the partner is asked once more where the first question was lost. */
const firstLookSeconds = 60;

function consentForm(form: Form) {
  // Terms that have changed since the page was shown are to be read first.
  const isCurrent = field.clean(form.termsVersion) === termsVersion;
  return z.strictObject({
    name: field.name(200, { autocomplete: "name" }),
    title: field.requiredText(120, { autocomplete: "organization-title" }),
    agree: field.checkbox(
      {},
      kybRule("not_agreed", (typed) => typed === "yes" && isCurrent),
    ),
    termsVersion: field.text(32),
  });
}

/** How the fields of the step `consent` are entered; `termsVersion` says which terms were shown. */
export const consentInputs = inputsOf(consentForm({}));

export function readConsent(form: Form): KybFormResult<Pick<KybConsent, "name" | "title" | "termsVersion">> {
  return readKybForm(consentForm(form), form, ({ agree: _, ...read }) => read);
}

export interface Incomplete {
  readonly missing: readonly KybStep[];
}

/** Submits an application with the consent that is given to it; the partner is asked. The same form again changes nothing. */
export function submitKyb(
  state: Kyb,
  consent: KybConsent,
  posted: SubmittedForm,
  now: Instant,
): KybTransitions | Stale | Incomplete | Refusal {
  const problem = formProblem(state, "consent", posted);
  if (problem === "repeated") return [];
  if (problem) return problem;
  const missing = missingSteps(state);
  if (missing.length > 0) return { missing };
  const brought = kybTasks(state).flatMap(({ item, isBrought }) => (isBrought ? [item] : []));
  const revision = state.revision + 1;
  const next: Kyb = {
    ...state,
    status: "submitted",
    submittedAt: now,
    revision,
    saved: { ...state.saved, consent: revision },
    lastForm: posted.mark,
    consents: [...state.consents, consent].slice(-consentsMax),
    partner: {
      ref: state.partner?.ref ?? null,
      customerId: state.partner?.customerId ?? null,
      ...{ standing: null, missing: [], asked: {}, brought, reasons: [], told: false, looks: 0 },
      pages: state.partner?.pages ?? { identity: null, terms: null },
      lookAt: addSeconds(now, firstLookSeconds),
    },
  };
  const reason = state.submittedAt === null ? "submitted" : `submitted again with ${brought.join(", ")}`;
  const follows = [{ kind: "ask_partner" as const, kybId: state.id }];
  return [kybTransition(state, next, now, { reason, follows })];
}
