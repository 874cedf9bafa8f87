import * as z from "zod";

const mark = /^(.*)\{(\d{1,9})\}$/;

/** What stands in an address in place of the token that lets in whoever has it: which of its record's links it is, from 1 on. What is stored has this; the token is made when the address leaves. */
export function linkMark(nth: number): string {
  return `{${nth}}`;
}

/** An address as it is kept, taken apart; undefined for one without a mark. */
export function readLinkMark(address: string): { readonly start: string; readonly nth: number } | undefined {
  const [, start = "", nth] = mark.exec(address) ?? [];
  return nth === undefined ? undefined : { start, nth: Number(nth) };
}

/** An address, or the token alone, as a record keeps it. One that an earlier release kept with its token is the record's first link, and is stored so with the next change. */
export const storedLink = z.string().transform((address) => address.replace(/(^|\/)[\w-]{43}$/, `$1${linkMark(1)}`));
