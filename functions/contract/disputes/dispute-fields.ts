import * as z from "zod";
import { maxCents } from "../../domain/core/money.ts";
import { refusedAs } from "../../http/schemas.ts";

/** Whole cents from `least` on; what is no such amount has a code of its own (spec section 7). */
export function amountBody(least: 0 | 1) {
  const amount = z.int().min(least).max(maxCents);
  return z
    .unknown()
    .superRefine((value, context) => {
      if (value === undefined) context.addIssue({ code: "custom", message: "required", params: { field: "required" } });
      else if (!amount.safeParse(value).success)
        context.addIssue(refusedAs("invalid_amount", `whole cents, ${least} to ${maxCents}`));
    })
    .transform((value) => amount.parse(value))
    .meta({ type: "integer", minimum: least, maximum: maxCents, description: "cents" });
}

/** A field that may be left out or null. */
export function maybe<S extends z.ZodType>(schema: S) {
  return schema.nullable().default(null);
}

/** The code of a currency, in whatever case it is typed. */
export const currencyCode = z
  .string()
  .regex(/^[A-Za-z]{3}$/, "a currency such as USD")
  .transform((value) => value.toUpperCase());
