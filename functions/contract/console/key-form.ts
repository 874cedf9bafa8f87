import * as z from "zod";
import { newKey } from "../tenants/tenants.ts";
import { boxesOf, formOf, orNull, typedInstant } from "./schemas.ts";

/** Room for as many ranges as a key takes, each as long as one can be. */
const longestRanges = 1_200;

const sourceRanges = z
  .string()
  .max(longestRanges)
  .transform((typed) => {
    const ranges = typed.split(/[\s,]/).filter((range) => range !== "");
    return ranges.length === 0 ? null : ranges;
  })
  .pipe(newKey.shape.sourceRanges.unwrap());

/** A key that is asked for by a form: a box for each scope, at least one of them ticked, and the ranges in one text. */
export const keyForm = boxesOf(
  "scopes",
  formOf(newKey.extend({ expiresAt: orNull(typedInstant), sourceRanges: orNull(sourceRanges) })),
);
