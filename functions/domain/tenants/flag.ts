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
