import { html } from "hono/html";
import { readCatalogue, stepsBefore, stepsSince } from "../../app/screening/list-catalogue.ts";
import { changesOf } from "../../app/screening/list-changes.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import type { ListHead } from "../../domain/screening/list-entry.ts";
import { settings } from "../../wiring/core/env.ts";
import { factsSection, link, pager, section, table, trail } from "../console/kit/components.ts";
import { code, digest, distance, moment, soft } from "../console/kit/text.ts";
import type { ParamsCall, QueryCall, View } from "../console/kit/view.ts";
import type { Html } from "../kit/page.ts";
import type { ScreeningContext } from "./context.ts";
import { freshness } from "./labels.ts";

const onPage = 25;

/** Addresses of one version that are shown. */
const mostShown = 200;

/** The lists that everybody is screened by, a row each. */
export function listsTable(view: View, lists: readonly ListHead[]): Html {
  return table("Lists in force", lists, "There is no list: nobody is screened.", [
    ["List", ({ title, list }) => html`${title}<br>${soft(list)}`],
    ["Version", ({ sha256 }) => digest(sha256)],
    ["Published", ({ publishedAt }) => publishedAt],
    ["Addresses", ({ records }) => records.toLocaleString("en"), "right"],
    ["Loaded", ({ loadedAt }) => distance(loadedAt, view.now)],
    ["State", (head) => freshness(head, view.now)],
  ]);
}

function importing(): Html {
  const where = settings.LOCAL ? "" : ` --stage ${settings.STAGE}`;
  return section(
    "Bring a list by hand",
    html`<p>A list is loaded every hour where its publisher has it, and imported on the command line alone: the file is on your machine, and is refused unless it is plausible.</p>
<pre tabindex="0">npm run lists -- import FILE${where}</pre>`,
  );
}

export async function listsPage(
  context: ScreeningContext,
  view: View,
  { query: { before } }: QueryCall<{ readonly before?: number | undefined }>,
) {
  const [{ lists }, { steps, next }] = await Promise.all([
    readCatalogue(context),
    stepsBefore(context, before ?? null, onPage),
  ]);
  const history = table("Versions of the catalogue, newest first", steps, "No list has ever been loaded.", [
    [
      "Version",
      ({ version }) => link(view, `lists/${version}`, html`${version}<span class="hidden"> of the catalogue</span>`),
    ],
    ["List", ({ list }) => list],
    ["In force since", ({ at }) => moment(at)],
    ["Added", ({ added }) => String(added), "right"],
    ["Removed", ({ removed }) => String(removed), "right"],
  ]);
  return {
    title: "Lists",
    main: html`<h1>Lists</h1>
${section("In force", listsTable(view, lists))}
${section("History", history, pager(view, "lists", { before }, next, "before"))}
${importing()}`,
  };
}

export async function listVersionPage(
  context: ScreeningContext,
  view: View,
  { params: { version } }: ParamsCall<{ readonly version: number }>,
) {
  const [step] = await stepsSince(context, version - 1, 1);
  if (step?.version !== version) throw new Refusal("not_found", "the catalogue has no such version");
  const changes = await changesOf(context, step);
  const shown = changes.slice(0, mostShown);
  const title = `Version ${version} of the catalogue`;
  const addresses = table("Addresses that came or went", shown, "No address came or went.", [
    ["Change", ({ kind }) => (kind === "added" ? "added" : "removed")],
    ["Address", ({ address }) => code(address)],
  ]);
  const more =
    changes.length > shown.length &&
    html`<p class="soft">The first ${shown.length} of ${changes.length.toLocaleString("en")}; <code>GET /api/v1/lists/changes?since=${version - 1}</code> tells all of them.</p>`;
  return {
    title,
    main: html`${trail(view, [["lists", "Lists"]])}<h1>${title}</h1>
${factsSection("What it was", [
  ["List", step.list],
  step.publishedAt !== undefined && ["Published", step.publishedAt],
  ["File", step.sha256 === undefined ? "not on record" : digest(step.sha256)],
  ["It came from", step.source ?? "not on record"],
  ["In force since", moment(step.at)],
  ["Added", String(step.added)],
  ["Removed", String(step.removed)],
])}
${section("Addresses", addresses, more)}`,
  };
}
