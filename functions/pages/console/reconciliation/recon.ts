import { html } from "hono/html";
import { type ReconAsked, type ReportDesk, reconcile } from "../../../app/reconciliation/reports.ts";
import { tenantNames } from "../../../app/tenants/names.ts";
import { dayOf } from "../../../domain/core/time.ts";
import type { ReconReport } from "../../../domain/reconciliation/recon-report.ts";
import type { Html } from "../../kit/page.ts";
import { beingMade } from "../files.ts";
import { badge, moment, money, section, table } from "../kit/components.ts";
import { filterForm } from "../kit/form.ts";
import { subjectLink } from "../kit/subject.ts";
import { tenantField } from "../kit/tenant-field.ts";
import { type Content, href, type View } from "../kit/view.ts";

/** Rows of each list that the page shows; the files have all. */
const most = 100;

/** The pages about the books, beside one another. */
export function booksNav(view: View): Html {
  const places = [
    ["recon", "Reconciliation"],
    ["recon/daily", "Daily close"],
    ["recon/balance", "Trial balance"],
  ] as const;
  const links = places.map(
    ([place, name]) =>
      html`<li><a href="${href(view, place)}"${view.path === `/console/${place}` && html` aria-current="page"`}>${name}</a></li>`,
  );
  return html`<nav class="tabs" aria-label="Books"><ul>${links}</ul></nav>`;
}

/** Ways to save what a page shows. */
export function downloads(
  view: View,
  place: string,
  query: Readonly<Record<string, string | undefined>>,
): Html {
  const link = (format: "csv" | "json") =>
    html`<a class="button" href="${href(view, `${place}/file`, { ...query, format })}">Download ${format.toUpperCase()}</a>`;
  return html`<p class="doings">${link("csv")} ${link("json")}</p>`;
}

function recordLink(
  view: View,
  { settlementId, escrowId }: { readonly settlementId: string | null; readonly escrowId: string | null },
): Html | string {
  const id = settlementId ?? escrowId;
  return id === null ? "–" : subjectLink(view, id)[1];
}

function tiles({ summary }: ReconReport): Html {
  const { totals } = summary;
  return html`<ul class="tiles">
<li><span>Settlements</span><b>${String(summary.settlements)}</b><span>${String(summary.inFlight)} in flight, escrows too</span></li>
<li><span>Escrows</span><b>${String(summary.escrows)}</b><span>${money(summary.heldCents)} held</span></li>
<li><span>Collected by the ledger</span><b>${money(totals.ledgerCollectedCents)}</b><span>by the rail ${money(totals.railCollectedCents)}</span></li>
<li><span>Unbalanced</span><b>${String(summary.unbalanced)}</b><span>ledger against record</span></li>
<li><span>Breaks</span><b>${String(summary.breaks)}</b><span>ledger against rail</span></li>
</ul>`;
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
    ["Held", totals.heldCents, totals.ledgerHeldCents, null],
    ["Applied to nothing", totals.unappliedCents, totals.ledgerUnappliedCents, null],
  ];
  const caption = "Sums of escrows by records, ledger and rail";
  return escrows > 0 && section("Sums of escrows", sumsTable(caption, rows));
}

function sumsTable(caption: string, rows: Sums): Html {
  const columns = [
    { head: "What" },
    { head: "By the records", right: true },
    { head: "By the ledger", right: true },
    { head: "By the rail", right: true },
  ];
  const cells = rows.map(([name, ...amounts]) => [
    name,
    ...amounts.map((cents) => (cents === null ? "–" : money(cents))),
  ]);
  return table(caption, columns, cells, "");
}

function exceptions(view: View, report: ReconReport, names: ReadonlyMap<string, string>): Html[] {
  const named = (id: string | null) =>
    html`<span dir="auto">${id === null ? "–" : (names.get(id) ?? id)}</span>`;
  const breakRows = report.breaks
    .slice(0, most)
    .map((each) => [
      badge(each.kind, "bad"),
      each.about,
      recordLink(view, each),
      each.ours ?? "–",
      each.theirs ?? "–",
      moment(each.at),
    ]);
  const breakColumns = [
    { head: "Break" },
    { head: "About" },
    { head: "Record" },
    { head: "Ours", right: true },
    { head: "Theirs", right: true },
    { head: "At" },
  ];
  const offRows = report.unbalanced
    .slice(0, most)
    .map((each) => [recordLink(view, each), named(each.tenantId), each.unbalanced.join(", ")]);
  const flying = report.inFlight
    .slice(0, most)
    .map((each) => [
      recordLink(view, each),
      named(each.tenantId),
      badge(each.status),
      money(each.fiatInCents),
      moment(each.createdAt),
    ]);
  const heads = (...names: string[]) => names.map((head) => ({ head }));
  return [
    section(
      "Breaks",
      table(
        "Where the ledger and the rail differ",
        breakColumns,
        breakRows,
        "The ledger and the rail agree.",
      ),
    ),
    section(
      "Unbalanced",
      table(
        "Where the ledger and the records differ",
        heads("Record", "Tenant", "What does not agree"),
        offRows,
        "Every settlement’s and escrow’s ledger agrees with its record.",
      ),
    ),
    section(
      "In flight",
      table(
        "Settlements and escrows in flight",
        heads("Record", "Tenant", "Status", "Amount", "Created"),
        flying,
        "Nothing was in flight.",
      ),
    ),
  ];
}

/** The ledger against the records and against the rail's own list. */
export async function reconPage(desk: ReportDesk, view: View, asked: ReconAsked): Promise<Content> {
  const found = await reconcile(desk, asked);
  const filters = filterForm(view, "recon", [
    { name: "from", label: "From", type: "date", value: asked.from && dayOf(asked.from) },
    { name: "to", label: "Before", type: "date", value: asked.to && dayOf(asked.to) },
    await tenantField(desk, asked.tenantId, "all"),
    {
      name: "type",
      label: "Of",
      value: asked.type,
      options: [
        ["all", "everything"],
        ["settlements", "settlements"],
        ["escrow", "escrows"],
      ],
    },
  ]);
  const head = html`${booksNav(view)}<h1>Reconciliation</h1><section>${filters}<p class="soft">By when settlements and escrows were created, at most 92 days; the last 24 hours where nothing is said.</p></section>`;
  if ("export" in found)
    return { title: "Reconciliation", main: html`${head}${beingMade(view, found.export)}` };
  const report = found.made;
  const { from, to, tenantId, type } = report.summary;
  const ids = [...report.inFlight.slice(0, most), ...report.unbalanced.slice(0, most)].map(
    (each) => each.tenantId,
  );
  const names = await tenantNames(desk, [...new Set(ids)].slice(0, most));
  return {
    title: "Reconciliation",
    main: html`${head}
<p>${moment(from)} to ${moment(to)}</p>
${tiles(report)}${downloads(view, "recon", { from, to, tenantId: tenantId ?? undefined, type })}
${settlementSums(report)}${escrowSums(report)}${exceptions(view, report, names)}`,
  };
}
