import { basisPointsOf, maxCents } from "../core/money.ts";
import { invalidField, type Refusal } from "../core/refusal.ts";
import type { LineItem } from "./line-item.ts";

/** A line as it is asked for: `taxRate` in basis points or `taxCents` in cents, not both. */
export interface NewLine {
  readonly description: string;
  readonly unitCents: number;
  readonly quantity: number;
  readonly taxRate?: number | undefined;
  readonly taxCents?: number | undefined;
}

export interface Totals {
  readonly lineItems: LineItem[];
  readonly subtotalCents: number;
  readonly discountCents: number;
  readonly taxCents: number;
  readonly totalCents: number;
}

/** The lines and totals of an invoice in cents: the discount first, shared by the lines, then the tax of each line. Refuses totals outside 1 to 999,999,999,999 cents. */
export function totalsOf(lines: readonly NewLine[], discountCents: number): Totals | Refusal {
  const amounts = lines.map(({ unitCents, quantity }) => unitCents * quantity);
  const oversize = amounts.findIndex((each) => Math.abs(each) > maxCents);
  if (oversize >= 0) return invalidField(`lineItems.${oversize}`, "unitCents times quantity is out of bounds");
  const subtotalCents = sumOf(amounts);
  if (subtotalCents < 0 || subtotalCents > maxCents) return invalidField("lineItems", "the subtotal is out of bounds");
  if (discountCents > subtotalCents) return invalidField("discountCents", "the discount is more than the subtotal");
  const opposed = lines.findIndex(({ taxCents = 0 }, at) => taxCents * Math.sign(amounts[at] ?? 0) < 0);
  if (opposed >= 0) return invalidField(`lineItems.${opposed}.taxCents`, "the tax of a credit is a credit");
  const shares = discountShares(amounts, discountCents);
  const lineItems = lines.map(({ description, unitCents, quantity, ...tax }, at) => {
    const [amountCents = 0, share = 0] = [amounts[at], shares[at]];
    const { taxRate = null } = tax;
    const taxCents = tax.taxCents ?? taxOf(amountCents - share, taxRate ?? 0);
    return {
      ...{ id: `lin_${at + 1}`, description, unitCents, quantity, amountCents },
      ...{ discountCents: share, taxRate, taxCents },
    };
  });
  const taxCents = sumOf(lineItems.map((each) => each.taxCents));
  const totalCents = subtotalCents - discountCents + taxCents;
  if (totalCents < 1) return invalidField("lineItems", "the total must be at least 1 cent");
  if (totalCents > maxCents) return invalidField("lineItems", "the total is out of bounds");
  return { lineItems, subtotalCents, discountCents, taxCents, totalCents };
}

function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, each) => sum + each, 0);
}

/** What each amount bears of a discount, pro rata by largest remainder, the earlier of equals first. Credits bear nothing: their share would raise the others' above their own amounts. */
export function discountShares(amounts: readonly number[], discountCents: number): number[] {
  const whole = BigInt(sumOf(amounts.map((each) => Math.max(0, each))));
  if (discountCents === 0 || whole === 0n) return amounts.map(() => 0);
  const parts = amounts.map((each, at) => {
    const product = BigInt(discountCents) * BigInt(Math.max(0, each));
    return { at, cents: Number(product / whole), rest: product % whole };
  });
  const left = discountCents - sumOf(parts.map(({ cents }) => cents));
  const raised = [...parts].sort((a, b) => (a.rest === b.rest ? a.at - b.at : a.rest > b.rest ? -1 : 1)).slice(0, left);
  const one = new Set(raised.map(({ at }) => at));
  return parts.map(({ at, cents }) => cents + (one.has(at) ? 1 : 0));
}

/** Tax of an amount, half a cent away from zero, so that a credit takes back exactly the tax of the line that it mirrors. */
function taxOf(amountCents: number, basisPoints: number): number {
  return amountCents < 0 ? 0 - basisPointsOf(-amountCents, basisPoints) : basisPointsOf(amountCents, basisPoints);
}

/** A tax as it is printed under an invoice's lines: its rate in basis points, null where lines gave amounts alone. */
export interface TaxSum {
  readonly rate: number | null;
  readonly cents: number;
}

/** The taxes of an invoice by rate, the highest first; none where no line has any. */
export function taxSums(lines: readonly { readonly taxRate: number | null; readonly taxCents: number }[]): TaxSum[] {
  const sums = new Map<number | null, number>();
  for (const { taxRate, taxCents } of lines) if (taxCents !== 0) sums.set(taxRate, (sums.get(taxRate) ?? 0) + taxCents);
  return [...sums].map(([rate, cents]) => ({ rate, cents })).sort((a, b) => (b.rate ?? -1) - (a.rate ?? -1));
}

/** Basis points as a per cent text: `725` is `7.25%`. */
export function percentText(basisPoints: number): string {
  const rest = String(basisPoints % 100)
    .padStart(2, "0")
    .replace(/(?<!0)0+$/, "");
  return `${Math.floor(basisPoints / 100)}${rest === "" ? "" : `.${rest}`}%`;
}
