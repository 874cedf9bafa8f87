import { Refusal } from "../../domain/core/refusal.ts";
import type { Escrow } from "../../domain/escrow/escrow.ts";
import { viewEscrow } from "../../domain/escrow/view.ts";
import type { Flags } from "../../domain/tenants/flag.ts";
import type { Loaded } from "../core/aggregate.ts";
import type { Claim, KeyedRequest, Outcome } from "../core/idempotency-claim.ts";
import type { KeyedRoute } from "../core/idempotent-operation.ts";
import { rowKey } from "../core/rows.ts";
import { requireOn } from "../settlement/pay-context.ts";
import { type Standing, standing, standingKeys } from "../tenants/tenant-settings.ts";
import { type EscrowDesk, escrowIdOf, ownEscrow } from "./escrows.ts";

/** A money call about an escrow; `name` is its id or the tenant's reference. */
export interface EscrowRequest extends KeyedRequest {
  readonly name: string;
}

/** What a money call sees before it decides; the escrow is not looked for where the rail cannot do what is asked. */
export interface EscrowSight extends Standing {
  readonly escrow: Loaded<Escrow> | undefined;
}

/** Refuses what is switched off: escrow as a whole, its rail, and the vendor that collects. */
export function requireEscrowOn(desk: EscrowDesk, flags: Flags, rail: Escrow["rail"] | undefined): void {
  if (!flags.on("escrow.enabled")) throw new Refusal("escrow_disabled", "escrow is switched off");
  if (rail !== undefined && !flags.on(`escrow.rail.${rail}`))
    throw new Refusal("rail_disabled", `the ${rail} rail of escrow is switched off`);
  requireOn(flags, `vendor.collection.${desk.rail.name}`);
}

/** The no to a suspended tenant's money call. */
export function whyNotStanding({ tenant }: Standing): Refusal | undefined {
  return tenant?.status === "active"
    ? undefined
    : new Refusal("tenant_suspended", "this tenant is suspended");
}

/** Whether the rail can hold value, which funding needs, and pay out what it holds. */
export function whyNotHold(desk: EscrowDesk): Refusal | undefined {
  if (desk.rail.capabilities.hold) return undefined;
  return new Refusal("escrow_hold_unsupported", `the ${desk.rail.name} adapter cannot hold value`);
}

export function whyNotDisburse(desk: EscrowDesk): Refusal | undefined {
  const { hold, disburseHeld } = desk.rail.capabilities;
  if (hold && disburseHeld) return undefined;
  return new Refusal(
    "escrow_disbursement_unsupported",
    `the ${desk.rail.name} adapter pays out nothing held`,
  );
}

/** The one read of a money call: the escrow, where it is to be looked for, and how the tenant stands. */
export async function escrowKeys(desk: EscrowDesk, request: EscrowRequest, looks: boolean) {
  const id = looks ? await escrowIdOf(desk, request.tenantId, request.name) : undefined;
  const keys = [rowKey(id ?? `no_escrow#${request.tenantId}`), ...standingKeys(request.tenantId)];
  const see: KeyedRoute<EscrowSight>["see"] = ([row, ...rows]) => ({
    escrow: looks ? ownEscrow(row, request.tenantId) : undefined,
    ...standing(rows),
  });
  return { keys, see };
}

/** The escrow of a call that looked for it. */
export function seen({ escrow }: EscrowSight): Loaded<Escrow> {
  if (!escrow) throw new Error("this call looked for no escrow");
  return escrow;
}

/** An escrow as a call's answer. */
export function escrowOutcome(desk: EscrowDesk, state: Escrow): Outcome {
  return { kind: "result", result: viewEscrow(state, desk.pagesUrl) };
}

/** What a call that goes on holds. */
export function heldBy(claim: Claim, sight: EscrowSight) {
  return { claim, escrow: seen(sight) };
}
