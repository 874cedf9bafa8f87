import { html } from "hono/html";
import type { PlaygroundView } from "../../contract/screening/screening-front-pages.ts";
import { dayText, numberText } from "../../domain/core/format.ts";
import type { Locale } from "../../domain/core/mail.ts";
import { wantedPlans } from "../../domain/screening/account-request.ts";
import { type Plan, plans } from "../../domain/screening/plan.ts";
import type { ScreenAction } from "../../domain/screening/risk.ts";
import { platformBrand } from "../../domain/tenants/brand.ts";
import type { Answer } from "../../http/operation-types.ts";
import { errorSummary, peopleForm } from "../kit/form.ts";
import { ownLink, type Reading } from "../kit/front-page.ts";
import { frontStyle } from "../kit/front-style.ts";
import { kitWords } from "../kit/messages/kit.ts";
import type { Html } from "../kit/page.ts";
import { brandedPage } from "../tenants/branded.ts";
import { riskWords } from "./messages/risk.ts";
import { type PlaygroundProblem, type ScreeningWords, screeningWords } from "./messages/screening.ts";
import { manyText, priceText } from "./plan-text.ts";

/** What the playground shows after a value was sent. */
export interface PlaygroundShown {
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

function chainOf({ chain, chain_candidates }: PlaygroundView, said: ScreeningWords["result"]): string {
  const others = chain_candidates.filter((each) => each !== chain);
  if (chain === null) return said.noChain;
  return others.length === 0 ? chain : `${chain} (${said.candidates} ${others.join(", ")})`;
}

/** Why the verdict is what it is: without a provider only the value's own form leaves anything to a person. */
function reasonOf(found: PlaygroundView, locale: Locale): string {
  const said = screeningWords[locale].result;
  const flagged = found.categories.map((each) => riskWords[locale][each]).join(", ");
  if (found.action === "block") return flagged;
  if (found.action === "allow") return flagged === "" ? said.noReasons : said.noted(flagged);
  if (found.type === "transaction") return said.unsure.transaction;
  return found.chain === null ? said.unsure.form : said.unsure.checksum;
}

/** What came of a value; it takes the focus, so that it is heard and stands in sight. */
function result(locale: Locale, found: PlaygroundView): Html {
  const said = screeningWords[locale].result;
  const names: Readonly<Record<string, string>> = said.listNames;
  const looked = found.list_versions.map(({ list, publishedAt, records }) =>
    said.listed(names[list] ?? list, dayText(publishedAt, locale), numberText(records, locale)),
  );
  return html`<section class="notice ${looks[found.action]} verdict" aria-labelledby="verdict verdict-text" tabindex="-1" autofocus>
<h2 id="verdict">${said.title[found.action]}</h2>
<p id="verdict-text">${said.text[found.action]}</p>
<dl>${fact(said.value, html`<code>${found.value}</code>`)}
${fact(said.risk, `${said.levels[found.risk_level]}, ${found.risk_score}/100`)}
${fact(said.reasons, reasonOf(found, locale))}
${fact(said.chain, chainOf(found, said))}
${fact(said.checksum, said.checksums[found.checksum])}
${fact(said.lists, html`${looked.map((each) => html`<div>${each}</div>`)}`)}</dl>
<p class="soft">${said.more}</p></section>`;
}

function playground({ root, locale }: Reading, { typed, found, problem }: PlaygroundShown): Html {
  const words = screeningWords[locale];
  const kit = kitWords[locale];
  const own = problem !== undefined && problem !== "rate_limited" && problem !== "provider_unavailable";
  const errors =
    problem === undefined ? [] : [{ path: own ? "value" : "", message: words.problems[problem] }];
  const { title, value, hint, submit, limits } = words.playground;
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
function planTable(words: ScreeningWords["plans"], { root, locale }: Reading): Html {
  const many = (value: number | null) => manyText(value, words.unlimited, locale);
  const row = (
    name: string,
    tell: (plan: Plan, name: string) => Html | string,
  ) => html`<tr><th scope="row">${name}</th>
${wantedPlans.map((each) => html`<td>${tell(plans[each], each)}</td>`)}</tr>
`;
  const choose = ({ title }: Plan, name: string) =>
    html`<a href="${root}signup?plan=${name}&lang=${locale}">${words.choose}<span class="hidden"> ${title}</span></a>`;
  return html`<table class="plans"><thead><tr><th scope="col">${words.plan}</th>
${wantedPlans.map((each) => html`<th scope="col">${plans[each].title}</th>`)}</tr></thead>
<tbody>${row(words.price, (plan) => priceText(plan, locale))}${row(words.screenings, (plan) => many(plan.screenings))}${row(words.apiKeys, (plan) => many(plan.apiKeys))}${row(words.monitors, (plan) => (plan.monitors === 0 ? words.no : words.yes))}${row(words.account, choose)}</tbody></table>`;
}

/** The playground by itself: the form, and what came of the value that was sent. */
export function playgroundPage(reading: Reading, shown: PlaygroundShown = {}): Answer<string> {
  const { root, locale } = reading;
  const words = screeningWords[locale];
  const { status, problem, found, retryAfterSeconds: wait } = shown;
  const title = found === undefined ? words.playground.title : words.result.title[found.action];
  return brandedPage({
    ...{ root, brand: platformBrand, locale, title: `${title} · ${words.title}`, style: screeningStyle },
    ...(status !== undefined && { status }),
    ...(problem !== undefined && { wrong: true }),
    ...(wait !== undefined && { headers: { "retry-after": String(wait) } }),
    main: html`<h1>${words.title}</h1>
${playground(reading, shown)}
<p class="row links"><a href="${root}?lang=${locale}">${words.plans.title}</a><a href="${root}docs">${words.docs}</a></p>`,
  });
}

/** The screening interface's front page: what it does, the playground, and what it costs. */
export function screeningFrontPage(reading: Reading): Answer<string> {
  const { root, locale } = reading;
  const words = screeningWords[locale];
  const { gets, know } = words;
  return brandedPage({
    ...{
      root,
      brand: platformBrand,
      locale,
      title: words.title,
      style: screeningStyle,
      wide: true,
      listed: true,
    },
    headers: { "cache-control": "public, max-age=300" },
    main: html`<h1 class="hero">${words.title}</h1>
<p class="lead">${words.lead}</p>
<p class="row">${ownLink(reading, "signup", words.plans.ask, "button")}</p>
${playground(reading, {})}
<h2>${gets.title}</h2>
<ul class="tiles">${gets.things.map(({ title, text }) => html`<li><h3>${title}</h3><p>${text}</p></li>`)}</ul>
<h2 id="plans">${words.plans.title}</h2>
<p>${words.plans.lead}</p>
${planTable(words.plans, reading)}
<p>${words.plans.how}</p>
<div class="card"><h2>${know.title}</h2><ul>${know.things.map((each) => html`<li>${each}</li>`)}</ul></div>
<ul class="links"><li><a href="${root}docs">${words.docs}</a></li><li><a href="${root}docs/api">${words.reference}</a></li><li><a href="${root}health">${words.health}</a></li></ul>`,
  });
}
