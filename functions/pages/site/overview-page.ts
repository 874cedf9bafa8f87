import { html } from "hono/html";
import { overviewSeconds } from "../../app/site/overview-read.ts";
import { dayText, momentText, moneyText, numberText } from "../../domain/core/format.ts";
import type { Locale } from "../../domain/core/mail.ts";
import type { SettlementPlace } from "../../domain/settlement/overview.ts";
import type { DayVolume, PublicOverview } from "../../domain/site/overview-counts.ts";
import type { Answer } from "../../http/operation-types.ts";
import { ownLink, type Reading } from "../kit/front-page.ts";
import { frontStyle } from "../kit/front-style.ts";
import type { Html } from "../kit/page.ts";
import { brandedPage } from "../tenants/branded.ts";
import { frontMessages } from "./messages/front.ts";
import { type OverviewMessages, overviewMessages } from "./messages/overview.ts";
import { barPicture, columnPicture, type Drawn, flowPicture, type Look } from "./overview-picture.ts";

interface Shown {
  readonly overview: PublicOverview;
  readonly locale: Locale;
  readonly words: OverviewMessages;
}

/** How old the page may be where it is kept. */
export const overviewHeaders = { "cache-control": `public, max-age=${overviewSeconds}` };

const looks: Readonly<Record<SettlementPlace, Look>> = {
  completed: "is-good",
  in_flight: "is-main",
  declined: "is-warn",
  failed: "is-bad",
};

const drawnPlaces = ["completed", "in_flight", "declined", "failed"] as const;

function table(caption: string, head: readonly string[], rows: readonly (readonly string[])[]): Html {
  const cells = (row: readonly string[]) =>
    row.map((cell, at) => (at === 0 ? html`<th scope="row">${cell}</th>` : html`<td class="right">${cell}</td>`));
  const titles = head.map((title, at) =>
    at === 0 ? html`<th scope="col">${title}</th>` : html`<th scope="col" class="right">${title}</th>`,
  );
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${caption}"><table><caption class="hidden">${caption}</caption><thead><tr>${titles}</tr></thead>
<tbody>${rows.map(
    (row) => html`<tr>${cells(row)}</tr>
`,
  )}</tbody></table></div>`;
}

function folded({ words: messages }: Shown, inside: Html): Html {
  return html`<details><summary>${messages.table}</summary>${inside}</details>`;
}

function card(title: string, about: string, inside: Html): Html {
  return html`<section class="card"><h2>${title}</h2><p class="soft">${about}</p>
${inside}</section>`;
}

function figures({ overview, locale, words: messages }: Shown): Html {
  const { settlements, tenants } = overview;
  const all = [
    [moneyText(settlements.volumeCents, "USD", locale), messages.figures.volume],
    [numberText(settlements.byStatus.completed, locale), messages.figures.completed],
    [numberText(settlements.completedToday, locale), messages.figures.today],
    [numberText(tenants, locale), messages.figures.tenants],
  ] as const;
  return html`<ul class="figures">${all.map(([figure, name]) => html`<li><span class="figure">${figure}</span> <span class="soft">${name}</span></li>`)}</ul>`;
}

function days(shown: Shown): Html {
  const { overview, locale, words: messages } = shown;
  const { title, about, none, day, payments, amount } = messages.days;
  const busy = overview.days.filter(({ completed }) => completed > 0);
  if (busy.length === 0) return card(title, about, html`<p>${none}</p>`);
  const [first, last] = [overview.days[0], overview.days.at(-1)];
  const picture = columnPicture(
    overview.days.map(({ completedCents }) => completedCents / 100),
    {
      ...{ id: "days", title: `${title}. ${about}` },
      axis: (dollars) => shortMoney(dollars, locale),
      ends: [shortDay(first?.date ?? "", locale), shortDay(last?.date ?? "", locale)],
    },
  );
  const row = ({ date, completed, completedCents }: DayVolume) => [
    dayText(date, locale),
    numberText(completed, locale),
    moneyText(completedCents, "USD", locale),
  ];
  return card(
    title,
    about,
    html`${picture}${folded(shown, table(title, [day, payments, amount], busy.toReversed().map(row)))}`,
  );
}

function shares({ locale, words: messages }: Shown, title: string, first: string, parts: readonly Drawn[]): Html {
  const all = parts.reduce((sum, { value }) => sum + value, 0);
  const rows = parts.map(({ words: name, value, shown }) => [
    name,
    shown,
    percentText(value / Math.max(all, 1), locale),
  ]);
  return table(title, [first, messages.columns.count, messages.columns.share], rows);
}

function flow(shown: Shown): Html {
  const { overview, locale, words: messages } = shown;
  const { title, about, all, none } = messages.flow;
  const { count, byStatus } = overview.settlements;
  if (count === 0) return card(title, about, html`<p>${none}</p>`);
  const parts = drawnPlaces.map((place): Drawn => {
    const value = byStatus[place];
    return { words: messages.places[place], value, shown: numberText(value, locale), look: looks[place] };
  });
  const whole = { words: all, shown: numberText(count, locale) };
  const picture = flowPicture(whole, parts, { id: "flow", title: `${title}. ${about}` });
  return card(title, about, html`${picture}${folded(shown, shares(shown, title, messages.columns.status, parts))}`);
}

function time(shown: Shown): Html {
  const { overview, locale, words: messages } = shown;
  const { title, about, none } = messages.time;
  const bars = overview.settlements.secondsToSettle.map(({ count }, at): Drawn => {
    return { words: messages.within[at] ?? "", value: count, shown: numberText(count, locale), look: "is-main" };
  });
  if (bars.every(({ value }) => value === 0)) return card(title, about, html`<p>${none}</p>`);
  const picture = barPicture(bars, { id: "time", title: `${title}. ${about}` });
  return card(title, about, html`${picture}${folded(shown, shares(shown, title, messages.columns.time, bars))}`);
}

function statuses<S extends string>(
  { locale, words: messages }: Shown,
  noun: "invoices" | "escrows" | "disputes",
  { count, byStatus }: { readonly count: number; readonly byStatus: Readonly<Record<S, number>> },
  names: Readonly<Record<S, string>>,
  more: readonly (readonly [string, string])[] = [],
): Html {
  const title = messages.nouns[noun];
  if (count === 0) return html`<section class="card"><h2>${title}</h2><p>${messages.none}</p></section>`;
  const rows = (Object.keys(names) as S[]).map((status) => [names[status], numberText(byStatus[status], locale)]);
  return html`<section class="card"><h2>${title}</h2>
${table(title, [messages.columns.status, messages.columns.count], [...rows, [messages.total, numberText(count, locale)], ...more])}</section>`;
}

/** What all businesses together have done: drawn, and the same in tables. It needs no script. */
export function overviewPage(overview: PublicOverview, reading: Reading): Answer<string> {
  const { root, locale } = reading;
  const messages = overviewMessages[locale];
  const shown = { overview, locale, words: messages };
  const { invoices, escrows, disputes, generatedAt } = overview;
  const { returnedCents } = escrows;
  const returned = [messages.returned, moneyText(returnedCents, "USD", locale)] as const;
  return brandedPage({
    ...{ ...reading, title: messages.title, style: frontStyle, wide: true, listed: true },
    headers: overviewHeaders,
    main: html`<h1>${messages.title}</h1>
<p class="lead">${messages.lead}</p>
${figures(shown)}
<div class="pictures">${days(shown)}${flow(shown)}${time(shown)}${statuses(shown, "invoices", invoices, messages.invoices)}${statuses(shown, "escrows", escrows, messages.escrows, returnedCents > 0 ? [returned] : [])}${statuses(shown, "disputes", disputes, messages.disputes)}</div>
<p class="soft">${messages.asOf(momentText(generatedAt, locale))}</p>
<p class="row"><a href="${root}demo/overview">${messages.data}</a>${ownLink(reading, "signup", frontMessages[locale].ask)}</p>`,
  });
}

function percentText(part: number, locale: Locale): string {
  return numberText(part, locale, { style: "percent", maximumFractionDigits: 1 });
}

/** A round amount for an axis: `$12K`. */
function shortMoney(dollars: number, locale: Locale): string {
  const whole = { style: "currency", currency: "USD" } as const;
  return numberText(dollars, locale, { ...whole, notation: "compact", maximumFractionDigits: 1 });
}

function shortDay(day: string, locale: Locale): string {
  return dayText(day, locale, { month: "short", day: "numeric" });
}
