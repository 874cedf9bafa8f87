import { html } from "hono/html";
import { dayBefore } from "../../../app/reconciliation/close-record.ts";
import { type CloseQuery, dailyClose, type ReportContext } from "../../../app/reconciliation/reports.ts";
import { tenantNames } from "../../../app/tenants/tenants.ts";
import { centsText, groupDigits } from "../../../domain/core/money.ts";
import { dayAfter, dayOf } from "../../../domain/core/time.ts";
import type { CloseReport } from "../../../domain/reconciliation/close-report.ts";
import type { Html } from "../../kit/page.ts";
import { factsSection, section, table } from "../kit/components.ts";
import { filterForm } from "../kit/form.ts";
import { accountName } from "../kit/labels.ts";
import { subjectLink } from "../kit/subject.ts";
import { tenantField } from "../kit/tenant-field.ts";
import { badge, code, money } from "../kit/text.ts";
import { href, type QueryCall, type View } from "../kit/view.ts";
import { booksNav, downloads, exportPending } from "./recon.ts";

/** Settlements that the page shows; the files have all. */
const most = 100;

function accountsTable({ accounts }: CloseReport): Html {
  return table("Accounts; debits are positive", accounts, "Nothing stands on any account.", [
    ["Account", ({ account }) => accountName(account)],
    ["Opening", ({ openingCents }) => money(openingCents), "right"],
    ["Debit", ({ debitCents }) => money(debitCents), "right"],
    ["Credit", ({ creditCents }) => money(creditCents), "right"],
    ["Late", ({ lateCents }) => (lateCents === 0 ? "–" : money(lateCents)), "right"],
    ["Closing", ({ closingCents }) => html`<b>${money(closingCents)}</b>`, "right"],
  ]);
}

function walletsSection({ wallets }: CloseReport): Html | "" {
  if (wallets.length === 0) return "";
  return section(
    "Wallets at rails",
    table("Accounts by wallet, in stablecoin; debits are positive", wallets, "Nothing lies in any wallet.", [
      ["Wallet", ({ wallet }) => code(wallet)],
      ["Account", ({ account }) => accountName(account)],
      ["Opening", ({ openingUnits }) => openingUnits, "right"],
      ["Movement", ({ movementUnits }) => movementUnits, "right"],
      ["Late", ({ lateUnits }) => (/[1-9]/.test(lateUnits) ? lateUnits : "–"), "right"],
      ["Closing", ({ closingUnits }) => html`<b>${closingUnits}</b>`, "right"],
    ]),
  );
}

function statusesTable(statuses: CloseReport["statuses"], noun: string): Html {
  return table(`${noun} by status`, statuses, `There were no ${noun.toLowerCase()}.`, [
    ["Status", ({ status }) => badge(status)],
    ["Opening", ({ openingCount }) => String(openingCount), "right"],
    ["Of the day’s own", ({ createdCount }) => String(createdCount), "right"],
    ["Closing", ({ closingCount }) => String(closingCount), "right"],
  ]);
}

type Shown = Omit<NonNullable<CloseReport["settlements"]>[number], "settlementId"> & { readonly id: string };

function settlementRows({ settlements }: CloseReport): Shown[] | null {
  return settlements?.map(({ settlementId: id, ...row }) => ({ id, ...row })) ?? null;
}

function escrowRows({ escrowRows: rows }: CloseReport): Shown[] | null {
  return rows?.map(({ escrowId: id, ...row }) => ({ id, ...row })) ?? null;
}

function rowsTable(view: View, noun: string, all: Shown[] | null, download: CloseReport["download"]): Html {
  if (all === null)
    return html`<p>There are too many for a page.${download && html` <a href="${download.url}">The file has them</a>.`}</p>`;
  const rows = table(
    `${noun}s of the day, and adjustments of earlier ones`,
    all.slice(0, most),
    `No ${noun.toLowerCase()} moved money.`,
    [
      [noun, ({ id }) => subjectLink(view, id)[1]],
      ["Why", ({ record }) => (record === "created" ? "of this day" : badge("adjustment", "warn"))],
      ["Status", ({ status }) => badge(status)],
      ["Collected", ({ collectedCents }) => money(collectedCents), "right"],
      ["Paid out", ({ paidOutCents }) => money(paidOutCents), "right"],
      ["Sent back", ({ returnedCents }) => money(returnedCents), "right"],
    ],
  );
  return html`${rows}${all.length > most && html`<p class="soft">The first ${most} of ${all.length}.</p>`}`;
}

function days(view: View, date: string, tenantId: string | undefined): Html {
  const next = dayAfter(date);
  return html`<nav class="pager" aria-label="Days"><a rel="prev" href="${href(view, "recon/daily", { date: dayBefore(date), tenantId })}">${dayBefore(date)}</a> ${next < dayOf(view.now) && html`<a rel="next" href="${href(view, "recon/daily", { date: next, tenantId })}">${next}</a>`}</nav>`;
}

function figures(view: View, report: CloseReport, tenantId: string | undefined): Html {
  const { date } = report;
  return html`${days(view, date, tenantId)}
${downloads(view, "recon/daily", { date, tenantId }, ["csv", "json", "beancount"])}
${section("The day’s flow", accountsPicture(report))}
${section("Accounts", accountsTable(report))}
${walletsSection(report)}
<div class="two">${section("Settlements by status", statusesTable(report.statuses, "Settlements"))}
${factsSection("Proof", [
  ["Set out that day", String(report.created)],
  ["Adjusted from earlier days", String(report.adjusted)],
  ["In flight at its end", String(report.inFlight)],
  ["Unbalanced", report.unbalanced === 0 ? "none" : badge(String(report.unbalanced), "bad")],
  ["SHA-256 of the figures", code(report.sha256)],
  ["SHA-256 of the rows", code(report.rows.sha256)],
])}</div>
${section("Settlements", rowsTable(view, "Settlement", settlementRows(report), report.download))}
${escrowParts(view, report)}`;
}

/** Nothing where there has never been an escrow. */
function escrowParts(view: View, report: CloseReport): Html | false {
  const { statuses, created, adjusted, open, heldCents, rows } = report.escrows;
  if (statuses.every(({ openingCount, closingCount }) => openingCount + closingCount === 0)) return false;
  return html`<div class="two">${section("Escrows by status", statusesTable(statuses, "Escrows"))}
${factsSection("Held in escrow", [
  ["Held at its end", money(heldCents)],
  ["Set out that day", String(created)],
  ["Adjusted from earlier days", String(adjusted)],
  ["Open at its end", String(open)],
  ["SHA-256 of the rows", code(rows.sha256)],
])}</div>
${section("Escrows", rowsTable(view, "Escrow", escrowRows(report), report.download))}`;
}

export async function closePage(context: ReportContext, view: View, { query }: QueryCall<CloseQuery>) {
  const found = await dailyClose(context, query);
  const { tenantId } = query;
  const date = "made" in found ? found.made.date : (query.date ?? dayBefore(dayOf(view.now)));
  const names = tenantId === undefined ? undefined : await tenantNames(context, [tenantId]);
  const whose = tenantId === undefined ? "everybody" : (names?.get(tenantId) ?? tenantId);
  const stored = "made" in found && (found.made.preliminary ? badge("preliminary", "warn") : badge("closed", "good"));
  const filters = filterForm(view, "recon/daily", [
    { name: "date", label: "Day (UTC)", type: "date", value: date },
    await tenantField(context, tenantId, "all"),
  ]);
  return {
    title: `Close of ${date}`,
    main: html`${booksNav(view)}<div class="head"><h1>Close of ${date}</h1>${stored}<span class="soft">for <span dir="auto">${whose}</span></span></div>
<section>${filters}</section>
${"export" in found ? exportPending(view, found.export) : figures(view, found.made, tenantId)}`,
  };
}

const pictureWidth = 480;
const labelWidth = 130;
const pairHeight = 34;

function bar(cents: number, most: number, y: number, look: string): Html | false {
  if (cents === 0) return false;
  const long = Math.max(2, (cents / most) * (pictureWidth - labelWidth - 90));
  return html`<rect class="${look}" x="${labelWidth}" y="${y}" width="${long.toFixed(1)}" height="11" rx="2"/><text class="figure" x="${(labelWidth + long + 6).toFixed(1)}" y="${y + 10}">${groupDigits(centsText(cents))}</text>`;
}

/** What each account took and gave in a day, a pair of bars each. The table of accounts has the same figures. */
function accountsPicture({ accounts }: CloseReport): Html {
  const moved = accounts.filter(({ debitCents, creditCents }) => debitCents + creditCents > 0);
  if (moved.length === 0) return html`<p class="empty">No money moved on this day.</p>`;
  const most = Math.max(...moved.flatMap(({ debitCents, creditCents }) => [debitCents, creditCents]));
  const rows = moved.map(({ account, debitCents, creditCents }, at) => {
    const y = at * pairHeight + 4;
    return html`<text x="${labelWidth - 10}" y="${y + 17}" text-anchor="end">${accountName(account)}</text>${bar(debitCents, most, y, "bar")}${bar(creditCents, most, y + 13, "bar-warn")}`;
  });
  return html`<figure><svg class="picture" role="img" aria-labelledby="close-flow" viewBox="0 0 ${pictureWidth} ${moved.length * pairHeight + 4}"><title id="close-flow">What each account took and gave on the day, in USD. The table below has the same figures.</title>${rows}</svg>
<figcaption><ul class="legend"><li><svg viewBox="0 0 10 10" width="10" height="10" aria-hidden="true"><rect class="bar" width="10" height="10" rx="2"/></svg> Debit: came onto it</li><li><svg viewBox="0 0 10 10" width="10" height="10" aria-hidden="true"><rect class="bar-warn" width="10" height="10" rx="2"/></svg> Credit: went off it</li></ul></figcaption></figure>`;
}
