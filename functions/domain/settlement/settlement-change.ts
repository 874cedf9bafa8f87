import type { Transition } from "../core/transition.ts";
import type { Invoice } from "../invoicing/invoice.ts";
import type { Settlement } from "./settlement.ts";

/** Hops of a settlement and of its invoice that belong into one transaction. */
export interface SettlementChange {
  readonly settlement: readonly Transition<Settlement>[];
  readonly invoice: readonly Transition<Invoice>[];
}

/** Already so: nothing to write. */
export const nothing: SettlementChange = { settlement: [], invoice: [] };
