import { Refusal } from "../../domain/core/refusal.ts";
import type { Escrow } from "../../domain/escrow/escrow.ts";
import { viewEscrow } from "../../domain/escrow/view.ts";
import type { Flags } from "../../domain/tenants/flag.ts";
import type { Aggregate } from "../core/aggregate.ts";
import type { StoreContext } from "../core/context.ts";
import type { Claim, KeyedRequest, Outcome } from "../core/idempotency-claim.ts";
import type { KeyedRoute } from "../core/idempotent-operation.ts";
import { rowKey } from "../core/row-keys.ts";
import { requireOn } from "../settlement/pay-context.ts";
import type { Rails } from "../settlement/vendors-of-record.ts";
import { type TenantSettings, tenantSettingsKeys, tenantSettingsOf } from "../tenants/tenant-settings.ts";
import { type EscrowPages, escrowIdOf, ownEscrow } from "./escrows.ts";

/** A money call about an escrow; `name` is its id or the tenant's reference. */
export interface EscrowRequest extends KeyedRequest {
  readonly name: string;
}

/** What a money call sees before it decides; the escrow is not looked for where the rail cannot do what is asked. */
export interface EscrowSnapshot extends TenantSettings {
  readonly escrow: Aggregate<Escrow> | undefined;
}

/** Refuses what is switched off: escrow as a whole, its rail, and the vendor that collects. */
export function requireEscrowOn(context: Rails, flags: Flags, rail: Escrow["rail"] | undefined): void {
  if (!flags.on("escrow.enabled")) throw new Refusal("escrow_disabled", "escrow is switched off");
  if (rail !== undefined && !flags.on(`escrow.rail.${rail}`))
    throw new Refusal("rail_disabled", `the ${rail} rail of escrow is switched off`);
  requireOn(flags, `vendor.collection.${context.rail.name}`);
}

/** The no to a suspended tenant's money call. */
export function whyNotActive({ tenant }: TenantSettings): Refusal | undefined {
  return tenant?.status === "active" ? undefined : new Refusal("tenant_suspended", "this tenant is suspended");
}

/** Whether the rail can hold value, which funding needs, and pay out what it holds. */
export function whyNotHold(context: Rails): Refusal | undefined {
  if (context.rail.capabilities.hold) return undefined;
  return new Refusal("escrow_hold_unsupported", `the ${context.rail.name} adapter cannot hold value`);
}

export function whyNotDisburse(context: Rails): Refusal | undefined {
  const { hold, disburseHeld } = context.rail.capabilities;
  if (hold && disburseHeld) return undefined;
  return new Refusal("escrow_disbursement_unsupported", `the ${context.rail.name} adapter pays out nothing held`);
}

/** The one read of a money call: the escrow, where it is to be looked for, and how the tenant stands. */
export async function escrowKeys(context: StoreContext, request: EscrowRequest, looks: boolean) {
  const id = looks ? await escrowIdOf(context, request.tenantId, request.name) : undefined;
  const keys = [rowKey(id ?? `no_escrow#${request.tenantId}`), ...tenantSettingsKeys(request.tenantId)];
  const see: KeyedRoute<EscrowSnapshot>["see"] = ([row, ...rows]) => ({
    escrow: looks ? ownEscrow(row, request.tenantId) : undefined,
    ...tenantSettingsOf(rows),
  });
  return { keys, see };
}

/** The escrow of a call that looked for it. */
export function requireEscrow({ escrow }: EscrowSnapshot): Aggregate<Escrow> {
  if (!escrow) throw new Error("this call looked for no escrow");
  return escrow;
}

/** An escrow as a call's answer. */
export function escrowOutcome(context: EscrowPages, state: Escrow): Outcome {
  return { kind: "result", result: viewEscrow(state, context.pagesUrl) };
}

/** What a call that goes on holds. */
export function heldBy(claim: Claim, snapshot: EscrowSnapshot) {
  return { claim, escrow: requireEscrow(snapshot) };
}
