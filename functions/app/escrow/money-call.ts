import { Refusal } from "../../domain/core/refusal.ts";
import { ServiceUnavailable } from "../../domain/core/service-unavailable.ts";
import type { Escrow, EscrowTransitions } from "../../domain/escrow/escrow.ts";
import { viewEscrow } from "../../domain/escrow/view.ts";
import type { Flags } from "../../domain/tenants/flag.ts";
import { whyNotFrozen } from "../../domain/tenants/frozen-wallet.ts";
import type { Tenant } from "../../domain/tenants/tenant.ts";
import type { Aggregate } from "../core/aggregate.ts";
import { attempts, commit } from "../core/change.ts";
import type { CommitContext, Context, StoreContext } from "../core/context.ts";
import {
  type Claim,
  claimWrite,
  doneClaim,
  freeClaim,
  type IdempotentRequest,
  inProgress,
  nextClaim,
  type Outcome,
  readClaim,
  refusalOutcome,
} from "../core/idempotency-claim.ts";
import { type IdempotentRoute, isStored, raceLost, railSilent } from "../core/idempotent-operation.ts";
import type { Write } from "../core/ports.ts";
import { rowKey } from "../core/row-keys.ts";
import { requireOn } from "../settlement/pay-guards.ts";
import type { Rails } from "../settlement/vendors-of-record.ts";
import { type TenantSettings, tenantSettingsKeys, tenantSettingsOf } from "../tenants/tenant-settings.ts";
import { type EscrowPages, escrowFreezeWrites, escrowIdOf, ownEscrow } from "./escrows.ts";
import { escrowWrites } from "./record.ts";

/** A money call about an escrow; `name` is its id or the tenant's reference. */
export interface EscrowRequest extends IdempotentRequest {
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

/** The tenant of a call; throws where there is none, whom no route lets in. */
export function requireTenant({ tenant }: TenantSettings, tenantId: string): Tenant {
  if (!tenant) throw new Error(`no tenant ${tenantId}`);
  return tenant;
}

/** Why nothing new may be paid to the first of these addresses that a coin's issuer is known to have frozen. */
export function whyNotFrozenFor(
  settings: TenantSettings,
  { tenantId, payoutChain: chain, payoutStable: stable }: Pick<Escrow, "tenantId" | "payoutChain" | "payoutStable">,
  addresses: readonly (string | null)[],
): Refusal | undefined {
  return whyNotFrozen(requireTenant(settings, tenantId), { chain, stable }, addresses);
}

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
  const see: IdempotentRoute<EscrowSnapshot>["see"] = ([row, ...rows]) => ({
    escrow: looks ? ownEscrow(row, request.tenantId) : undefined,
    ...tenantSettingsOf(rows),
  });
  return { keys, see };
}

export function requireEscrow({ escrow }: EscrowSnapshot): Aggregate<Escrow> {
  if (!escrow) throw new Error("this call looked for no escrow");
  return escrow;
}

export function escrowOutcome(context: EscrowPages, state: Escrow): Outcome {
  return { kind: "result", result: viewEscrow(state, context.pagesUrl) };
}

export function heldBy(claim: Claim, snapshot: EscrowSnapshot) {
  return { claim, escrow: requireEscrow(snapshot) };
}

/** What a call under a key holds while it works: its claim, and the escrow as it last saw it. */
export interface HeldEscrow {
  readonly claim: Claim;
  readonly escrow: Aggregate<Escrow>;
}

/** What one transaction of such a call does: with neither an answer nor a no, the call goes on. */
export interface Step {
  readonly transitions: EscrowTransitions;
  readonly also?: readonly Write[];
  /** Answered with the escrow as it then is. */
  readonly answer?: true;
  /** Refused; a no that the key does not keep frees it. */
  readonly no?: Refusal | null;
}

export type StepResult = { readonly outcome: Outcome } | { readonly held: HeldEscrow };

/** One transaction: transitions on the escrow as it is then, and the claim's answer or its next fence. A lost race is decided again; a lost claim is somebody else's to carry on. */
export async function stepHeldEscrow(
  context: Context & EscrowPages,
  held: HeldEscrow,
  decide: (state: Escrow) => Step | Promise<Step>,
): Promise<StepResult> {
  let { escrow } = held;
  const { claim } = held;
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const step = await decide(escrow.state);
    const { writes, after } = escrowWrites(escrow, step.transitions, context);
    const ended = endOf(context, claim, step, after.state);
    if (writes.length === 0 && !ended) return { held: { claim, escrow } };
    const next = nextClaim(claim, {});
    const also = [...(await escrowFreezeWrites(context, escrow, after)), ...(step.also ?? [])];
    const written = await commit(context, [...writes, ...also, ended?.write ?? claimWrite(next)]);
    if (written.ok && ended?.freed) throw ended.freed;
    if (written.ok) return ended ? { outcome: ended.outcome } : { held: { claim: next, escrow: after } };
    const [claimRow, row] = await context.store.read([claim.key, rowKey(escrow.state.id)]);
    const current = readClaim(claimRow);
    if (current?.body.outcome) return { outcome: current.body.outcome };
    if (current?.v !== claim.v) throw inProgress(1);
    escrow = ownEscrow(row, escrow.state.tenantId);
  }
  throw await raceLost(context, claim);
}

function endOf(context: EscrowPages & Pick<Context, "requestId">, claim: Claim, { answer, no }: Step, state: Escrow) {
  if (no) {
    const outcome = refusalOutcome(no, context.requestId);
    return isStored(no)
      ? { outcome, write: claimWrite(doneClaim(claim, outcome)), freed: undefined }
      : { outcome, write: freeClaim(claim), freed: no };
  }
  if (!answer) return undefined;
  const outcome = escrowOutcome(context, state);
  return { outcome, write: claimWrite(doneClaim(claim, outcome)), freed: undefined };
}

/** What the rail answers. Where it does not, or where others were faster at the record on the way to it, the next request with this key goes on. */
export async function callRail<T>(context: CommitContext, { claim }: HeldEscrow, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ServiceUnavailable) throw error;
    if (error instanceof Refusal && error.code === "version_conflict") throw await raceLost(context, claim);
    throw await railSilent(context, claim);
  }
}

export function outcomeOf(stepped: StepResult): Outcome {
  if ("outcome" in stepped) return stepped.outcome;
  throw new Error("a last step answers");
}
