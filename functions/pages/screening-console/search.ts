import { html } from "hono/html";
import { type AddressDetails, seeAddress } from "../../app/screening/address-details.ts";
import { type ScreeningResult, searchScreening } from "../../app/screening/search.ts";
import { looksLikeId } from "../../domain/core/id.ts";
import { spokenLabel } from "../../domain/disputes/labels.ts";
import type { Answer } from "../../http/operation-types.ts";
import { link, section, table } from "../console/kit/components.ts";
import { filterForm } from "../console/kit/form.ts";
import { ownEntryTones, statusBadge, verdictTones } from "../console/kit/labels.ts";
import { badge, code, isolateText, moment } from "../console/kit/text.ts";
import { type Content, seeOther, type View } from "../console/kit/view.ts";
import type { Html } from "../kit/page.ts";
import type { ScreeningContext } from "./context.ts";
import { recordPlaces } from "./labels.ts";

/** The place of the record that an id names, however it is typed; undefined where it is no id of a record that is shown. */
function placeOf(q: string): string | undefined {
  const prefix = q.slice(0, 3).toLowerCase();
  if (!looksLikeId(q) || !Object.hasOwn(recordPlaces, prefix)) return undefined;
  return `${recordPlaces[prefix as keyof typeof recordPlaces]}/${prefix}_${q.slice(4).toUpperCase()}`;
}

const pagesOf: Readonly<Partial<Record<ScreeningResult["kind"], string>>> = {
  account: "accounts",
  account_request: "requests",
  list_version: "lists",
  monitor: "monitors",
  own_entry: "own-lists",
  screen: "screens",
};

/** A result's own page; a key's is its account's. */
function pageOf({ kind, id, accountId }: ScreeningResult): string {
  const place = pagesOf[kind];
  return place === undefined ? `accounts/${accountId}` : `${place}/${id}`;
}

function results(view: View, records: readonly ScreeningResult[]): Html {
  return table("What it names, newest first", records, "No record has it.", [
    ["Kind", ({ kind }) => spokenLabel(kind)],
    ["Which", (each) => link(view, pageOf(each), isolateText(each.title))],
    ["Status", ({ status }) => badge(status)],
    ["Since", ({ at }) => moment(at)],
  ]);
}

function found(view: View, { matches, own }: AddressDetails): Html {
  const listed = table("Where the address is or was listed", matches, "None of the lists in force has it.", [
    ["List", ({ list }) => list],
    [
      "State",
      ({ removedAt }) =>
        removedAt === null ? badge("listed", "bad") : badge(`taken off ${removedAt.slice(0, 10)}`, "warn"),
    ],
    ["Entity", ({ party }) => isolateText(party.name)],
    ["Programs", ({ party }) => party.programs.join(", ") || "–"],
    ["As published", ({ address }) => code(address)],
  ]);
  const entries = table("Own entries in force for the address", own, "No own entry in force is about it.", [
    ["Entry", ({ id }) => link(view, `own-lists/${id}`, code(id))],
    ["Kind", ({ kind }) => statusBadge(verdictTones, kind)],
    ["Status", ({ status }) => statusBadge(ownEntryTones, status)],
    ["For", ({ category }) => spokenLabel(category)],
    ["Because", ({ listing }) => isolateText(listing.reason)],
  ]);
  return html`${section("On the lists", listed)}${section("On the own lists", entries)}`;
}

async function resultOf(context: ScreeningContext, view: View, q: string): Promise<Html | ""> {
  if (q === "") return "";
  const records = results(view, await searchScreening(context, q));
  if (looksLikeId(q)) return section("Records", records);
  return html`${section("Records", records)}${found(view, await seeAddress(context, q))}`;
}

/** Leads to the record that an id names, and shows what is known of anything else as an address. */
export async function searchPage(
  context: ScreeningContext,
  view: View,
  { query }: { readonly query: { readonly q: string } },
): Promise<Content | Answer<string>> {
  const q = query.q.trim();
  const place = placeOf(q);
  if (place !== undefined) return seeOther(view, place);
  const form = filterForm(view, "search", [
    { name: "q", label: "Id, name, wallet or reference", maxLength: 256, value: q },
  ]);
  const result = await resultOf(context, view, q);
  return {
    title: q === "" ? "Search" : `Search: ${q}`,
    main: html`<h1>Search${q !== "" && html`: <code dir="auto">${q}</code>`}</h1><section>${form}</section>${result}`,
  };
}
