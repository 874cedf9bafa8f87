import { Flags } from "../../domain/tenants/flag.ts";
import type { Tenant } from "../../domain/tenants/tenant.ts";
import { loadAggregate } from "../core/aggregate.ts";
import type { Key, Row } from "../core/ports.ts";
import { rowKey } from "../core/row-keys.ts";
import { type FeeScope, feeScopeRecordType, flagScopeRecordType, tenantRecordType } from "./records.ts";

/** Where the flag settings of a scope live; null is the global one. */
export function flagsKey(tenantId: string | null): Key {
  return rowKey(`flags#${tenantId ?? "global"}`);
}

/** Where the fee rules of a scope live; null is the default ones. */
export function feesKey(tenantId: string | null): Key {
  return rowKey(`fees#${tenantId ?? "default"}`);
}

/** The rows that tell how a tenant stands: itself, flags (global, own), fee rules (own, default). */
export function tenantSettingsKeys(tenantId: string): Key[] {
  return [rowKey(tenantId), flagsKey(null), flagsKey(tenantId), feesKey(tenantId), feesKey(null)];
}

export interface TenantSettings {
  readonly tenant: Tenant | undefined;
  readonly flags: Flags;
  readonly ownFees: FeeScope | undefined;
  readonly defaultFees: FeeScope | undefined;
}

export function tenantSettingsOf(rows: readonly (Row | undefined)[]): TenantSettings {
  const [tenantRow, globalFlags, ownFlags, ownFees, defaultFees] = rows;
  return {
    tenant: loadAggregate(tenantRecordType, tenantRow)?.state,
    flags: new Flags(
      loadAggregate(flagScopeRecordType, globalFlags)?.state.settings ?? {},
      loadAggregate(flagScopeRecordType, ownFlags)?.state.settings ?? {},
    ),
    ownFees: loadAggregate(feeScopeRecordType, ownFees)?.state,
    defaultFees: loadAggregate(feeScopeRecordType, defaultFees)?.state,
  };
}
