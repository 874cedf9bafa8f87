import * as z from "zod";
import { keptAccount } from "../../domain/core/bank-account.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import type { Invoice } from "../../domain/invoicing/invoice.ts";
import { paymentSources } from "../../domain/rails/payment-source.ts";
import { hostedFacts } from "../../domain/settlement/hosted-facts.ts";
import { type FlagKey, type Flags, flagKeys } from "../../domain/tenants/flag.ts";
import type { Tenant } from "../../domain/tenants/tenant.ts";
import type { Aggregate } from "../core/aggregate.ts";
import type { Context } from "../core/context.ts";
import type { Gate } from "../gate/screen-wallet.ts";
import type { Conversion } from "../rails/ports.ts";
import type { TenantSettings } from "../tenants/tenant-settings.ts";
import type { Accounts } from "./collect-order.ts";
import type { Conversions, Rails } from "./vendors-of-record.ts";

/** What pay works with beside the context: the vendors that configuration chose. */
export interface PayContext extends Context, Gate, Rails, Conversions, Accounts {
  /** A vendor beside the usual one, for tenants whose flag of it is on. */
  readonly alternative?: Conversion | undefined;
}

/** The vendors that what is opened now goes to. */
export type PayVendors = Pick<PayContext, "rail" | "conversion" | "alternative">;

/** What a claim keeps of a pay call, so that anyone can continue it. */
export const payCommand = z.object({
  invoiceId: z.string(),
  amountCents: z.int(),
  source: z.enum(paymentSources),
  settlementId: z.string(),
  paymentId: z.string(),
  bankAccount: keptAccount.optional(),
  hosted: hostedFacts.optional(),
});

/** What pay sees before it decides. */
export interface PaySnapshot extends TenantSettings {
  readonly tenant: Tenant;
  readonly invoice: Aggregate<Invoice>;
}

/** The conversion vendor of a new settlement: the alternative where the stage has one and the tenant's flag of it is on, the stage's own otherwise. */
export function conversionFor({ conversion, alternative }: PayVendors, flags: Flags): Conversion {
  const key = flagKeys.find((each) => each === `vendor.conversion.${alternative?.name}`);
  return alternative && key && flags.on(key) ? alternative : conversion;
}

/** Refuses a vendor that is switched off; nothing falls through to another one. */
export function requireOn(flags: Flags, key: string): void {
  const known = flagKeys.find((each): each is FlagKey => each === key);
  if (known && !flags.on(known)) throw new Refusal("vendor_disabled", `${key} is switched off`);
}
