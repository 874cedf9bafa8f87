import { html } from "hono/html";
import type { PlaygroundView } from "../../contract/screening/screening-front-pages.ts";
import { dayText, numberText } from "../../domain/core/format.ts";
import type { Locale } from "../../domain/core/mail.ts";
import { wantedPlans } from "../../domain/screening/account-request.ts";
import { type Plan, plans } from "../../domain/screening/plan.ts";
import type { ScreenAction } from "../../domain/screening/risk.ts";
import type { Answer } from "../../http/operation-types.ts";
import { errorSummary, peopleForm } from "../kit/form.ts";
import { ownLink, type Reading } from "../kit/front-page.ts";
import { frontStyle } from "../kit/front-style.ts";
import { kitMessages } from "../kit/messages/kit.ts";
import type { Html } from "../kit/page.ts";
import { brandedPage } from "../tenants/branded.ts";
import { riskLabels } from "./messages/risk.ts";
import { type PlaygroundProblem, type ScreeningMessages, screeningMessages } from "./messages/screening.ts";
import { manyText, priceText } from "./plan-text.ts";

/** What the playground shows after a value was sent. */
export interface PlaygroundInput {
  readonly typed?: Readonly<Record<string, string>>;
  readonly found?: PlaygroundView;
  readonly problem?: PlaygroundProblem;
  readonly status?: number;
  readonly retryAfterSeconds?: number;
}

const screeningStyle = `${frontStyle}
.verdict:focus{outline:none}.verdict .soft{margin-top:1rem}
.plans{max-width:44rem}.plans td a{display:inline-flex;align-items:center;min-height:44px}.plans tr:last-child>*{vertical-align:middle}.plans tbody th{font-weight:400;color:var(--soft)}
@media (max-width:30em){.plans{font-size:.95rem}.plans td,.plans th{padding-inline-end:.5rem}}`;

const looks: Readonly<Record<ScreenAction, string>> = { allow: "good", review: "warn", block: "bad" };

function fact(name: string, value: Html | string): Html {
  return html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
}

function chainOf({ chain, chainCandidates }: PlaygroundView, messages: ScreeningMessages["result"]): string {
  const others = chainCandidates.filter((each) => each !== chain);
  if (chain === null) return messages.noChain;
  return others.length === 0 ? chain : `${chain} (${messages.candidates} ${others.join(", ")})`;
}

/** Why the verdict is what it is: without a provider only the value's own form leaves anything to a person. */
function reasonOf(found: PlaygroundView, locale: Locale): string {
  const messages = screeningMessages[locale].result;
  const flagged = found.categories.map((each) => riskLabels[locale][each]).join(", ");
  if (found.action === "block") return flagged;
  if (found.action === "allow") return flagged === "" ? messages.noReasons : messages.noted(flagged);
  if (found.type === "transaction") return messages.unsure.transaction;
  return found.chain === null ? messages.unsure.form : messages.unsure.checksum;
}

/** What came of a value; it takes the focus, so that it is heard and stands in snapshot. */
function result(locale: Locale, found: PlaygroundView): Html {
  const messages = screeningMessages[locale].result;
  const names: Readonly<Record<string, string>> = messages.listNames;
  const looked = found.listVersions.map(({ list, publishedAt, records }) =>
    messages.listed(names[list] ?? list, dayText(publishedAt, locale), numberText(records, locale)),
  );
  return html`<section class="notice ${looks[found.action]} verdict" aria-labelledby="verdict verdict-text" tabindex="-1" autofocus>
<h2 id="verdict">${messages.title[found.action]}</h2>
<p id="verdict-text">${messages.text[found.action]}</p>
<dl>${fact(messages.value, html`<code>${found.value}</code>`)}
${fact(messages.risk, `${messages.levels[found.risk_level]}, ${found.risk_score}/100`)}
${fact(messages.reasons, reasonOf(found, locale))}
${fact(messages.chain, chainOf(found, messages))}
${fact(messages.checksum, messages.checksums[found.checksum])}
${fact(messages.lists, html`${looked.map((each) => html`<div>${each}</div>`)}`)}</dl>
<p class="soft">${messages.more}</p></section>`;
}

function playground({ root, locale }: Reading, { typed, found, problem }: PlaygroundInput): Html {
  const messages = screeningMessages[locale];
  const kit = kitMessages[locale];
  const own = problem !== undefined && problem !== "rate_limited" && problem !== "provider_unavailable";
  const errors = problem === undefined ? [] : [{ path: own ? "value" : "", message: messages.problems[problem] }];
  const { title, value, hint, submit, limits } = messages.playground;
  return html`${errorSummary(kit, errors)}${found && result(locale, found)}
<div class="card"><h2 id="playground">${title}</h2>
${peopleForm(kit, {
  action: `${root}playground?lang=${locale}`,
  parts: [{ name: "value", label: value, hint, maxLength: 300, autocomplete: "off" }],
  submit,
  ...{ typed, errors: own ? errors : [] },
  before: html`<p class="soft">${limits}</p>`,
})}</div>`;
}

/** Plans side by side, so that the table fits a phone; each has a way to the form that asks for it. */
function planTable(messages: ScreeningMessages["plans"], { root, locale }: Reading): Html {
  const many = (value: number | null) => manyText(value, messages.unlimited, locale);
  const row = (name: string, tell: (plan: Plan, name: string) => Html | string) => html`<tr><th scope="row">${name}</th>
${wantedPlans.map((each) => html`<td>${tell(plans[each], each)}</td>`)}</tr>
`;
  const choose = ({ title }: Plan, name: string) =>
    html`<a href="${root}signup?plan=${name}&lang=${locale}">${messages.choose}<span class="hidden"> ${title}</span></a>`;
  return html`<table class="plans"><thead><tr><th scope="col">${messages.plan}</th>
${wantedPlans.map((each) => html`<th scope="col">${plans[each].title}</th>`)}</tr></thead>
<tbody>${row(messages.price, (plan) => priceText(plan, locale))}${row(messages.screenings, (plan) => many(plan.screenings))}${row(messages.apiKeys, (plan) => many(plan.apiKeys))}${row(messages.monitors, (plan) => (plan.monitors === 0 ? messages.no : messages.yes))}${row(messages.account, choose)}</tbody></table>`;
}

/** The playground by itself: the form, and what came of the value that was sent. */
export function playgroundPage(reading: Reading, shown: PlaygroundInput = {}): Answer<string> {
  const { root, locale } = reading;
  const messages = screeningMessages[locale];
  const { status, problem, found, retryAfterSeconds: wait } = shown;
  const title = found === undefined ? messages.playground.title : messages.result.title[found.action];
  return brandedPage({
    ...{ ...reading, title: `${title} · ${messages.title}`, style: screeningStyle },
    ...(status !== undefined && { status }),
    ...(problem !== undefined && { wrong: true }),
    ...(wait !== undefined && { headers: { "retry-after": String(wait) } }),
    main: html`<h1>${messages.title}</h1>
${playground(reading, shown)}
<p class="row links"><a href="${root}?lang=${locale}">${messages.plans.title}</a><a href="${root}docs">${messages.docs}</a></p>`,
  });
}

/** The screening interface's front page: what it does, the playground, and what it costs. */
export function screeningFrontPage(reading: Reading): Answer<string> {
  const { root, locale } = reading;
  const messages = screeningMessages[locale];
  const { gets, know } = messages;
  return brandedPage({
    ...{ ...reading, title: messages.title, style: screeningStyle, wide: true, listed: true },
    headers: { "cache-control": "public, max-age=300" },
    main: html`<h1 class="hero">${messages.title}</h1>
<p class="lead">${messages.lead}</p>
<p class="row">${ownLink(reading, "signup", messages.plans.ask, "button")}</p>
${playground(reading, {})}
<h2>${gets.title}</h2>
<ul class="tiles">${gets.things.map(({ title, text }) => html`<li><h3>${title}</h3><p>${text}</p></li>`)}</ul>
<h2 id="plans">${messages.plans.title}</h2>
<p>${messages.plans.lead}</p>
${planTable(messages.plans, reading)}
<p>${messages.plans.how}</p>
<div class="card"><h2>${know.title}</h2><ul>${know.things.map((each) => html`<li>${each}</li>`)}</ul></div>
<ul class="links"><li><a href="${root}docs">${messages.docs}</a></li><li><a href="${root}docs/api">${messages.reference}</a></li><li><a href="${root}health">${messages.health}</a></li></ul>`,
  });
}
