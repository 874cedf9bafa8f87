import { html } from "hono/html";
import type { ListRequest } from "../../app/core/list.ts";
import { listOwnEntries } from "../../app/screening/internal-lists.ts";
import { spoken } from "../../domain/disputes/labels.ts";
import { type OwnStatus, ownKinds, ownStatuses } from "../../domain/screening/internal-list.ts";
import { riskCategories } from "../../domain/screening/risk.ts";
import { longestValue } from "../../domain/screening/screen-value.ts";
import { distance, pager, table, trail } from "../console/kit/components.ts";
import { type Field, filterForm, formOfView } from "../console/kit/form.ts";
import { type Content, href, type View } from "../console/kit/view.ts";
import type { OfficeDesk } from "./context.ts";
import { actionBadge, addressOf, ownBadge, who } from "./labels.ts";

/** The entries of the own lists, by status. */
export async function ownListsPage(
  desk: OfficeDesk,
  view: View,
  asked: ListRequest & { readonly status?: OwnStatus | undefined },
): Promise<Content> {
  const { data, nextCursor } = await listOwnEntries(desk, asked);
  const rows = data.map((each) => [
    html`<a href="${href(view, `own-lists/${each.id}`)}">${addressOf(each)}</a>`,
    actionBadge(each.kind),
    ownBadge(each.status),
    html`<span class="words">${spoken(each.category)}</span>${each.entity !== null && html`<br><span class="soft" dir="auto">${each.entity}</span>`}`,
    html`<span dir="auto">${each.listing.reason}</span>`,
    who(each.listing.askedBy),
    distance(each.createdAt, view.now),
  ]);
  const columns = ["Address", "Kind", "Status", "For", "Because", "Asked by", "Since"].map((head) => ({
    head,
  }));
  const filters = filterForm(view, "own-lists", [
    {
      ...{ name: "status", label: "Status", value: asked.status },
      options: [["", "any"], ...ownStatuses.map((each) => [each, spoken(each)] as const)],
    },
  ]);
  const empty = asked.status === undefined ? "Nothing was ever proposed." : "No entry is like that.";
  return {
    title: "Own lists",
    main: html`<div class="head"><h1>Own lists</h1><a class="button end" href="${href(view, "own-lists/new")}">Propose an entry</a></div>
<section>${filters}${table("Entries of the own lists, newest first", columns, rows, empty)}${pager(view, "own-lists", { ...asked }, nextCursor)}</section>`,
  };
}

const kindChoices: Readonly<Record<(typeof ownKinds)[number], string>> = {
  block: "Block: nobody may be paid there",
  allow: "Allow: lifts a review, never a list’s match",
};

const newEntryFields: readonly Field[] = [
  {
    ...{ name: "kind", label: "Kind", value: "block" },
    options: ownKinds.toReversed().map((each) => [each, kindChoices[each]] as const),
  },
  {
    ...{ name: "value", label: "Address", maxLength: longestValue },
    hint: "It counts in every way of writing the same address",
  },
  {
    ...{ name: "category", label: "Category", value: "unknown" },
    options: riskCategories.map((each) => [each, spoken(each)] as const),
  },
  { name: "entity", label: "Whose it is", optional: true, maxLength: 200 },
  {
    ...{ name: "reason", label: "Reason", type: "lines", maxLength: 500 },
    hint: "What the second operator decides by; it stays on the entry",
  },
];

/** Where an entry is proposed. */
export function newEntryPage(view: View): Content {
  const form = {
    operation: "proposeEntry",
    to: "own-lists",
    fields: newEntryFields,
    submit: "Propose it",
  };
  return {
    title: "Propose an entry",
    main: html`${trail(view, [["own-lists", "Own lists"]])}<h1>Propose an entry</h1>
<section><p>It changes no verdict before another operator has approved it.</p>${formOfView(view, form)}</section>`,
  };
}
