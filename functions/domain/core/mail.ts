import * as z from "zod";

/** The languages that pages and letters for people come in. */
export const locales = ["en", "es"] as const;
export type Locale = (typeof locales)[number];

export const mailTemplates = [
  "invoice_sent",
  "receipt",
  "kyb_invite",
  "kyb_result",
  "escrow_approval",
  "change_requested",
  "change_effective",
] as const;
export type MailTemplate = (typeof mailTemplates)[number];

/**
 * An address in ASCII, of 254 characters at most: a name of up to 64 (RFC 5321, 4.5.3.1.1) at labels of up to 63 that
 * neither begin nor end with a hyphen (RFC 1123, 2.1).
 */
export const emailText = z
  .email({
    pattern:
      /^(?!\.)(?![^@]{65})(?![^@]*\.\.)[A-Za-z0-9_'+.-]*[A-Za-z0-9_+-]@(?:(?![^.]{64})[A-Za-z0-9]+(?:-+[A-Za-z0-9]+)*\.)+[A-Za-z]{2,63}$/,
  })
  .max(254);

/** An address that letters can go to: ASCII, without a name beside it; undefined where it is none. */
export function emailAddress(written: string | null | undefined): string | undefined {
  const read = emailText.safeParse(written?.trim());
  return read.success ? read.data : undefined;
}

/** An address as a trail shows it: its first letter and its domain. No address that letters can go to looks like it. */
export function maskedAddress(address: string): string {
  const at = address.lastIndexOf("@");
  return `${address.slice(0, at < 1 ? 0 : 1)}…${at < 0 ? "" : address.slice(at)}`;
}

export function isMaskedAddress(address: string): boolean {
  return address.includes("…");
}

/** The language that somebody's word asks for (`es`, `es-MX`); undefined where it is none of ours. */
export function knownLocale(written: string | undefined): Locale | undefined {
  const primary = written?.trim().toLowerCase().split(/[-_]/, 1)[0];
  return locales.find((each) => each === primary);
}

/** The language that somebody's word asks for, English where it is none of ours. */
export function mailLocale(written: string | undefined): Locale {
  return knownLocale(written) ?? "en";
}
