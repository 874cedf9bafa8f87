import { Refusal } from "../../domain/core/refusal.ts";
import type { Tenant } from "../../domain/tenants/tenant.ts";
import { within } from "../core/timeout.ts";
import type { Rail } from "../rails/ports.ts";

const partnerSeconds = 5;

/** Why the rail's partner lets a tenant's payers pay nothing now; undefined for an approved customer. */
export async function whyNotPartner(
  rail: Rail,
  { partnerCustomerId }: Pick<Tenant, "partnerCustomerId">,
): Promise<Refusal | undefined> {
  if (partnerCustomerId === null) return partnerLinkRefusal();
  let snapshot: "approved" | "not_approved";
  try {
    snapshot = await within(partnerSeconds, rail.partnerCustomer(partnerCustomerId));
  } catch {
    return new Refusal("partner_customer_lookup_failed", "the partner could not be asked about this tenant");
  }
  if (snapshot === "approved") return undefined;
  return new Refusal("partner_customer_not_approved", "the partner has not approved this tenant");
}

/** The no to a tenant that has no customer at the partner. */
export function partnerLinkRefusal(): Refusal {
  return new Refusal("partner_customer_unlinked", "this tenant has no partner customer");
}
