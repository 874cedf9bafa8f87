import { html } from "hono/html";
import { addressesInputs, companyInputs } from "../../domain/onboarding/company.ts";
import { termsVersion } from "../../domain/onboarding/enums.ts";
import type { KybStep } from "../../domain/onboarding/kyb.ts";
import { payoutInputs } from "../../domain/onboarding/payout.ts";
import { ownersInputs } from "../../domain/onboarding/people.ts";
import { consentInputs } from "../../domain/onboarding/submit.ts";
import { mustAnswerAnew } from "../../domain/onboarding/wizard.ts";
import type { PeopleForm } from "../kit/form.ts";
import type { Html } from "../kit/page.ts";
import { documentsPage } from "./documents.ts";
import { addressValues, fieldsOf } from "./fields.ts";
import { peopleList } from "./people.ts";
import { answerSections, walletText } from "./review.ts";
import { messagesOf, placeOf, type Wizard, type WizardPage, wizardForm } from "./view.ts";

/** A step that is a form: what stands above its fields, and where it leads back to. */
interface FormStep extends Partial<Pick<PeopleForm, "parts" | "submit" | "hidden">> {
  readonly back?: KybStep;
  readonly above?: Html | false;
}

const formSteps: Readonly<Record<Exclude<KybStep, "documents">, (wizard: Wizard) => FormStep>> = {
  company: (wizard) => {
    const { state } = wizard;
    const { legalName, contactEmail: email } = state;
    const given = { country: "US", legalName, email, ...state.answers.company };
    const values = mustAnswerAnew(state, "tax_id") ? { ...given, taxId: null } : given;
    return { above: html`<p>${messagesOf(wizard).resume}</p>`, parts: fieldsOf(wizard, companyInputs, values) };
  },
  addresses: (wizard) => {
    const { addresses: before } = wizard.state.answers;
    const values = {
      ...{ ...addressValues("registered", before?.registered), ...addressValues("operating", before?.operating) },
      operatingSame: before?.operating == null,
    };
    return {
      back: "company",
      parts: fieldsOf(wizard, addressesInputs, values, {
        labels: { operatingSame: "operatingSame" },
        groups: { registeredLine1: "registered", operatingLine1: "operating" },
      }),
    };
  },
  people: (wizard) => ({
    back: "addresses",
    above: peopleList(wizard),
    parts: fieldsOf(wizard, ownersInputs, wizard.state.answers),
  }),
  payout: (wizard) => {
    const { company, payout } = wizard.state.answers;
    const found = walletText(wizard);
    return {
      back: "documents",
      above: found !== "" && html`<p class="soft">${found}</p>`,
      parts: fieldsOf(
        wizard,
        payoutInputs,
        { accountHolder: company?.legalName, ...payout },
        { groups: { accountHolder: "bank", wallet: "wallet" } },
      ),
    };
  },
  review: (wizard) => ({
    back: "payout",
    above: answerSections(wizard),
    ...{ parts: [], submit: messagesOf(wizard).review.agree },
  }),
  consent: (wizard) => {
    const { consent } = messagesOf(wizard);
    const { termsVersion: _, ...inputs } = consentInputs;
    return {
      ...{ back: "review", submit: consent.send, hidden: { termsVersion } },
      above: html`<div class="card"><ul>${consent.terms.map((each) => html`<li>${each}</li>`)}</ul><p class="soft">${consent.version(termsVersion)}</p></div>`,
      parts: fieldsOf(wizard, inputs, {}, { labels: { title: "signerTitle" } }),
    };
  },
};

export function stepPage(wizard: Wizard, step: KybStep): WizardPage {
  if (step === "documents") return documentsPage(wizard);
  const { steps, go } = messagesOf(wizard);
  const { title, lead } = steps[step];
  const { back, above, parts = [], submit = go, ...form } = formSteps[step](wizard);
  return {
    ...{ title, step, ...(back && { back: placeOf(wizard, back) }) },
    main: html`<p class="lead">${lead}</p>${above}
${wizardForm(wizard, step, { ...form, parts, submit })}`,
  };
}
