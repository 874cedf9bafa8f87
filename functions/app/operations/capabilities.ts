import type { Instant } from "../../domain/core/time.ts";
import { refundTerms } from "../../domain/settlement/payer-refund.ts";
import { type AssetPermission, assetPermission, coins, jurisdictions } from "../../domain/tenants/asset-policy.ts";
import { type FlagKey, type Flags, flagKeys } from "../../domain/tenants/flag.ts";
import type { StoreContext } from "../core/context.ts";
import type { Rail } from "../rails/ports.ts";
import type { HealthReport } from "../screening/health.ts";
import { flagsKey, tenantSettingsOf } from "../tenants/tenant-settings.ts";

/** One capability as reported (spec section 1). */
export interface Capability {
  readonly available: boolean;
  readonly reason?: string;
  readonly code?: string;
  readonly status?: number;
  readonly endpoint?: string;
  readonly docs?: string;
  /** Of refunds: what can be given back, and when. */
  readonly refundable?: typeof refundTerms;
}

/** What capabilities are computed from: what the adapters declare, the gate's own state, and the flags in force for everybody. */
export interface CapabilitySources {
  readonly rail: Pick<Rail, "name" | "capabilities">;
  readonly conversion: string;
  /** `health` is left out where a mock screens. */
  readonly gate: { readonly mock: boolean; readonly health?: HealthReport | undefined };
  readonly live: boolean;
  readonly flags: Flags;
}

/** The flags in force for everybody; a tenant's own override may say otherwise for that tenant. */
export async function loadGlobalFlags({ store }: StoreContext): Promise<Flags> {
  const [row] = await store.read([flagsKey(null)]);
  return tenantSettingsOf([undefined, row]).flags;
}

const refundPath = "/api/v1/payments/{id}/refund";

/** What this deployment can do, computed from what its adapters declare, the flags, the gate, and the routes it serves. */
export function capabilitiesOf(sources: CapabilitySources, serves: (path: string) => boolean) {
  const { collect, payout } = sources.rail.capabilities;
  return {
    invoicing: { ...served(serves("/api/v1/invoices"), "/api/v1/invoices"), docs: "/docs/payments" },
    ach_collection: { ...(collectionOff(sources) ?? byRail(sources, collect)), docs: "/docs/payments" },
    stablecoin_settlement: {
      ...(collectionOff(sources) ?? conversionOff(sources) ?? byRail(sources, collect && payout)),
      docs: "/docs/payments",
    },
    kyt_screening: { ...screening(sources), docs: "/docs/payments" },
    managed_escrow: { ...escrow(sources, serves("/api/v1/escrow")), docs: "/docs/escrow" },
    refunds: {
      ...(collectionOff(sources) ?? refunds(sources, serves(refundPath))),
      endpoint: `POST ${refundPath}`,
      docs: "/docs/payments",
    },
    disputes: { ...served(serves("/api/v1/disputes/alerts"), "/api/v1/disputes/alerts"), docs: "/docs/disputes" },
    self_serve_onboarding: {
      ...served(serves("/onboard/signup"), "/onboard/signup"),
      endpoint: "POST /onboard/signup",
      docs: "/docs/onboarding",
    },
  };
}

/** How every stablecoin stands in every jurisdiction at a moment. */
export function assetsOf({ capabilities }: Pick<Rail, "capabilities">, now: Instant): AssetPermission[] {
  return coins.flatMap((coin) =>
    jurisdictions.map((jurisdiction) => assetPermission(coin, jurisdiction, now, capabilities.licensedIn)),
  );
}

const yes: Capability = { available: true };

/** The no of a flag that is off, as the routes behind it give it. */
function switchedOff({ flags }: CapabilitySources, name: string, code = "vendor_disabled"): Capability | undefined {
  const key = flagKeys.find((each): each is FlagKey => each === name);
  if (!key || flags.on(key)) return undefined;
  return { available: false, reason: `${key} is switched off`, code, status: 501 };
}

function collectionOff(sources: CapabilitySources): Capability | undefined {
  return switchedOff(sources, `vendor.collection.${sources.rail.name}`);
}

function conversionOff(sources: CapabilitySources): Capability | undefined {
  return switchedOff(sources, `vendor.conversion.${sources.conversion}`);
}

function byRail({ rail }: CapabilitySources, declared: boolean): Capability {
  return declared ? yes : { available: false, reason: `the ${rail.name} adapter does not do this` };
}

function served(available: boolean, path: string): Capability {
  return available
    ? yes
    : { available, reason: `${path} is not served by this version`, code: "route_not_found", status: 404 };
}

/** The gate as pay meets it: where it gives no verdict, everything is declined. */
function screening({ gate, flags, live }: CapabilitySources): Capability {
  if (!live && !flags.on("kyt.screening.enforce"))
    return { available: false, reason: "kyt.screening.enforce is switched off: wallets pass unscreened" };
  const no = (reason: string): Capability => ({ available: false, reason, code: "kyt_declined", status: 409 });
  if (gate.mock) return flags.on("kyt.adapter.mock") ? yes : no("kyt.adapter.mock is switched off");
  const { health } = gate;
  if (health?.status === "unreachable") return no("the screening interface does not answer");
  const isBlind = health !== undefined && (health.lists.length === 0 || health.lists.some(({ stale }) => stale));
  return isBlind ? no("a list that wallets are screened by is missing or too old") : yes;
}

function escrow(sources: CapabilitySources, isServed: boolean): Capability {
  const { hold, disburseHeld } = sources.rail.capabilities;
  const off =
    switchedOff(sources, "escrow.enabled", "escrow_disabled") ??
    switchedOff(sources, "escrow.rail.stablecoin", "rail_disabled") ??
    collectionOff(sources);
  if (off) return off;
  const canHold = hold && disburseHeld;
  if (canHold && isServed) return yes;
  return {
    available: false,
    reason: canHold ? "the escrow routes are not served by this version" : "the settlement adapter cannot hold value",
    code: "escrow_hold_unsupported",
    status: 409,
    endpoint: "POST /api/v1/escrow/{id}/fund",
  };
}

function refunds({ rail }: CapabilitySources, isServed: boolean): Capability {
  if (rail.capabilities.refund && isServed) return { ...yes, refundable: refundTerms };
  const reason = rail.capabilities.refund
    ? "the refund route is not served by this version"
    : "the settlement adapter has no refund leg";
  return { available: false, reason, code: "refund_unsupported", status: 409 };
}
