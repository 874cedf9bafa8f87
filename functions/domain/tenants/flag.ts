import * as z from "zod";
import { fieldsOf } from "../core/fields-of.ts";

/** The closed list of feature flags (spec section 4, decisions "Names"). */
export const flagKeys = [
  "vendor.collection.mock",
  "vendor.collection.bridge",
  "vendor.conversion.mock",
  "vendor.conversion.bridge",
  "vendor.conversion.hifi",
  "escrow.enabled",
  "escrow.rail.stablecoin",
  "escrow.rail.fiat",
  "kyt.screening.enforce",
  "kyt.adapter.mock",
  "idempotency.require",
  "webhooks.retry.enabled",
] as const;

export type FlagKey = (typeof flagKeys)[number];

const offByDefault: ReadonlySet<FlagKey> = new Set<FlagKey>(["escrow.rail.fiat", "vendor.conversion.hifi"]);

/** Flags that loosen a safeguard: they may be switched off in the sandbox only. */
export const sandboxOnlyFlags: ReadonlySet<FlagKey> = new Set<FlagKey>([
  "kyt.screening.enforce",
  "idempotency.require",
]);

/** The setting of each flag that opens a way for money, or takes away a gate on it; null where neither does. */
const openings: Readonly<Record<FlagKey, boolean | null>> = {
  "vendor.collection.mock": true,
  "vendor.collection.bridge": true,
  "vendor.conversion.mock": true,
  "vendor.conversion.bridge": true,
  "vendor.conversion.hifi": true,
  "escrow.enabled": true,
  "escrow.rail.stablecoin": true,
  "escrow.rail.fiat": true,
  "kyt.screening.enforce": false,
  // Without its mock such a stage has no screen that passes.
  "kyt.adapter.mock": true,
  "idempotency.require": null,
  "webhooks.retry.enabled": null,
};

/** One setting of a flag, global or for one tenant. */
const flagSetting = z.object({ enabled: z.boolean(), note: z.string().nullable(), at: z.string(), actor: z.string() });

/** All settings of one scope in one row: the global one, or one tenant's overrides. */
export const flagSettings = z.object({ settings: fieldsOf(flagKeys, flagSetting) });

export type FlagSettings = z.infer<typeof flagSettings>["settings"];

/** A flag as it applies, and where that comes from. */
export interface EffectiveFlag {
  readonly key: FlagKey;
  readonly enabled: boolean;
  readonly source: "default" | "global" | "tenant";
  readonly note: string | null;
}

/** The flags in force for a tenant: its own override, else the global setting, else the default. */
export class Flags {
  readonly #global: FlagSettings;
  readonly #tenant: FlagSettings;

  constructor(global: FlagSettings, tenant: FlagSettings) {
    this.#global = global;
    this.#tenant = tenant;
  }

  effective(key: FlagKey): EffectiveFlag {
    const tenant = this.#tenant[key];
    if (tenant) return { key, enabled: tenant.enabled, source: "tenant", note: tenant.note };
    const global = this.#global[key];
    if (global) return { key, enabled: global.enabled, source: "global", note: global.note };
    return { key, enabled: !offByDefault.has(key), source: "default", note: null };
  }

  on(key: FlagKey): boolean {
    return this.effective(key).enabled;
  }

  all(): EffectiveFlag[] {
    return flagKeys.map((key) => this.effective(key));
  }
}

/** Whether a setting opens a way for money in its scope: one that is closed now, or a tenant's own beside the global one, which would stay open when that closes. `enabled` null takes the setting away; `tenant` is null for the global scope. */
export function opensMoneyRoute(
  scopes: { readonly global: FlagSettings; readonly tenant: FlagSettings | null },
  key: FlagKey,
  enabled: boolean | null,
): boolean {
  const open = openings[key];
  if (open === null) return false;
  const own = scopes.tenant ?? scopes.global;
  const { [key]: before, ...others } = own;
  const setting = enabled === null ? {} : { [key]: { enabled, note: null, at: "", actor: "" } };
  const after: FlagSettings = { ...others, ...setting };
  const isOpen = (global: FlagSettings, tenant: FlagSettings) => new Flags(global, tenant).on(key) === open;
  const { global, tenant } = scopes;
  if (tenant === null) return isOpen(after, {}) && !isOpen(global, {});
  if (!isOpen(global, after)) return false;
  return !isOpen(global, tenant) || (enabled === open && before?.enabled !== open);
}
