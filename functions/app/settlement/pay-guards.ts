import { invalidField, Refusal, retryable } from "../../domain/core/refusal.ts";
import type { Instant } from "../../domain/core/time.ts";
import type { PaymentSource } from "../../domain/rails/payment-source.ts";
import { pairProblem } from "../../domain/rails/terms.ts";
import { whyNotAsset } from "../../domain/tenants/asset-policy.ts";
import { type FlagKey, type Flags, flagKeys } from "../../domain/tenants/flag.ts";
import type { Tenant } from "../../domain/tenants/tenant.ts";
import { within } from "../core/timeout.ts";
import type { Gate } from "../gate/screen-wallet.ts";
import type { Conversion, Rail } from "../rails/ports.ts";
import type { Accounts } from "./collect-order.ts";
import type { Conversions, Rails } from "./vendors-of-record.ts";

/** What pay asks outside: the vendors that configuration chose, and the gate. */
export interface PayVendors extends Gate, Rails, Conversions, Accounts {
  /** A vendor beside the usual one, for tenants whose flag of it is on. */
  readonly alternative?: Conversion | undefined;
}

/** The vendors that what is opened now goes to. */
export type OpeningVendors = Pick<PayVendors, "rail" | "conversion" | "alternative">;

const partnerSeconds = 5;

/** Why the rail's partner lets a tenant's payers pay nothing now; undefined for an approved customer. */
export async function whyNotPartner(
  rail: Rail,
  { partnerCustomerId }: Pick<Tenant, "partnerCustomerId">,
): Promise<Refusal | undefined> {
  if (partnerCustomerId === null) return partnerLinkRefusal();
  let answer: "approved" | "not_approved";
  try {
    answer = await within(partnerSeconds, rail.partnerCustomer(partnerCustomerId));
  } catch {
    return retryable("partner_customer_lookup_failed", "the partner could not be asked about this tenant");
  }
  if (answer === "approved") return undefined;
  return new Refusal("partner_customer_not_approved", "the partner has not approved this tenant");
}

export function partnerLinkRefusal(): Refusal {
  return new Refusal("partner_customer_unlinked", "this tenant has no partner customer");
}

/** The conversion vendor of a new settlement: the alternative where the stage has one and the tenant's flag of it is on, the stage's own otherwise. */
export function conversionFor({ conversion, alternative }: OpeningVendors, flags: Flags): Conversion {
  const key = flagKeys.find((each) => each === `vendor.conversion.${alternative?.name}`);
  return alternative && key && flags.on(key) ? alternative : conversion;
}

/** Refuses a rail or a conversion vendor that is switched off for the tenant, and two that no leg joins. */
export function requireVendors(vendors: OpeningVendors, flags: Flags): void {
  const conversion = conversionFor(vendors, flags);
  requireOn(flags, `vendor.collection.${vendors.rail.name}`);
  requireOn(flags, `vendor.conversion.${conversion.name}`);
  const problem = pairProblem(vendors.rail.name, conversion.name);
  if (problem) throw new Refusal("vendor_disabled", problem);
}

/** Why a rail does not take money in this way; undefined where it does. */
export function whyNotSource(
  { name, sources }: Pick<Rail, "name" | "sources">,
  source: PaymentSource,
): Refusal | undefined {
  if (sources.includes(source)) return undefined;
  const message = `the ${name} rail takes ${sources.join(" and ")}`;
  return invalidField("source.type", message, `source.type: ${message}`);
}

/** Why a tenant's stablecoin may not be used for something new, by its country and the payer's where that is known; undefined where it may. */
export function whyNotCoin(
  { capabilities }: Pick<Rail, "capabilities">,
  { country }: Pick<Tenant, "country">,
  stable: string,
  now: Instant,
  payerCountry?: string,
): Refusal | undefined {
  const { licensedIn } = capabilities;
  const countries = payerCountry === undefined ? [country] : [country, payerCountry];
  return whyNotAsset({ stable, countries, licensedIn }, now);
}

/** Refuses a vendor that is switched off; nothing falls through to another one. */
export function requireOn(flags: Flags, key: string): void {
  const known = flagKeys.find((each): each is FlagKey => each === key);
  if (known && !flags.on(known)) throw new Refusal("vendor_disabled", `${key} is switched off`);
}
