import { html } from "hono/html";
import { dayText } from "../../domain/core/format.ts";
import type { PostalAddress } from "../../domain/onboarding/answers.ts";
import { askedDocuments, filesFor } from "../../domain/onboarding/documents.ts";
import { termsVersion } from "../../domain/onboarding/enums.ts";
import type { KybStep } from "../../domain/onboarding/kyb.ts";
import { missingSteps, openSteps } from "../../domain/onboarding/wizard.ts";
import { countryName } from "../kit/countries.ts";
import { peopleForm } from "../kit/form.ts";
import type { Html } from "../kit/page.ts";
import { documentTitle } from "./documents.ts";
import { said } from "./fields.ts";
import { chainName, walletWords } from "./payout.ts";
import { percentText } from "./people.ts";
import { carried, errorsOf, kitOf, placeOf, type Wizard, type WizardPage, wordsOf } from "./view.ts";

type Row = readonly [label: string, value: string | null | undefined];

function facts(wizard: Wizard, rows: readonly Row[]): Html {
  const { none } = wordsOf(wizard);
  return html`<dl>${rows.map(([label, value]) => html`<div><dt>${label}</dt><dd dir="auto">${value || none}</dd></div>`)}</dl>`;
}

/** A step's answers with the way to change them, where it is open. */
function section(wizard: Wizard, step: KybStep, content: Html | false): Html {
  const { steps, change } = wordsOf(wizard);
  const { name } = steps[step];
  const link =
    openSteps(wizard.state).includes(step) &&
    html`<a href="${placeOf(wizard, step)}">${change}<span class="hidden"> ${name}</span></a>`;
  return html`<section class="card" aria-labelledby="s-${step}"><div class="head"><h2 id="s-${step}">${name}</h2><span class="acts">${link}</span></div>${content}</section>`;
}

function addressText(address: PostalAddress, wizard: Wizard): string {
  const { line1, line2, city, region, postalCode, country } = address;
  const place = [city, region, postalCode].filter(Boolean).join(" ");
  return [line1, line2, place, countryName(country, wizard.locale)].filter(Boolean).join(", ");
}

function companyRows(wizard: Wizard): Html | false {
  const { choices, endsIn, fields } = wordsOf(wizard);
  const { company } = wizard.state.answers;
  if (!company) return false;
  const { locale } = wizard;
  return facts(wizard, [
    [fields.legalName.label, company.legalName],
    [fields.tradingName.label, company.tradingName],
    [fields.entityType.label, choices.entityType[company.entityType].label],
    [fields.country.label, countryName(company.country, locale)],
    [fields.state.label, company.state],
    [fields.formationDate.label, dayText(company.formationDate, locale)],
    [fields.taxId.label, endsIn(company.taxId.last4)],
    [fields.industry.label, company.industry],
    [fields.website.label, company.website],
    [fields.email.label, company.email],
    [fields.phone.label, company.phone],
  ]);
}

function addressRows(wizard: Wizard): Html | false {
  const { groups, fields } = wordsOf(wizard);
  const { addresses } = wizard.state.answers;
  if (!addresses) return false;
  const { registered, operating } = addresses;
  return facts(wizard, [
    [groups.registered, addressText(registered, wizard)],
    [groups.operating, operating === null ? fields.operatingSame.label : addressText(operating, wizard)],
  ]);
}

function peopleRows(wizard: Wizard): Html {
  const { people: words, endsIn, choices, fields, review, groups } = wordsOf(wizard);
  const { people, owners } = wizard.state.answers;
  const one = people.map(
    (person) =>
      html`<h3 dir="auto">${person.fullName}</h3>${facts(wizard, [
        [
          groups.role,
          person.isControlPerson
            ? words.control
            : words.owns(percentText(person.ownershipBps, wizard.locale)),
        ],
        ...(person.isControlPerson
          ? [[fields.ownershipPercent.label, percentText(person.ownershipBps, wizard.locale)] as const]
          : []),
        [fields.personTitle.label, person.title],
        [fields.birthDate.label, review.secretKept],
        [fields.nationality.label, countryName(person.country, wizard.locale)],
        [fields.email.label, person.email],
        [groups.home, addressText(person.address, wizard)],
        [choices.idType[person.idType], endsIn(person.idNumber.last4)],
      ])}`,
  );
  return html`${one}${owners !== null && facts(wizard, [[fields.owners.label, choices.owners[owners]]])}`;
}

function documentRows(wizard: Wizard): Html {
  const { documents } = wordsOf(wizard);
  return facts(
    wizard,
    askedDocuments(wizard.state).map((asked): Row => {
      const came = filesFor(wizard.state, asked).filter(({ status }) => status === "provided");
      const types = came.map(({ contentType }) => documents.types[contentType]).join(", ");
      return [
        documentTitle(wizard, asked),
        came.length === 0 ? documents.needed : `${documents.status.provided}: ${types}`,
      ];
    }),
  );
}

function payoutRows(wizard: Wizard): Html | false {
  const { choices, endsIn, fields } = wordsOf(wizard);
  const { payout } = wizard.state.answers;
  if (!payout) return false;
  return html`${facts(wizard, [
    [fields.accountHolder.label, payout.accountHolder],
    [fields.bankName.label, payout.bankName],
    [fields.accountType.label, choices.accountType[payout.accountType]],
    [fields.routingNumber.label, payout.routingNumber],
    [fields.accountNumber.label, endsIn(payout.accountNumber.last4)],
    [fields.wallet.label, payout.wallet],
    [fields.chain.label, chainName(payout.chain)],
    [fields.stable.label, payout.stable],
  ])}<p class="soft">${walletWords(wizard)}</p>`;
}

function missingCard(wizard: Wizard): Html | false {
  const { review, steps } = wordsOf(wizard);
  const missing = missingSteps(wizard.state).filter((step) => step !== "review");
  const item = (step: KybStep) => html`<li><a href="${placeOf(wizard, step)}">${steps[step].name}</a></li>`;
  return (
    missing.length > 0 &&
    html`<div class="notice warn"${wizard.refused && html` role="alert" tabindex="-1" autofocus`}><h2>${review.missing}</h2><ul>${missing.map(item)}</ul></div>`
  );
}

/** The step that shows everything once more, secrets by their end alone. */
export function reviewPage(wizard: Wizard): WizardPage {
  const { steps, review } = wordsOf(wizard);
  const { title, lead } = steps.review;
  return {
    ...{ title, step: "review", back: placeOf(wizard, "payout") },
    main: html`<p class="lead">${lead}</p>${missingCard(wizard)}
${section(wizard, "company", companyRows(wizard))}
${section(wizard, "addresses", addressRows(wizard))}
${section(wizard, "people", peopleRows(wizard))}
${section(wizard, "documents", documentRows(wizard))}
${section(wizard, "payout", payoutRows(wizard))}
${peopleForm(kitOf(wizard), {
  ...{ ...carried(wizard), action: placeOf(wizard, "review"), parts: [], submit: review.agree },
})}`,
  };
}

/** The step in which somebody agrees for the company, and sends. */
export function consentPage(wizard: Wizard): WizardPage {
  const { steps, consent } = wordsOf(wizard);
  const { title, lead } = steps.consent;
  const terms = html`<div class="card"><ul>${consent.terms.map((each) => html`<li>${each}</li>`)}</ul><p class="soft">${consent.version(termsVersion)}</p></div>`;
  const form = carried(wizard);
  return {
    ...{ title, step: "consent", back: placeOf(wizard, "review") },
    main: html`<p class="lead">${lead}</p>${terms}
${peopleForm(kitOf(wizard), {
  ...{ ...form, hidden: { ...form.hidden, termsVersion }, action: placeOf(wizard, "consent") },
  parts: [
    { name: "name", ...said(wizard, "signer"), maxLength: 200, autocomplete: "name" },
    { name: "title", ...said(wizard, "signerTitle"), maxLength: 120, autocomplete: "organization-title" },
    { name: "agree", ...said(wizard, "agreed"), kind: "check" },
  ],
  ...{ errors: errorsOf(wizard), submit: consent.send },
})}`,
  };
}
