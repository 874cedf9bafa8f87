import { html } from "hono/html";
import { type Found, search } from "../../app/console/search.ts";
import { siblingId } from "../../domain/core/id.ts";
import { badge, code, moment, table } from "./kit/components.ts";
import type { ConsoleDesk } from "./kit/context.ts";
import { type Content, href, type View } from "./kit/view.ts";

function placeOf({ kind, id }: Found): readonly [place: string, query: Record<string, string>] {
  switch (kind) {
    case "tenant":
      return [`tenants/${id}`, {}];
    case "settlement":
      return [`settlements/${id}`, {}];
    case "escrow":
      return [`escrows/${id}`, {}];
    case "alert":
      return [`disputes/alerts/${id}`, {}];
    case "case":
      return [`disputes/cases/${id}`, {}];
    case "application":
      return [`people/applications/${id}`, {}];
    case "access_request":
      return [`people/requests/${id}`, {}];
    case "payment":
      return [`settlements/${siblingId(id, "stl")}`, {}];
    case "invoice":
      return ["audit", { subject: id }];
    default:
      throw new Error(`unknown find ${kind satisfies never}`);
  }
}

/** What an operator pasted, found by whole value. */
export async function searchPage(desk: ConsoleDesk, view: View, q: string): Promise<Content> {
  const found = q.trim() === "" ? [] : await search(desk, q);
  const rows = found.map((each) => [
    each.kind.replaceAll("_", " "),
    html`<a href="${href(view, ...placeOf(each))}" dir="auto">${each.title}</a>`,
    badge(each.status),
    code(each.id),
    moment(each.at),
  ]);
  const columns = ["Kind", "What", "Status", "Id", "Since"].map((head) => ({ head }));
  const empty =
    q.trim() === ""
      ? "Paste an id, an invoice’s number, an escrow’s reference, an alert’s id at its source, a railRef, a transaction hash, a wallet or a slug into the search above."
      : "Nothing is called that. Whole values are found only.";
  return {
    title: q.trim() === "" ? "Search" : `Search: ${q}`,
    main: html`<h1>Search${q.trim() !== "" && html`: <span dir="auto">${q}</span>`}</h1><section>${table("What was found, newest first", columns, rows, empty)}</section>`,
  };
}
