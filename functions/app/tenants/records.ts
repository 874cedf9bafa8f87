import * as z from "zod";
import { platform } from "../../domain/core/operator.ts";
import { feeRule, feeSchedule } from "../../domain/tenants/fee-rule.ts";
import { flagSettings } from "../../domain/tenants/flag.ts";
import { tenantCounts } from "../../domain/tenants/overview.ts";
import { type ApiKey, apiKey, type Tenant, tenant } from "../../domain/tenants/tenant.ts";
import type { RecordType } from "../core/aggregate.ts";
import type { ListSource } from "../core/list-page.ts";

export function listOf(name: string): ListSource {
  return { index: "list", name, partitions: [name] };
}

export const tenantList = listOf("all#tenant");

export function apiKeyList(tenantId: string): ListSource {
  return listOf(`${tenantId}#key`);
}

/** Where the tenants are listed that are, or have been, one customer of the partner's: their money lies in the same wallets. */
export function customerPointer(partnerCustomerId: string): string {
  return `partner_customer ${partnerCustomerId}`;
}

export const tenantRecordType: RecordType<Tenant> = {
  type: "tenant",
  schema: tenant,
  id: (state) => state.id,
  tenantId: (state) => state.id,
  index: (state) => ({ list: [tenantList.name, `${state.createdAt}#${state.id}`] }),
  pointers: ({ partnerCustomerId: id }) => (id === null ? [] : [{ value: customerPointer(id) }]),
  shows: tenantCounts,
};

export const apiKeyRecordType: RecordType<ApiKey> = {
  type: "api_key",
  schema: apiKey,
  id: (state) => state.id,
  tenantId: (state) => state.tenantId,
  index: (state) => ({ list: [apiKeyList(state.tenantId).name, `${state.createdAt}#${state.id}`] }),
  shown: ({ sha256: _hidden, ...shown }) => shown,
};
const flagScope = flagSettings.extend({ tenantId: z.string().nullable() });
const feeScope = z.object({
  tenantId: z.string().nullable(),
  /** How many rules the scope has, and the last one made. */
  count: z.int(),
  newest: feeRule.nullable(),
  schedules: z.object({ settlement: feeSchedule, escrow: feeSchedule }),
});

export type FlagScope = z.infer<typeof flagScope>;
export type FeeScope = z.infer<typeof feeScope>;

/** The flag settings of one scope: global, or a tenant's overrides. */
export const flagScopeRecordType: RecordType<FlagScope> = {
  type: "flags",
  schema: flagScope,
  id: (state) => `flags#${state.tenantId ?? "global"}`,
  tenantId: (state) => state.tenantId ?? platform,
};

/** What pay reads of the fee rules of one scope, the default ones or a tenant's own; each rule has rows of its own beside it. */
export const feeScopeRecordType: RecordType<FeeScope> = {
  type: "fee_rules",
  schema: feeScope,
  id: (state) => `fees#${state.tenantId ?? "default"}`,
  tenantId: (state) => state.tenantId ?? platform,
  shown: ({ schedules: { settlement, escrow }, ...state }) => ({
    ...state,
    schedules: { settlement: settlement.rules.map(({ id }) => id), escrow: escrow.rules.map(({ id }) => id) },
  }),
};
