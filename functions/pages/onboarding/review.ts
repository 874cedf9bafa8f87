import { html } from "hono/html";
import type { PostalAddress } from "../../domain/onboarding/answers.ts";
import { companyInputs } from "../../domain/onboarding/company.ts";
import { filesFor, requestedDocuments } from "../../domain/onboarding/documents.ts";
import type { KybStep } from "../../domain/onboarding/kyb.ts";
import { payoutInputs } from "../../domain/onboarding/payout.ts";
import { missingSteps, openSteps } from "../../domain/onboarding/wizard.ts";
import { countryName } from "../kit/countries.ts";
import type { Html } from "../kit/page.ts";
import { documentTitle } from "./documents.ts";
import { answersTo, chainName, facts } from "./fields.ts";
import { percentText } from "./people.ts";
import { messagesOf, placeOf, type Wizard } from "./view.ts";

/** A step's answers with the way to change them, where it is open. */
function section(wizard: Wizard, step: KybStep, content: Html | false | null): Html {
  const { steps, change } = messagesOf(wizard);
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

function addressRows(wizard: Wizard): Html | false {
  const { groups, fields } = messagesOf(wizard);
  const { addresses } = wizard.state.answers;
  if (!addresses) return false;
  const { registered, operating } = addresses;
  return facts(wizard, [
    [groups.registered.legend, addressText(registered, wizard)],
    [groups.operating.legend, operating === null ? fields.operatingSame.label : addressText(operating, wizard)],
  ]);
}

function peopleRows(wizard: Wizard): Html {
  const { people: messages, endsIn, choices, fields, review, groups } = messagesOf(wizard);
  const { people, owners } = wizard.state.answers;
  const one = people.map(
    (person) =>
      html`<h3 dir="auto">${person.fullName}</h3>${facts(wizard, [
        [
          groups.role.legend,
          person.isControlPerson ? messages.control : messages.owns(percentText(person.ownershipBps, wizard.locale)),
        ],
        ...(person.isControlPerson
          ? [[fields.ownershipPercent.label, percentText(person.ownershipBps, wizard.locale)] as const]
          : []),
        [fields.personTitle.label, person.title],
        [fields.birthDate.label, review.secretKept],
        [fields.nationality.label, countryName(person.country, wizard.locale)],
        [fields.email.label, person.email],
        [groups.home.legend, addressText(person.address, wizard)],
        [choices.idType[person.idType].label, endsIn(person.idNumber.last4)],
      ])}`,
  );
  return html`${one}${owners !== null && facts(wizard, [[fields.owners.label, choices.owners[owners].label]])}`;
}

function documentRows(wizard: Wizard): Html {
  const { documents } = messagesOf(wizard);
  return facts(
    wizard,
    requestedDocuments(wizard.state).map((input) => {
      const came = filesFor(wizard.state, input).filter(({ status }) => status === "provided");
      const types = came.map(({ contentType }) => documents.types[contentType]).join(", ");
      return [
        documentTitle(wizard, input),
        came.length === 0 ? documents.needed : `${documents.status.provided}: ${types}`,
      ] as const;
    }),
  );
}

/** What is known of the wallet that is saved: its chain, and that it may be paid to. */
export function walletText(wizard: Wizard): string {
  const { payout: messages } = messagesOf(wizard);
  const { answers, walletScreen } = wizard.state;
  if (answers.payout === null) return "";
  const checked = walletScreen?.outcome === "pass" ? messages.checked : messages.pendingCheck;
  return `${messages.found(chainName(answers.payout.chain))} ${checked}`;
}

function missingCard(wizard: Wizard): Html | false {
  const { review, steps } = messagesOf(wizard);
  const missing = missingSteps(wizard.state).filter((step) => step !== "review");
  const item = (step: KybStep) => html`<li><a href="${placeOf(wizard, step)}">${steps[step].name}</a></li>`;
  return (
    missing.length > 0 &&
    html`<div class="notice warn"${wizard.refused && html` role="alert" tabindex="-1" autofocus`}><h2>${review.missing}</h2><ul>${missing.map(item)}</ul></div>`
  );
}

/** Everything once more, secrets by their end alone, and what is missing. */
export function answerSections(wizard: Wizard): Html {
  const { company, payout } = wizard.state.answers;
  const paid = payout && html`${answersTo(wizard, payoutInputs, payout)}<p class="soft">${walletText(wizard)}</p>`;
  return html`${missingCard(wizard)}
${section(wizard, "company", company && answersTo(wizard, companyInputs, company))}
${section(wizard, "addresses", addressRows(wizard))}
${section(wizard, "people", peopleRows(wizard))}
${section(wizard, "documents", documentRows(wizard))}
${section(wizard, "payout", paid)}`;
}
