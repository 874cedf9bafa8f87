import * as z from "zod";
import { chainNames } from "../../domain/addresses/form.ts";
import { listedIn } from "../../domain/core/listed-in.ts";
import { longestValue, screenTypeNames, valuePattern } from "../../domain/screening/screen-value.ts";

/** An address or a transaction's reference; the question's own reading refuses what is of another form, as `invalid_value`. */
export const screenedValue = z.string().meta({ minLength: 1, maxLength: longestValue, pattern: valuePattern });

/** What a value is, by one of its names; another is `unsupported_type`. */
export const screenedType = listedIn(screenTypeNames, z.string());

/** The chain of a value; another is `unsupported_chain`, but for a value that is on a list. */
export const screenedChain = listedIn(chainNames, z.string());
