import * as z from "zod";
import { maxCents } from "./money.ts";

/** An amount as vendors write it: plain decimal text. A number is refused, since it may have been rounded on its way. */
export const vendorAmount = z.string().regex(/^\d{1,15}(\.\d{1,18})?$/, "an amount as decimal text");

/** The exact cents of a vendor's amount; null when it has a fraction of a cent, or is more than any record may carry. */
export function exactCents(amount: string): number | null {
  const [whole = "", fraction = ""] = vendorAmount.parse(amount).split(".");
  if (/[1-9]/.test(fraction.slice(2))) return null;
  const cents = Number(`${whole}${fraction.slice(0, 2).padEnd(2, "0")}`);
  return cents <= maxCents ? cents : null;
}

/** Whether a vendor's amount is zero, which is how some say that there is none yet. */
export function isNothing(amount: string): boolean {
  return !/[1-9]/.test(vendorAmount.parse(amount));
}

const rateDigits = 18;

/** The rate by which `inCents` became `out`: units out per unit in, rounded up at the 18th decimal, so that the rate applied to the same cents and cut to six decimals is `out` again. */
export function rateOf(out: string, inCents: number): string {
  if (inCents <= 0) throw new RangeError("a rate needs an amount that went in");
  const [whole = "", fraction = ""] = vendorAmount.parse(out).split(".");
  const above = BigInt(whole + fraction) * 100n * 10n ** BigInt(rateDigits);
  const below = BigInt(inCents) * 10n ** BigInt(fraction.length);
  const digits = ((above + below - 1n) / below).toString().padStart(rateDigits + 1, "0");
  const text = `${digits.slice(0, -rateDigits)}.${digits.slice(-rateDigits)}`;
  return text.replace(/(?<!0)0+$/, "").replace(/\.$/, "");
}
