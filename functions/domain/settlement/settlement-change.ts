import type { Hop } from "../core/transition.ts";
import type { Invoice } from "../invoicing/invoice.ts";
import type { Settlement } from "./settlement.ts";

/** Hops of a settlement and of its invoice that belong into one transaction. */
export interface Joint {
  readonly settlement: readonly Hop<Settlement>[];
  readonly invoice: readonly Hop<Invoice>[];
}

/** Already so: nothing to write. */
export const nothing: Joint = { settlement: [], invoice: [] };
