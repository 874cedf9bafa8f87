import type { StoreContext } from "../core/context.ts";

/** The state machines: every call is safe to repeat. */
export interface Workflows {
  startSettlement(input: { settlementId: string; tenantId: string; presentation: number }): Promise<void>;
  startEscrowPayout(input: { escrowId: string; tenantId: string; presentation: number }): Promise<void>;
  /** Wakes a task that waits; a token that is gone counts as done. */
  answer(token: string): Promise<void>;
  /** Ends a task that waits with an error that the machine catches by name. */
  fail(token: string, error: string, cause: string): Promise<void>;
}

/** What disputes know of a payment that a refund has to know; wired from `app/disputes`. */
export interface Chargebacks {
  /** Whether an alert or a case says that the payer has the money back already. */
  isChargedBack(context: StoreContext, paymentId: string): Promise<boolean>;
}
