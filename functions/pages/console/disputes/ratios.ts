import { html } from "hono/html";
import { readRatios } from "../../../app/disputes/programs.ts";
import { getTenant, listTenants } from "../../../app/tenants/tenants.ts";
import { consoleDisputeActionOperations as forms } from "../../../contract/console/console-dispute-actions.ts";
import { consoleDisputeOperations } from "../../../contract/console/console-disputes.ts";
import { groupDigits } from "../../../domain/core/money.ts";
import { dayOf } from "../../../domain/core/time.ts";
import type { RatioView } from "../../../domain/disputes/ratio-view.ts";
import type { Tenant } from "../../../domain/tenants/tenant.ts";
import type { Html } from "../../kit/page.ts";
import { action, actionForm, formRow, why } from "../kit/action.ts";
import { facts, nameLink, section, table, two } from "../kit/components.ts";
import { type ConsoleContext, consoleList } from "../kit/context.ts";
import { detailPage } from "../kit/detail.ts";
import { badge, isolateText, moment, money, soft, type Tone } from "../kit/text.ts";
import type { RecordCall, View } from "../kit/view.ts";
import { disputesNav } from "./labels.ts";
import { percent, ratioPicture, warnAtPercent } from "./ratio-picture.ts";

type Program = RatioView["programs"][number];

const levels: Readonly<Record<Program["level"], readonly [words: string, tone: Tone]>> = {
  ok: ["in order", "good"],
  early_warning: ["early warning", "warn"],
  breached: ["breached", "bad"],
};

const order: readonly Program["level"][] = ["breached", "early_warning", "ok"];

const againstWords: Readonly<Record<Exclude<Program["against"], "window">, string>> = {
  this_month: "Set against the payments of the same month.",
  last_month: "Set against the payments of the month before.",
};

function againstText({ against, windowDays }: Program): string {
  if (against !== "window") return againstWords[against];
  return `Set against the payments of the last ${windowDays} days.`;
}

function creditBadge({ creditSuspended }: Tenant): Html {
  return creditSuspended ? badge("suspended", "bad") : badge("good", "good");
}

function ratioBadge({ ratioBreached }: Tenant): Html {
  return ratioBreached ? badge("breached", "bad") : badge("in order", "good");
}

export const ratiosPage = consoleList(consoleDisputeOperations.showRatios, {
  title: "Dispute ratios",
  tabs: disputesNav,
  intro: html`<p class="soft">How each tenant stands in the networks’ ratio programs. A tenant’s page has the programs.</p>
`,
  load: listTenants,
  caption: "Tenants, newest first",
  columns: [
    ["Tenant", ({ id, name }, { view }) => nameLink(view, `disputes/ratios/${id}`, name)],
    ["Ratios", ratioBadge],
    ["Credit", creditBadge],
    ["Suspended by", ({ creditSuspended }) => creditSuspended?.program.replaceAll("_", " ") ?? "–"],
    ["Since", ({ creditSuspended }) => moment(creditSuspended?.since ?? null)],
  ],
  empty: "There is no tenant yet.",
});

const suspend = action(forms.orderCreditByHand, {
  key: "suspend",
  opens: "Suspend the credit",
  before: "Settlements then wait until the payer’s bank cannot take the money back, and reserves rise.",
  submit: "Suspend the credit",
  look: "danger",
  fields: { note: why },
});
const reinstate = action(forms.orderCreditByHand, {
  key: "reinstate",
  opens: "Give the credit back",
  before:
    "A breach of this month or before suspends no more; one of a later month does. A breached ratio goes on keeping reserves.",
  submit: "Give the credit back",
  fields: { note: why },
});

function creditSection(view: View, tenant: Tenant, { credit }: RatioView): Html {
  const by = credit.program === "manual" ? "an operator" : credit.program?.replaceAll("_", " ").toUpperCase();
  const effect = credit.suspended
    ? "Settlements wait out their return windows, and reserves rise."
    : "Nothing is held back.";
  return section(
    "Credit",
    facts([
      ["Credit", creditBadge(tenant)],
      credit.suspended && ["Suspended by", by],
      credit.suspended && ["Since", moment(credit.since)],
      ["Ratios", ratioBadge(tenant)],
      ["What it does", effect],
    ]),
    formRow(actionForm(view, tenant.creditSuspended ? reinstate : suspend, { id: tenant.id })),
  );
}

function limitText({ thresholdBps, thresholdCount, thresholdBase, thresholdAmountCents }: Program): Html | string {
  if (thresholdBps === null) return "The program does not apply, or had not begun.";
  const base = thresholdBase !== null && `, of at least ${groupDigits(String(thresholdBase))} payments`;
  const amount = thresholdAmountCents !== null && html`, over at least ${money(thresholdAmountCents)}`;
  return html`${percent(thresholdBps)}, and at least ${groupDigits(String(thresholdCount ?? 0))} of them${base}${amount}`;
}

function forecastText({ untilBreach, level }: Program): string {
  if (level === "breached") return "It is breached.";
  if (untilBreach === null) return "However many more: another of its limits is not reached.";
  return `${groupDigits(String(untilBreach))} more would breach it, all else as it is.`;
}

function wayBack({ credit }: Program, view: View): Html | string {
  const { exit } = credit;
  if (!exit) return "–";
  const { breachedOn, after, earliest } = exit;
  const when = earliest > dayOf(view.now) ? `on ${earliest} at the earliest` : "from today on";
  return html`Last breached on ${breachedOn}; out of it after ${after} below the limit, ${when}.`;
}

function programSection(view: View, program: Program): Html {
  const { name, level, credit, months, amountCents } = program;
  const byMonth = table(`${name} by month, newest first`, months, "", [
    ["Month", ({ period }) => html`<span class="n">${period}</span>`],
    ["Count", ({ count }) => groupDigits(String(count)), "right"],
    ["Payments", ({ base }) => groupDigits(String(base)), "right"],
    ["Ratio", ({ ratioBps }) => html`<span class="n">${percent(ratioBps)}</span>`, "right"],
    ["Level", (each) => badge(...levels[each.level])],
  ]);
  return section(
    name,
    html`<p>${badge(...levels[level])}${credit.suspended && html` ${badge("suspends the credit", "bad")}`} ${soft(againstText(program))}</p>`,
    two(html`<figure>${ratioPicture(program)}</figure>`, html`<div>${byMonth}</div>`),
    facts([
      ["Limit", limitText(program)],
      amountCents !== null && ["Amount so far", money(amountCents)],
      ["Forecast", forecastText(program)],
      ["Way back", wayBack(program, view)],
    ]),
  );
}

function isCounted({ months }: Program): boolean {
  return months.some(({ count }) => count > 0);
}

function quietTable(programs: readonly Program[]): Html | false {
  if (programs.length === 0) return false;
  return section(
    "Nothing counted in six months",
    table("Programs in which nothing was counted in six months", programs, "", [
      ["Program", ({ name }) => name],
      ["Payments", ({ base }) => groupDigits(String(base)), "right"],
      ["Limit", limitText],
      ["Forecast", forecastText],
    ]),
  );
}

const legend = html`<ul class="legend"><li><svg viewBox="0 0 22 10" width="22" height="10" aria-hidden="true"><line class="line-bad" x1="0" x2="22" y1="5" y2="5"/></svg> The program’s limit</li>
<li><svg viewBox="0 0 22 10" width="22" height="10" aria-hidden="true"><line class="line-warn" x1="0" x2="22" y1="5" y2="5"/></svg> Early warning, at ${String(warnAtPercent)} % of it</li></ul>`;

export async function tenantRatiosPage(context: ConsoleContext, view: View, { params: { id } }: RecordCall) {
  const [{ state: tenant }, ratios] = await Promise.all([getTenant(context, id), readRatios(context, id)]);
  const byLevel = (one: Program, other: Program) => order.indexOf(one.level) - order.indexOf(other.level);
  const counted = ratios.programs.filter(isCounted).toSorted(byLevel);
  const quiet = ratios.programs.filter((each) => !isCounted(each));
  const how = html`<p>Each bar is a month’s ratio as it is counted by now; one that is beyond twice the limit is cut off there.</p>${legend}`;
  return detailPage(view, {
    title: `Dispute ratios of ${tenant.name}`,
    heading: html`<h1>Dispute ratios: ${isolateText(tenant.name)}</h1>`,
    above: [["disputes/ratios", "Dispute ratios"]],
    status: creditBadge(tenant),
    links: [
      ["Tenant", `tenants/${id}`],
      ["Alerts", "disputes/alerts", { tenantId: id }],
      ["Cases", "disputes/cases", { tenantId: id }],
    ],
    parts: [
      two(creditSection(view, tenant, ratios), counted.length > 0 && section("How to read the pictures", how)),
      counted.map((each) => programSection(view, each)),
      quietTable(quiet),
    ],
  });
}
