import { ListUnreadable } from "../../domain/screening/list-check.ts";
import type { ListedAddress } from "../../domain/screening/list-entry.ts";

const currency = "Digital Currency Address";

/** OFAC's label of an address: `XBT` of "Digital Currency Address - XBT"; undefined for every other kind of document or feature. */
export function assetOf(label: string): string | undefined {
  if (!label.startsWith(currency)) return undefined;
  return label.slice(currency.length).replace(/^[\s-]+/, "") || "unknown";
}

/** An address as it can be looked up: people type them, with white space and with signs that nobody sees. Undefined where nothing is left. */
export function listedAddress(text: string, asset: string, partyUid: string): ListedAddress | undefined {
  const address = text.replace(/[\s\p{Cf}]/gu, "");
  return address === "" ? undefined : { address, asset, partyUid };
}

/** A name of several parts, in their order. */
export function nameOf(parts: readonly (string | undefined)[]): string {
  return parts.filter(Boolean).join(" ").replace(/\s+/g, " ").trim();
}

/** A day as OFAC writes it, `08/20/2026`, as `2026-08-20`. */
export function publishedDay(text: string): string {
  const [, month, day, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text) ?? [];
  return calendarDay(`${year}`, `${month}`, `${day}`, text);
}

/** The same of its parts. Refuses a day that is in no calendar. */
export function calendarDay(year: string, month: string, day: string, text: string): string {
  const iso = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const at = /^\d{4}-\d{2}-\d{2}$/.test(iso) ? Date.parse(`${iso}T00:00:00.000Z`) : Number.NaN;
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== iso)
    throw new ListUnreadable(`the file's date is ${text === "" ? "missing" : `no date: ${text.slice(0, 20)}`}`);
  return iso;
}

const kinds = { individual: "individual", entity: "entity", vessel: "vessel", aircraft: "aircraft" } as const;

/** What a party is, by its publisher's word. */
export function entryTypeOf(word: string): (typeof kinds)[keyof typeof kinds] | "unknown" {
  const known = word.toLowerCase();
  return Object.hasOwn(kinds, known) ? kinds[known as keyof typeof kinds] : "unknown";
}
