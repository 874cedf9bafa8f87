import { html } from "hono/html";
import { readCatalogue, stepsBefore, stepsSince } from "../../app/screening/list-catalogue.ts";
import { changesOf } from "../../app/screening/list-changes.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import type { ListHead } from "../../domain/screening/list-entry.ts";
import { settings } from "../../wiring/core/env.ts";
import { code, distance, facts, moment, section, table, trail } from "../console/kit/components.ts";
import { type Content, href, type View } from "../console/kit/view.ts";
import type { Html } from "../kit/page.ts";
import type { OfficeDesk } from "./context.ts";
import { freshness } from "./labels.ts";

/** Versions on a page of the history. */
const onPage = 25;

/** Addresses of one version that are shown. */
const mostShown = 200;

/** The lists that everybody is screened by, a row each. */
export function listsTable(view: View, lists: readonly ListHead[]): Html {
  const rows = lists.map((head) => [
    html`${head.title}<br><span class="soft">${head.list}</span>`,
    html`<code title="${head.sha256}">${head.sha256.slice(0, 12)}</code>`,
    head.publishedAt,
    head.records.toLocaleString("en"),
    distance(head.loadedAt, view.now),
    freshness(head, view.now),
  ]);
  const columns = [
    { head: "List" },
    { head: "Version" },
    { head: "Published" },
    { head: "Addresses", right: true },
    { head: "Loaded" },
    { head: "State" },
  ];
  return table("Lists in force", columns, rows, "There is no list: nobody is screened.");
}

function importing(): Html {
  const where = settings.LOCAL ? "" : ` --stage ${settings.STAGE}`;
  return section(
    "Bring a list by hand",
    html`<p>A list is loaded every hour where its publisher has it, and imported on the command line alone: the file is on your machine, and is refused unless it is plausible.</p>
<pre tabindex="0">npm run lists -- import FILE${where}</pre>`,
  );
}

/** The lists in force, and what each version of the catalogue changed, newest first. */
export async function listsPage(desk: OfficeDesk, view: View, before: number | undefined): Promise<Content> {
  const [{ lists }, { steps, next }] = await Promise.all([
    readCatalogue(desk),
    stepsBefore(desk, before ?? null, onPage),
  ]);
  const rows = steps.map((step) => [
    html`<a href="${href(view, `lists/${step.version}`)}">${step.version}<span class="hidden"> of the catalogue</span></a>`,
    step.list,
    moment(step.at),
    String(step.added),
    String(step.removed),
  ]);
  const columns = [
    { head: "Version" },
    { head: "List" },
    { head: "In force since" },
    { head: "Added", right: true },
    { head: "Removed", right: true },
  ];
  return {
    title: "Lists",
    main: html`<h1>Lists</h1>
${section("In force", listsTable(view, lists))}
${section(
  "History",
  table("Versions of the catalogue, newest first", columns, rows, "No list has ever been loaded."),
  olderPages(view, before, next),
)}
${importing()}`,
  };
}

function olderPages(view: View, before: number | undefined, next: number | null): Html | false {
  if (before === undefined && next === null) return false;
  return html`<nav class="pager" aria-label="Pages">${before !== undefined && html`<a href="${href(view, "lists")}">First page</a>`} ${next !== null && html`<a rel="next" href="${href(view, "lists", { before: next })}">Next page</a>`}</nav>`;
}

/** What one version of the catalogue changed. */
export async function listVersionPage(desk: OfficeDesk, view: View, version: number): Promise<Content> {
  const [step] = await stepsSince(desk, version - 1, 1);
  if (step?.version !== version) throw new Refusal("not_found", "the catalogue has no such version");
  const changes = await changesOf(desk, step);
  const rows = changes
    .slice(0, mostShown)
    .map(({ kind, address }) => [kind === "added" ? "added" : "removed", code(address)]);
  const title = `Version ${version} of the catalogue`;
  return {
    title,
    main: html`${trail(view, [["lists", "Lists"]])}<h1>${title}</h1>
${section(
  "What it was",
  facts([
    ["List", step.list],
    ["In force since", moment(step.at)],
    ["Added", String(step.added)],
    ["Removed", String(step.removed)],
  ]),
)}
${section(
  "Addresses",
  table(
    "Addresses that came or went",
    [{ head: "Change" }, { head: "Address" }],
    rows,
    "No address came or went.",
  ),
  changes.length > rows.length &&
    html`<p class="soft">The first ${rows.length} of ${changes.length.toLocaleString("en")}; <code>GET /api/v1/lists/changes?since=${version - 1}</code> tells all of them.</p>`,
)}`,
  };
}
