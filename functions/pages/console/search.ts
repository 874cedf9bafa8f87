import { html } from "hono/html";
import { type SearchResult, search } from "../../app/console/search.ts";
import { siblingId } from "../../domain/core/id.ts";
import { nameLink, table } from "./kit/components.ts";
import type { ConsoleContext } from "./kit/context.ts";
import { badge, code, isolateText, moment } from "./kit/text.ts";
import type { QueryCall, View } from "./kit/view.ts";

const places: Readonly<Record<Exclude<SearchResult["kind"], "payment">, string>> = {
  tenant: "tenants",
  invoice: "invoices",
  credit_note: "credit-notes",
  settlement: "settlements",
  escrow: "escrows",
  alert: "disputes/alerts",
  case: "disputes/cases",
  application: "people/applications",
  access_request: "people/requests",
};

function placeOf({ kind, id }: SearchResult): string {
  return kind === "payment" ? `settlements/${siblingId(id, "stl")}` : `${places[kind]}/${id}`;
}

export async function searchPage(
  context: ConsoleContext,
  view: View,
  { query: { q } }: QueryCall<{ readonly q: string }>,
) {
  const isBlank = q.trim() === "";
  const found = isBlank ? [] : await search(context, q);
  const rows = table(
    "What was found, newest first",
    found,
    isBlank
      ? "Paste an id, an invoice’s number, an escrow’s reference, an alert’s id at its source, a railRef, a transaction hash, a wallet or a slug into the search above."
      : "Nothing is called that. Whole values are found only.",
    [
      ["Kind", ({ kind }) => kind.replaceAll("_", " ")],
      ["What", (each) => nameLink(view, placeOf(each), each.title)],
      ["Status", ({ status }) => badge(status)],
      ["Id", ({ id }) => code(id)],
      ["Since", ({ at }) => moment(at)],
    ],
  );
  return {
    title: isBlank ? "Search" : `Search: ${q}`,
    main: html`<h1>Search${!isBlank && html`: ${isolateText(q)}`}</h1><section>${rows}</section>`,
  };
}
