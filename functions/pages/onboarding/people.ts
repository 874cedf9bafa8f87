import { html } from "hono/html";
import { numberText } from "../../domain/core/format.ts";
import type { Locale } from "../../domain/core/mail.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import type { Person } from "../../domain/onboarding/answers.ts";
import { idTypes, ownerWords } from "../../domain/onboarding/enums.ts";
import { countryName, countryOptions } from "../kit/countries.ts";
import { type FieldGroup, type PeopleField, peopleForm } from "../kit/form.ts";
import type { Html } from "../kit/page.ts";
import { addressFields, said } from "./fields.ts";
import { carried, errorsOf, kitOf, placeOf, type Wizard, type WizardPage, wordsOf } from "./view.ts";

/** A share as people write it: 3333 is 33.33. */
export function percentText(bps: number, locale: Locale): string {
  return numberText(bps / 100, locale, { maximumFractionDigits: 2 });
}

function personCard(wizard: Wizard, person: Person): Html {
  const { people, change, remove } = wordsOf(wizard);
  const { id, fullName, ownershipBps, isControlPerson, title, country } = person;
  const facts = [
    title,
    people.owns(percentText(ownershipBps, wizard.locale)),
    countryName(country, wizard.locale),
  ];
  const about = html`<span class="hidden"> ${fullName}</span>`;
  return html`<li class="card"><div class="head"><h2 dir="auto">${fullName}</h2>${isControlPerson && html`<span class="badge good">${people.control}</span>`}</div>
<p class="soft">${facts.filter(Boolean).join(" · ")}</p>
<div class="acts"><a href="${placeOf(wizard, `people/${id}`)}">${change}${about}</a><a href="${placeOf(wizard, `people/${id}/remove`)}">${remove}${about}</a></div></li>`;
}

/** The step with everybody who owns or runs the company. */
export function peoplePage(wizard: Wizard): WizardPage {
  const { steps, people: words, choices, go } = wordsOf(wizard);
  const { title, lead } = steps.people;
  const { people, owners } = wizard.state.answers;
  const options = ownerWords.map((value) => ({ value, label: choices.owners[value] }));
  return {
    ...{ title, step: "people", back: placeOf(wizard, "addresses") },
    main: html`<p class="lead">${lead}</p>
${people.length === 0 ? html`<p id="f-people" class="soft">${words.empty}</p>` : html`<ul id="f-people" class="listed">${people.map((each) => personCard(wizard, each))}</ul>`}
<p><a class="button second" href="${placeOf(wizard, "people/new")}">${words.add}</a></p>
${peopleForm(kitOf(wizard), {
  ...{ ...carried(wizard), action: placeOf(wizard, "people") },
  parts: [{ name: "owners", ...said(wizard, "owners"), kind: "radios", options, value: owners }],
  ...{ errors: errorsOf(wizard), submit: go },
})}`,
  };
}

function aboutPerson(wizard: Wizard, before: Person | null): FieldGroup {
  const { groups, keptSecret } = wordsOf(wizard);
  const fields: PeopleField[] = [
    { name: "fullName", ...said(wizard, "fullName"), value: before?.fullName, maxLength: 200 },
    {
      ...{ name: "birthDate", ...said(wizard, "birthDate"), kind: "date", width: 12 },
      ...(before && { hint: keptSecret }),
    },
    {
      ...{ name: "country", ...said(wizard, "nationality"), kind: "select" },
      ...{ options: countryOptions(wizard.locale), value: before?.country ?? "US" },
    },
    { name: "email", ...said(wizard, "email"), kind: "email", value: before?.email, maxLength: 254 },
  ];
  return { legend: groups.person, fields };
}

function identityOf(wizard: Wizard, before: Person | null): FieldGroup {
  const { groups, choices, kept } = wordsOf(wizard);
  const options = idTypes.map((value) => ({ value, label: choices.idType[value] }));
  return {
    legend: groups.identity,
    fields: [
      { name: "idType", ...said(wizard, "idType"), kind: "select", options, value: before?.idType },
      {
        ...{ name: "idNumber", ...said(wizard, "idNumber"), maxLength: 40, width: 20 },
        ...(before && { hint: kept(before.idNumber.last4) }),
      },
    ],
  };
}

function roleOf(wizard: Wizard, before: Person | null): FieldGroup {
  const share = before ? percentText(before.ownershipBps, wizard.locale) : null;
  return {
    legend: wordsOf(wizard).groups.role,
    fields: [
      {
        ...{ name: "ownershipPercent", ...said(wizard, "ownershipPercent"), value: share },
        ...{ inputmode: "decimal", width: 6, maxLength: 16 },
      },
      {
        ...{ name: "isControlPerson", ...said(wizard, "isControlPerson"), kind: "check", optional: true },
        value: before?.isControlPerson ? "yes" : "",
      },
      {
        ...{ name: "title", ...said(wizard, "personTitle"), value: before?.title, maxLength: 120 },
        optional: "unsaid",
      },
    ],
  };
}

/** Somebody on the list; refuses who is not. */
function personOf({ state }: Pick<Wizard, "state">, id: string): Person {
  const found = state.answers.people.find((each) => each.id === id);
  if (!found) throw new Refusal("not_found", "no such person");
  return found;
}

/** The form of one person; `new` is nobody yet. */
export function personPage(wizard: Wizard, id: string): WizardPage {
  const { people: words, groups, save } = wordsOf(wizard);
  const before = id === "new" ? null : personOf(wizard, id);
  return {
    ...{ title: before ? words.changeTitle : words.addTitle, step: "people" },
    back: placeOf(wizard, "people"),
    main: peopleForm(kitOf(wizard), {
      ...{ ...carried(wizard), action: placeOf(wizard, `people/${id}`) },
      parts: [
        aboutPerson(wizard, before),
        { legend: groups.home, fields: addressFields(wizard, "home", before?.address) },
        identityOf(wizard, before),
        roleOf(wizard, before),
      ],
      ...{ errors: errorsOf(wizard), submit: save },
    }),
  };
}

/** Whether a person is really to be taken off the list. */
export function removePersonPage(wizard: Wizard, id: string): WizardPage {
  const { people: words, remove } = wordsOf(wizard);
  const { fullName } = personOf(wizard, id);
  return {
    ...{ title: words.removeTitle(fullName), step: "people", back: placeOf(wizard, "people") },
    main: html`<p>${words.removeText}</p>
${peopleForm(kitOf(wizard), {
  ...{ ...carried(wizard), action: placeOf(wizard, `people/${id}/remove`) },
  ...{ parts: [], errors: errorsOf(wizard), submit: remove },
})}`,
  };
}
