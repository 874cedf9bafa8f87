import { html } from "hono/html";
import { type ReconQuery, type ReportContext, reconcile, trialBalance } from "../../../app/reconciliation/reports.ts";
import { tenantNames } from "../../../app/tenants/tenants.ts";
import { dayOf } from "../../../domain/core/time.ts";
import type { ExportView } from "../../../domain/reconciliation/export-view.ts";
import type { ReconReport } from "../../../domain/reconciliation/recon-report.ts";
import type { Html } from "../../kit/page.ts";
import { section, table, tabs, tiles } from "../kit/components.ts";
import { filterForm } from "../kit/form.ts";
import { accountName } from "../kit/labels.ts";
import { subjectLink } from "../kit/subject.ts";
import { tenantField } from "../kit/tenant-field.ts";
import { badge, isolateText, moment, money } from "../kit/text.ts";
import { href, type QueryCall, type View } from "../kit/view.ts";

/** Rows of each list that the page shows; the files have all. */
const most = 100;

export function booksNav(view: View): Html {
  const places = [
    ["recon", "Reconciliation"],
    ["recon/daily", "Daily close"],
    ["recon/balance", "Trial balance"],
    ["fee-sweeps", "Fee sweeps"],
  ] as const;
  return tabs(view, "Books", places, (place) => view.path === `/console/${place}`);
}

const formatNames = { csv: "CSV", json: "JSON", beancount: "Beancount" };

export function downloads(
  view: View,
  place: string,
  query: Readonly<Record<string, string | undefined>>,
  formats: readonly (keyof typeof formatNames)[] = ["csv", "json"],
): Html {
  const links = formats.map(
    (format) =>
      html`<a class="button" href="${href(view, `${place}/file`, { ...query, format })}">Download ${formatNames[format]}</a> `,
  );
  return html`<p class="doings">${links}</p>`;
}

function recordOf(
  view: View,
  { settlementId, escrowId }: { readonly settlementId: string | null; readonly escrowId: string | null },
): Html | string {
  const id = settlementId ?? escrowId;
  return id === null ? "–" : subjectLink(view, id)[1];
}

function figures({ summary }: ReconReport): Html {
  const { totals, settlements, inFlight, escrows, heldCents, unbalanced, breaks } = summary;
  const byRail = html`by the rail ${money(totals.railCollectedCents)}`;
  return tiles([
    ["Settlements", String(settlements), `${inFlight} in flight, escrows too`],
    ["Escrows", String(escrows), html`${money(heldCents)} held`],
    ["Collected by the ledger", money(totals.ledgerCollectedCents), byRail],
    ["Unbalanced", String(unbalanced), "ledger against record"],
    ["Breaks", String(breaks), "ledger against rail"],
  ]);
}

function nightlyRuns({ summary: { nightly } }: ReconReport): Html {
  const counts = (breaks: Readonly<Record<string, number>>) =>
    Object.entries(breaks).map(([kind, howMany]) => html`${badge(kind, "bad")} ${howMany} `);
  const runs = table("The last nightly run of each rail", nightly, "No nightly run yet.", [
    ["Rail", ({ rail }) => rail],
    ["Up to", ({ date }) => date],
    ["Ended", ({ finishedAt, failure }) => (finishedAt ? moment(finishedAt) : badge(failure ?? "under way", "warn"))],
    ["Transfers read", ({ transfers }) => String(transfers), "right"],
    ["Records compared", ({ records }) => String(records), "right"],
    ["New breaks", ({ opened }) => String(opened), "right"],
    ["Over since", ({ matched }) => String(matched), "right"],
    ["Open breaks", ({ breaks }) => (Object.keys(breaks).length > 0 ? counts(breaks) : "none")],
  ]);
  return section("Every night", runs);
}

type Sums = readonly (readonly [
  name: string,
  byRecords: number | null,
  byLedger: number | null,
  byRail: number | null,
])[];

function settlementSums({ summary: { totals } }: ReconReport): Html {
  const rows: Sums = [
    ["Collected", totals.fiatInCents, totals.ledgerCollectedCents, totals.railCollectedCents],
    ["Fees", totals.feeCents, totals.ledgerFeeCents, null],
    ["Reserves", totals.reserveCents, totals.ledgerReserveCents, null],
    ["Paid out", totals.netCents, totals.ledgerPaidOutCents, null],
    ["Sent back", null, totals.ledgerReturnedCents, totals.railReturnedCents],
    ["Held", null, totals.ledgerHeldCents, null],
  ];
  return section("Sums", sumsTable("Sums by records, ledger and rail", rows));
}

function escrowSums({ summary: { escrows, escrowTotals: totals } }: ReconReport): Html | false {
  const rows: Sums = [
    ["Agreed", totals.amountCents, null, null],
    ["Came in", null, totals.ledgerCollectedCents, totals.railCollectedCents],
    ["Fees", null, totals.ledgerFeeCents, null],
    ["Paid out", null, totals.ledgerPaidOutCents, null],
    ["Sent back", null, totals.ledgerReturnedCents, totals.railReturnedCents],
    ["Returned of releases", totals.returnedCents, null, null],
    ["Held", totals.heldCents, totals.ledgerHeldCents, null],
    ["Applied to nothing", totals.unappliedCents, totals.ledgerUnappliedCents, null],
  ];
  const caption = "Sums of escrows by records, ledger and rail";
  return escrows > 0 && section("Sums of escrows", sumsTable(caption, rows));
}

function sumsTable(caption: string, rows: Sums): Html {
  const amount = (cents: number | null) => (cents === null ? "–" : money(cents));
  return table(caption, rows, "", [
    ["What", ([name]) => name],
    ["By the records", ([, cents]) => amount(cents), "right"],
    ["By the ledger", ([, , cents]) => amount(cents), "right"],
    ["By the rail", ([, , , cents]) => amount(cents), "right"],
  ]);
}

function exceptions(view: View, report: ReconReport, names: ReadonlyMap<string, string>): Html[] {
  const named = (id: string | null) => isolateText(id === null ? "–" : (names.get(id) ?? id));
  const breaks = table(
    "Where the ledger and the rail differ",
    report.breaks.slice(0, most),
    "The ledger and the rail agree.",
    [
      ["Break", ({ kind }) => badge(kind, "bad")],
      ["About", ({ about }) => about],
      ["Record", (each) => recordOf(view, each)],
      ["Ours", ({ ours }) => ours ?? "–", "right"],
      ["Theirs", ({ theirs }) => theirs ?? "–", "right"],
      ["At", ({ at }) => moment(at)],
    ],
  );
  const unbalanced = table(
    "Where the ledger and the records differ",
    report.unbalanced.slice(0, most),
    "Every settlement’s and escrow’s ledger agrees with its record.",
    [
      ["Record", (each) => recordOf(view, each)],
      ["Tenant", ({ tenantId }) => named(tenantId)],
      ["What does not agree", (each) => each.unbalanced.join(", ")],
    ],
  );
  const inFlight = table(
    "Settlements and escrows in flight",
    report.inFlight.slice(0, most),
    "Nothing was in flight.",
    [
      ["Record", (each) => recordOf(view, each)],
      ["Tenant", ({ tenantId }) => named(tenantId)],
      ["Status", ({ status }) => badge(status)],
      ["Amount", ({ fiatInCents }) => money(fiatInCents)],
      ["Created", ({ createdAt }) => moment(createdAt)],
    ],
  );
  return [section("Breaks", breaks), section("Unbalanced", unbalanced), section("In flight", inFlight)];
}

export async function reconPage(context: ReportContext, view: View, { query }: QueryCall<ReconQuery>) {
  const found = await reconcile(context, query);
  const filters = filterForm(view, "recon", [
    { name: "from", label: "From", type: "date", value: query.from && dayOf(query.from) },
    { name: "to", label: "Before", type: "date", value: query.to && dayOf(query.to) },
    await tenantField(context, query.tenantId, "all"),
    {
      name: "type",
      label: "Of",
      value: query.type,
      options: [
        ["all", "everything"],
        ["settlements", "settlements"],
        ["escrow", "escrows"],
      ],
    },
  ]);
  const head = html`${booksNav(view)}<h1>Reconciliation</h1><section>${filters}<p class="soft">By when settlements and escrows were created, at most 92 days; the last 24 hours where nothing is said.</p></section>`;
  if ("export" in found) return { title: "Reconciliation", main: html`${head}${exportPending(view, found.export)}` };
  const report = found.made;
  const { from, to, tenantId, type } = report.summary;
  const ids = [...report.inFlight.slice(0, most), ...report.unbalanced.slice(0, most)].map((each) => each.tenantId);
  const names = await tenantNames(context, [...new Set(ids)].slice(0, most));
  return {
    title: "Reconciliation",
    main: html`${head}
<p>${moment(from)} to ${moment(to)}</p>
${figures(report)}${downloads(view, "recon", { from, to, tenantId: tenantId ?? undefined, type })}
${nightlyRuns(report)}${settlementSums(report)}${escrowSums(report)}${exceptions(view, report, names)}`,
  };
}

export async function balancePage(
  context: ReportContext,
  view: View,
  { query }: QueryCall<{ tenantId?: string | undefined; at?: string | undefined }>,
) {
  const found = await trialBalance(context, query);
  const filters = filterForm(view, "recon/balance", [
    { name: "at", label: "Before", hint: "A day or an instant, in UTC", value: query.at },
    await tenantField(context, query.tenantId, "all"),
  ]);
  const head = html`${booksNav(view)}<h1>Trial balance</h1><section>${filters}</section>`;
  if ("export" in found) return { title: "Trial balance", main: html`${head}${exportPending(view, found.export)}` };
  const { accounts, total, at } = found.made;
  const side = (cents: number) => (cents === 0 ? "–" : money(cents));
  const sums = ["Both sides", money(total.debitCents), money(total.creditCents)].map((each) => html`<b>${each}</b>`);
  const rows = [
    ...accounts.map((each): unknown[] => [accountName(each.account), side(each.debitCents), side(each.creditCents)]),
    sums,
  ];
  const balances = table("Trial balance", rows, "", [
    ["Account", ([name]) => name],
    ["Debit", ([, debit]) => debit, "right"],
    ["Credit", ([, , credit]) => credit, "right"],
  ]);
  return {
    title: "Trial balance",
    main: html`${head}${section("Accounts", html`<p>Before ${moment(at)}</p>`, balances)}`,
  };
}

export function exportPlace({ id }: ExportView): string {
  return `recon/exports/${id}`;
}

/** What is said where a report is too much for a reply: it is being made. */
export function exportPending(view: View, made: ExportView): Html {
  return html`<p class="notice warn">This is too much for one reply, so it is made in the background. <a href="${href(view, exportPlace(made))}">See how far it is</a>.</p>`;
}
