import * as z from "zod";

/** The largest amount any single record may carry, in cents (domain facts 5.1). */
export const maxCents = 999_999_999_999;

export const cents = z.int().min(0).max(maxCents);

export const positiveCents = z.int().min(1).max(maxCents);

/** A stablecoin amount or a rate as decimal text, never a float. */
export const decimalText = z.string().regex(/^\d{1,18}(\.\d{1,18})?$/);

/** `basisPoints` of `amountCents`, rounded half up to the cent. */
export function basisPointsOf(amountCents: number, basisPoints: number): number {
  return Number((BigInt(amountCents) * BigInt(basisPoints) + 5_000n) / 10_000n);
}

/** Cents times a decimal rate, as text truncated to six decimals: what the wallet receives. */
export function convertCents(amountCents: number, rate: string): string {
  const [whole = "0", fraction = ""] = decimalText.parse(rate).split(".");
  const scale = 10n ** BigInt(fraction.length);
  const millionths = (BigInt(amountCents) * BigInt(whole + fraction) * 10_000n) / scale;
  const text = millionths.toString().padStart(7, "0");
  return `${text.slice(0, -6)}.${text.slice(-6)}`;
}

/** Cents as text with two decimals and no currency: `1250` is `12.50`. */
export function centsText(amountCents: number): string {
  const sign = amountCents < 0 ? "-" : "";
  const digits = Math.abs(amountCents).toString().padStart(3, "0");
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Cents as operators read them: `1250` is `12.50 USD`. */
export function dollars(amountCents: number): string {
  return `${centsText(amountCents)} USD`;
}

/** A decimal text with its thousands apart: `-1234567.8` is `-1,234,567.8`. */
export function groupDigits(decimal: string): string {
  const sign = decimal.startsWith("-") ? "-" : "";
  const [whole = "", ...fraction] = decimal.slice(sign.length).split(".");
  const first = whole.length % 3;
  const groups = first > 0 ? [whole.slice(0, first)] : [];
  for (let at = first; at < whole.length; at += 3) groups.push(whole.slice(at, at + 3));
  return `${sign}${[groups.join(","), ...fraction].join(".")}`;
}

/** Whether two decimal texts are the same amount: `1.5` is `1.500000`. */
export function isSameAmount(one: string, other: string): boolean {
  const plain = (text: string) => {
    const [whole = "", ...fraction] = text.split(".");
    return `${whole.replace(/^0+(?=\d)/, "")}.${fraction.join(".").replace(/(?<!0)0+$/, "")}`;
  };
  return plain(one) === plain(other);
}
