import { html } from "hono/html";
import { entityTypes } from "../../domain/onboarding/enums.ts";
import { isAskedAnew } from "../../domain/onboarding/wizard.ts";
import { countryOptions } from "../kit/countries.ts";
import { type PeopleField, peopleForm } from "../kit/form.ts";
import { addressFields, said } from "./fields.ts";
import { carried, errorsOf, kitOf, placeOf, type Wizard, type WizardPage, wordsOf } from "./view.ts";

function companyFields(wizard: Wizard): PeopleField[] {
  const { choices, kept } = wordsOf(wizard);
  const { state, locale } = wizard;
  const before = state.answers.company;
  const isKept = before !== null && !isAskedAnew(state, "tax_id");
  const text = (key: "legalName" | "tradingName" | "state" | "industry" | "website" | "email" | "phone") => ({
    ...{ name: key, ...said(wizard, key), value: before?.[key] },
  });
  return [
    {
      ...text("legalName"),
      ...{ value: before?.legalName ?? state.legalName, maxLength: 200, autocomplete: "organization" },
    },
    { ...text("tradingName"), maxLength: 200, optional: true },
    {
      ...{ name: "entityType", ...said(wizard, "entityType"), kind: "radios", value: before?.entityType },
      options: entityTypes.map((value) => ({ value, ...choices.entityType[value] })),
    },
    {
      ...{ name: "country", ...said(wizard, "country"), kind: "select", options: countryOptions(locale) },
      value: before?.country ?? "US",
    },
    { ...text("state"), maxLength: 100, width: 12 },
    {
      ...{ name: "formationDate", ...said(wizard, "formationDate"), kind: "date", width: 12 },
      value: before?.formationDate,
    },
    {
      ...{ name: "taxId", ...said(wizard, "taxId"), maxLength: 40, width: 20 },
      ...(isKept && { hint: kept(before.taxId.last4) }),
    },
    { ...text("industry"), maxLength: 120 },
    {
      ...{ ...text("website"), kind: "text", inputmode: "url", autocomplete: "url" },
      ...{ maxLength: 300, optional: true },
    },
    {
      ...{ ...text("email"), kind: "email", maxLength: 254, autocomplete: "email" },
      value: before?.email ?? state.contactEmail,
    },
    { ...text("phone"), kind: "tel", maxLength: 40, autocomplete: "tel", width: 20 },
  ];
}

/** The step about the company itself. */
export function companyPage(wizard: Wizard): WizardPage {
  const { steps, go, resume } = wordsOf(wizard);
  const { title, lead } = steps.company;
  return {
    ...{ title, step: "company" },
    main: html`<p class="lead">${lead}</p><p>${resume}</p>
${peopleForm(kitOf(wizard), {
  ...{ ...carried(wizard), action: placeOf(wizard, "company") },
  ...{ parts: companyFields(wizard), errors: errorsOf(wizard), submit: go },
})}`,
  };
}

/** The step about where the company is. */
export function addressesPage(wizard: Wizard): WizardPage {
  const { steps, groups, go } = wordsOf(wizard);
  const { title, lead } = steps.addresses;
  const before = wizard.state.answers.addresses;
  const same: PeopleField = {
    ...{ name: "operatingSame", ...said(wizard, "operatingSame"), kind: "check", optional: true },
    value: before && before.operating !== null ? "" : "yes",
  };
  return {
    ...{ title, step: "addresses", back: placeOf(wizard, "company") },
    main: html`<p class="lead">${lead}</p>
${peopleForm(kitOf(wizard), {
  ...{ ...carried(wizard), action: placeOf(wizard, "addresses") },
  parts: [
    {
      legend: groups.registered,
      fields: [...addressFields(wizard, "registered", before?.registered), same],
    },
    {
      ...{ legend: groups.operating, hint: groups.operatingHint },
      fields: addressFields(wizard, "operating", before?.operating, "unsaid"),
    },
  ],
  ...{ errors: errorsOf(wizard), submit: go },
})}`,
  };
}
