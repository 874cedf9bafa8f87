import { html } from "hono/html";
import { type AddressSeen, seeAddress } from "../../app/screening/address-details.ts";
import { looksLikeId } from "../../domain/core/id.ts";
import { spoken } from "../../domain/disputes/labels.ts";
import type { Answer } from "../../http/operation-types.ts";
import { badge, code, section, table } from "../console/kit/components.ts";
import { filterForm } from "../console/kit/form.ts";
import { type Content, href, seeOther, type View } from "../console/kit/view.ts";
import type { Html } from "../kit/page.ts";
import type { OfficeDesk } from "./context.ts";
import { actionBadge, ownBadge } from "./labels.ts";

/** Where records are, by the prefixes of their ids. */
const places = { scr: "screens", acc: "accounts", own: "own-lists", acr: "requests" };

/** The place of the record that an id names, however it is typed; undefined where it is no id of a record that is shown. */
function placeOf(q: string): string | undefined {
  const prefix = q.slice(0, 3).toLowerCase();
  if (!looksLikeId(q) || !Object.hasOwn(places, prefix)) return undefined;
  return `${places[prefix as keyof typeof places]}/${prefix}_${q.slice(4).toUpperCase()}`;
}

/** What is said of an id whose record is shown on the page of another one, or nowhere. */
const unshown = html`<p class="empty">This is the id of a record that has no page here. Screens (<code>scr_</code>), accounts (<code>acc_</code>), own entries (<code>own_</code>) and requests (<code>acr_</code>) have one.</p>`;

function found(view: View, { matches, own }: AddressSeen): Html {
  const listed = matches.map(({ list, party, address, removedAt }) => [
    list,
    removedAt === null ? badge("listed", "bad") : badge(`taken off ${removedAt.slice(0, 10)}`, "warn"),
    html`<span dir="auto">${party.name}</span>`,
    party.programs.join(", ") || "–",
    code(address),
  ]);
  const entries = own.map((each) => [
    html`<a href="${href(view, `own-lists/${each.id}`)}">${code(each.id)}</a>`,
    actionBadge(each.kind),
    ownBadge(each.status),
    spoken(each.category),
    html`<span dir="auto">${each.listing.reason}</span>`,
  ]);
  const heads = (...names: string[]) => names.map((head) => ({ head }));
  return html`${section(
    "On the lists",
    table(
      "Where the address is or was listed",
      heads("List", "State", "Entity", "Programs", "As published"),
      listed,
      "None of the lists in force has it.",
    ),
  )}${section(
    "On the own lists",
    table(
      "Own entries in force for the address",
      heads("Entry", "Kind", "Status", "For", "Because"),
      entries,
      "No own entry in force is about it.",
    ),
  )}`;
}

async function answerTo(desk: OfficeDesk, view: View, asked: string): Promise<Html | ""> {
  if (asked === "") return "";
  if (looksLikeId(asked)) return unshown;
  return found(view, await seeAddress(desk, asked));
}

/** Leads to the record that an id names, and shows what is known of anything else as an address. */
export async function searchPage(desk: OfficeDesk, view: View, q: string): Promise<Content | Answer<string>> {
  const asked = q.trim();
  const place = placeOf(asked);
  if (place !== undefined) return seeOther(view, place);
  const again = filterForm(view, "search", [
    { name: "q", label: "Id, or a wallet", maxLength: 256, value: asked },
  ]);
  const main = await answerTo(desk, view, asked);
  return {
    title: asked === "" ? "Search" : `Search: ${asked}`,
    main: html`<h1>Search${asked !== "" && html`: <code dir="auto">${asked}</code>`}</h1><section>${again}</section>${main}`,
  };
}
