import { html } from "hono/html";
import { numberText } from "../../domain/core/format.ts";
import type { Locale } from "../../domain/core/mail.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import type { Person } from "../../domain/onboarding/answers.ts";
import { personInputs } from "../../domain/onboarding/people.ts";
import { countryName } from "../kit/countries.ts";
import type { Html } from "../kit/page.ts";
import { addressValues, fieldsOf } from "./fields.ts";
import { messagesOf, placeOf, type Wizard, type WizardPage, wizardForm } from "./view.ts";

/** A share as people write it: 3333 is 33.33. */
export function percentText(bps: number, locale: Locale): string {
  return numberText(bps / 100, locale, { maximumFractionDigits: 2 });
}

function personCard(wizard: Wizard, person: Person): Html {
  const { people, change, remove } = messagesOf(wizard);
  const { id, fullName, ownershipBps, isControlPerson, title, country } = person;
  const facts = [title, people.owns(percentText(ownershipBps, wizard.locale)), countryName(country, wizard.locale)];
  const about = html`<span class="hidden"> ${fullName}</span>`;
  return html`<li class="card"><div class="head"><h2 dir="auto">${fullName}</h2>${isControlPerson && html`<span class="badge good">${people.control}</span>`}</div>
<p class="soft">${facts.filter(Boolean).join(" · ")}</p>
<div class="acts"><a href="${placeOf(wizard, `people/${id}`)}">${change}${about}</a><a href="${placeOf(wizard, `people/${id}/remove`)}">${remove}${about}</a></div></li>`;
}

/** Everybody who is listed, and the way to list somebody else. */
export function peopleList(wizard: Wizard): Html {
  const { people: messages } = messagesOf(wizard);
  const { people } = wizard.state.answers;
  return html`
${people.length === 0 ? html`<p id="f-people" class="soft">${messages.empty}</p>` : html`<ul id="f-people" class="listed">${people.map((each) => personCard(wizard, each))}</ul>`}
<p><a class="button second" href="${placeOf(wizard, "people/new")}">${messages.add}</a></p>`;
}

function personOf({ state }: Pick<Wizard, "state">, id: string): Person {
  const found = state.answers.people.find((each) => each.id === id);
  if (!found) throw new Refusal("not_found", "no such person");
  return found;
}

/** The form of one person; `new` is nobody yet. */
export function personPage(wizard: Wizard, id: string): WizardPage {
  const { people: messages, save } = messagesOf(wizard);
  const before = id === "new" ? null : personOf(wizard, id);
  const values = {
    ...{ country: "US", ...before, ...addressValues("home", before?.address) },
    ownershipPercent: before && percentText(before.ownershipBps, wizard.locale),
  };
  const parts = fieldsOf(wizard, personInputs, values, {
    labels: { country: "nationality" },
    groups: { fullName: "person", homeLine1: "home", idType: "identity", ownershipPercent: "role" },
  });
  return {
    ...{ title: before ? messages.changeTitle : messages.addTitle, step: "people" },
    back: placeOf(wizard, "people"),
    main: wizardForm(wizard, `people/${id}`, { parts, submit: save }),
  };
}

/** Whether a person is really to be taken off the list. */
export function removePersonPage(wizard: Wizard, id: string): WizardPage {
  const { people: messages, remove } = messagesOf(wizard);
  const { fullName } = personOf(wizard, id);
  return {
    ...{ title: messages.removeTitle(fullName), step: "people", back: placeOf(wizard, "people") },
    main: html`<p>${messages.removeText}</p>
${wizardForm(wizard, `people/${id}/remove`, { parts: [], submit: remove })}`,
  };
}
