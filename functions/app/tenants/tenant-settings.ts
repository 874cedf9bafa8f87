import type { FeeRule } from "../../domain/tenants/fee-rule.ts";
import { Flags } from "../../domain/tenants/flag.ts";
import type { Tenant } from "../../domain/tenants/tenant.ts";
import { loaded } from "../core/aggregate.ts";
import type { Key, Row } from "../core/ports.ts";
import { rowKey } from "../core/rows.ts";
import { feeScopeKind, flagScopeKind, tenantKind } from "./records.ts";

/** Where the flag settings of a scope live; null is the global one. */
export function flagsKey(tenantId: string | null): Key {
  return rowKey(`flags#${tenantId ?? "global"}`);
}

/** Where the fee rules of a scope live; null is the default ones. */
export function feesKey(tenantId: string | null): Key {
  return rowKey(`fees#${tenantId ?? "default"}`);
}

/** The rows that tell how a tenant stands: itself, flags (global, own), fee rules (own, default). */
export function standingKeys(tenantId: string): Key[] {
  return [rowKey(tenantId), flagsKey(null), flagsKey(tenantId), feesKey(tenantId), feesKey(null)];
}

/** How a tenant stands right now. */
export interface Standing {
  readonly tenant: Tenant | undefined;
  readonly flags: Flags;
  readonly ownRules: readonly FeeRule[];
  readonly defaultRules: readonly FeeRule[];
}

/** Reads what `standingKeys` asked for, in that order. */
export function standing(rows: readonly (Row | undefined)[]): Standing {
  const [tenantRow, globalFlags, ownFlags, ownFees, defaultFees] = rows;
  return {
    tenant: loaded(tenantKind, tenantRow)?.state,
    flags: new Flags(
      loaded(flagScopeKind, globalFlags)?.state.settings ?? {},
      loaded(flagScopeKind, ownFlags)?.state.settings ?? {},
    ),
    ownRules: loaded(feeScopeKind, ownFees)?.state.rules ?? [],
    defaultRules: loaded(feeScopeKind, defaultFees)?.state.rules ?? [],
  };
}
