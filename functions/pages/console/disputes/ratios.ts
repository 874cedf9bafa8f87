import { html } from "hono/html";
import { readRatios } from "../../../app/disputes/programs.ts";
import { getTenant, listTenants } from "../../../app/tenants/tenants.ts";
import { dayOf } from "../../../domain/core/time.ts";
import type { RatioView } from "../../../domain/disputes/ratio-view.ts";
import { longestNote } from "../../../domain/review/case-notes.ts";
import type { Tenant } from "../../../domain/tenants/tenant.ts";
import type { Html } from "../../kit/page.ts";
import {
  badge,
  facts,
  grouped,
  moment,
  money,
  pager,
  section,
  type Tone,
  table,
  trail,
} from "../kit/components.ts";
import type { ConsoleDesk } from "../kit/context.ts";
import { type Form, folded } from "../kit/form.ts";
import { type Content, href, type View } from "../kit/view.ts";
import { disputesNav } from "./labels.ts";
import { percent, ratioPicture, warnAtPercent } from "./ratio-picture.ts";

type Program = RatioView["programs"][number];

const levels: Readonly<Record<Program["level"], readonly [words: string, tone: Tone]>> = {
  ok: ["in order", "good"],
  early_warning: ["early warning", "warn"],
  breached: ["breached", "bad"],
};

const order: readonly Program["level"][] = ["breached", "early_warning", "ok"];

const againstWords: Readonly<Record<Program["against"], string>> = {
  this_month: "Set against the payments of the same month.",
  last_month: "Set against the payments of the month before.",
  window: "Set against the payments of the last 60 days.",
};

function creditBadge({ creditSuspended }: Tenant): Html {
  return creditSuspended ? badge("suspended", "bad") : badge("good", "good");
}

/** Every tenant with how its credit stands. */
export async function ratiosPage(
  desk: ConsoleDesk,
  view: View,
  asked: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<Content> {
  const { data, nextCursor } = await listTenants(desk, asked);
  const rows = data.map((each) => [
    html`<a href="${href(view, `disputes/ratios/${each.id}`)}" dir="auto">${each.name}</a>`,
    each.ratioBreached ? badge("breached", "bad") : badge("in order", "good"),
    creditBadge(each),
    each.creditSuspended?.program.replaceAll("_", " ") ?? "–",
    moment(each.creditSuspended?.since ?? null),
  ]);
  const columns = ["Tenant", "Ratios", "Credit", "Suspended by", "Since"].map((head) => ({ head }));
  return {
    title: "Dispute ratios",
    main: html`${disputesNav(view)}<h1>Dispute ratios</h1>
<section><p class="soft">How each tenant stands in the networks’ ratio programs. A tenant’s page has the programs.</p>
${table("Tenants, newest first", columns, rows, "There is no tenant yet.")}${pager(view, "disputes/ratios", asked, nextCursor)}</section>`,
  };
}

function creditForm(view: View, { id, creditSuspended }: Tenant): Html {
  const note = { name: "note", label: "Why", type: "lines" as const, optional: true, maxLength: longestNote };
  const form = { operation: "orderCreditByHand", to: `disputes/ratios/${id}/credit`, fields: [note] };
  if (creditSuspended)
    return folded(
      view,
      "Give the credit back",
      { ...form, key: "reinstate", submit: "Give the credit back" } satisfies Form,
      "A breach of this month or before suspends no more; one of a later month does. A breached ratio goes on keeping reserves.",
    );
  return folded(
    view,
    "Suspend the credit",
    { ...form, key: "suspend", submit: "Suspend the credit", look: "danger" } satisfies Form,
    "Settlements then wait until the payer’s bank cannot take the money back, and reserves rise.",
  );
}

function creditSection(view: View, tenant: Tenant, { credit }: RatioView): Html {
  const by = credit.program === "manual" ? "an operator" : credit.program?.replaceAll("_", " ").toUpperCase();
  return section(
    "Credit",
    facts([
      ["Credit", creditBadge(tenant)],
      ...(credit.suspended
        ? ([
            ["Suspended by", by],
            ["Since", moment(credit.since)],
          ] as const)
        : []),
      ["Ratios", tenant.ratioBreached ? badge("breached", "bad") : badge("in order", "good")],
      [
        "What it does",
        credit.suspended
          ? "Settlements wait out their return windows, and reserves rise."
          : "Nothing is held back.",
      ],
    ]),
    html`<div class="doings">${creditForm(view, tenant)}</div>`,
  );
}

function limitWords({
  thresholdBps,
  thresholdCount,
  thresholdBase,
  thresholdAmountCents,
}: Program): Html | string {
  if (thresholdBps === null) return "The program had not begun.";
  const base = thresholdBase !== null && `, of at least ${grouped(String(thresholdBase))} payments`;
  const amount = thresholdAmountCents !== null && html`, over at least ${money(thresholdAmountCents)}`;
  return html`${percent(thresholdBps)}, and at least ${grouped(String(thresholdCount ?? 0))} of them${base}${amount}`;
}

function forecastWords({ untilBreach, level }: Program): string {
  if (level === "breached") return "It is breached.";
  if (untilBreach === null) return "However many more: another of its limits is not reached.";
  return `${grouped(String(untilBreach))} more would breach it, all else as it is.`;
}

function wayBack({ credit }: Program, view: View): Html | string {
  const { exit } = credit;
  if (!exit) return "–";
  const { breachedOn, after, earliest } = exit;
  const when = earliest > dayOf(view.now) ? `on ${earliest} at the earliest` : "from today on";
  return html`Last breached on ${breachedOn}; out of it after ${after} below the limit, ${when}.`;
}

function programSection(view: View, program: Program): Html {
  const { name, level, credit, against, months, amountCents } = program;
  const rows = months.map((each) => [
    html`<span class="n">${each.period}</span>`,
    grouped(String(each.count)),
    grouped(String(each.base)),
    html`<span class="n">${percent(each.ratioBps)}</span>`,
    badge(...levels[each.level]),
  ]);
  const columns = [
    { head: "Month" },
    { head: "Count", right: true },
    { head: "Payments", right: true },
    { head: "Ratio", right: true },
    { head: "Level" },
  ];
  return section(
    name,
    html`<p>${badge(...levels[level])}${credit.suspended && html` ${badge("suspends the credit", "bad")}`} <span class="soft">${againstWords[against]}</span></p>`,
    html`<div class="two"><figure>${ratioPicture(program)}</figure><div>${table(`${name} by month, newest first`, columns, rows, "")}</div></div>`,
    facts([
      ["Limit", limitWords(program)],
      ...(amountCents === null ? [] : [["Amount so far", money(amountCents)] as const]),
      ["Forecast", forecastWords(program)],
      ["Way back", wayBack(program, view)],
    ]),
  );
}

function isCounted({ months }: Program): boolean {
  return months.some(({ count }) => count > 0);
}

function quietTable(programs: readonly Program[]): Html | false {
  const rows = programs.map((each) => [
    each.name,
    grouped(String(each.base)),
    limitWords(each),
    forecastWords(each),
  ]);
  const columns = [
    { head: "Program" },
    { head: "Payments", right: true },
    { head: "Limit" },
    { head: "Forecast" },
  ];
  return (
    programs.length > 0 &&
    section(
      "Nothing counted in six months",
      table("Programs in which nothing was counted in six months", columns, rows, ""),
    )
  );
}

/** How a tenant stands in every ratio program, what that does to its credit, and the way back. */
export async function tenantRatiosPage(desk: ConsoleDesk, view: View, id: string): Promise<Content> {
  const [{ state: tenant }, ratios] = await Promise.all([getTenant(desk, id), readRatios(desk, id)]);
  const byLevel = (one: Program, other: Program) => order.indexOf(one.level) - order.indexOf(other.level);
  const counted = ratios.programs.filter(isCounted).toSorted(byLevel);
  const quiet = ratios.programs.filter((each) => !isCounted(each));
  const legend = html`<ul class="legend"><li><svg viewBox="0 0 22 10" width="22" height="10" aria-hidden="true"><line class="line-bad" x1="0" x2="22" y1="5" y2="5"/></svg> The program’s limit</li>
<li><svg viewBox="0 0 22 10" width="22" height="10" aria-hidden="true"><line class="line-warn" x1="0" x2="22" y1="5" y2="5"/></svg> Early warning, at ${String(warnAtPercent)} % of it</li></ul>`;
  return {
    title: `Dispute ratios of ${tenant.name}`,
    main: html`${trail(view, [["disputes/ratios", "Dispute ratios"]])}
<div class="head"><h1>Dispute ratios: <span dir="auto">${tenant.name}</span></h1>${creditBadge(tenant)}
<a class="end" href="${href(view, `tenants/${id}`)}">Tenant</a> <a href="${href(view, "disputes/alerts", { tenantId: id })}">Alerts</a> <a href="${href(view, "disputes/cases", { tenantId: id })}">Cases</a></div>
<div class="two">${creditSection(view, tenant, ratios)}${counted.length > 0 && section("How to read the pictures", html`<p>Each bar is a month’s ratio as it is counted by now; one that is beyond twice the limit is cut off there.</p>${legend}`)}</div>
${counted.map((each) => programSection(view, each))}
${quietTable(quiet)}`,
  };
}
