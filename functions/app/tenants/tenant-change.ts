import { type PayoutWallet, whyNotWallet } from "../../domain/addresses/payout-address.ts";
import type { Refusal } from "../../domain/core/refusal.ts";
import { type Jurisdiction, whyNotAsset } from "../../domain/tenants/asset-policy.ts";
import type { Tenant } from "../../domain/tenants/tenant.ts";
import { type Aggregate, transitionWrites } from "../core/aggregate.ts";
import type { Plan } from "../core/change.ts";
import type { Context } from "../core/context.ts";

type Settings =
  | "name"
  | "contactEmail"
  | "destChain"
  | "destWallet"
  | "stable"
  | "country"
  | "payers"
  | "timeZone"
  | "partnerCustomerId"
  | "isoRef"
  | "metadata"
  | "status";

/** What is to be changed of a tenant; nothing said is nothing changed. */
export type TenantChange = { readonly [K in Settings]?: Tenant[K] | undefined };

/** What a tenant's wallet is checked by: its chain, its stablecoin and its checksum not where that is left out. */
export interface WalletChecks {
  readonly checksAddresses?: boolean;
  /** Where the rail has a license of its own. */
  readonly licensedIn?: readonly Jurisdiction[];
}

type SettingsContext = Pick<Context, "clock"> & WalletChecks;

const walletFields = { address: "destWallet", chain: "destChain", stable: "stable" };

/** Why nothing can be paid to a tenant's wallet, where that is checked; undefined where something can. */
export function whyNotTenantWallet(
  { checksAddresses = false }: WalletChecks,
  { destWallet, destChain: chain, stable }: Pick<PayoutWallet, "stable"> & Pick<Tenant, "destChain" | "destWallet">,
): Refusal | undefined {
  if (!checksAddresses) return undefined;
  return whyNotWallet({ address: destWallet === "" ? null : destWallet, chain, stable }, walletFields);
}

/** Why a tenant's country does not allow its stablecoin; undefined where it does. */
export function whyNotTenantAsset(
  { clock, licensedIn }: SettingsContext,
  { stable, country }: Pick<PayoutWallet, "stable"> & { readonly country?: string | null },
): Refusal | undefined {
  return whyNotAsset({ stable, countries: [country], licensedIn }, clock.now());
}

/** The settings that are said. */
export function changesIn(input: TenantChange): TenantChange {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
}

/** Why a tenant's settings cannot become what is said: its stablecoin and its wallet are looked at where they are. */
export function whyNotSettings(context: SettingsContext, before: Tenant, said: TenantChange): Refusal | undefined {
  const next: Tenant = { ...before, ...(said as Partial<Tenant>) };
  const isOtherCoin = next.stable !== before.stable || next.country !== before.country;
  const no = isOtherCoin ? whyNotTenantAsset(context, next) : undefined;
  const saysWallet = Object.values(walletFields).some((name) => name in said);
  return no ?? (saysWallet ? whyNotTenantWallet(context, next) : undefined);
}

/** What makes a tenant into its next state, with the reason for its trail. */
export function tenantPlan(
  context: Context,
  found: Aggregate<Tenant>,
  next: Tenant,
  reason: string,
): Plan<Aggregate<Tenant>> {
  const transition = { next, from: found.state.status, to: next.status, reason };
  const { writes, after } = transitionWrites(found, [transition], context);
  return { writes, result: after };
}

/** What changes a tenant by what is said; no writes where nothing is. Refuses what its country or its wallet's chain does not allow. */
export function changePlan(
  context: Context & WalletChecks,
  found: Aggregate<Tenant>,
  said: TenantChange,
): Plan<Aggregate<Tenant>> | Refusal {
  const names = Object.keys(said);
  if (names.length === 0) return { writes: [], result: found };
  const no = whyNotSettings(context, found.state, said);
  if (no) return no;
  const next: Tenant = { ...found.state, ...(said as Partial<Tenant>), updatedAt: context.clock.now() };
  return tenantPlan(context, found, next, `changed ${names.join(", ")}`);
}
