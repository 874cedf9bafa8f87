import { Refusal } from "../../domain/core/refusal.ts";
import { linkMark } from "../../domain/core/stored-link.ts";
import type { Instant } from "../../domain/core/time.ts";
import { createEscrow, type NewEscrow } from "../../domain/escrow/create.ts";
import { assetWarnings } from "../../domain/tenants/asset-policy.ts";
import { newAggregate } from "../core/aggregate.ts";
import type { IdempotentRequest } from "../core/idempotency-claim.ts";
import { runIdempotent, type StartedOperation, type StoredResponse } from "../core/idempotent-operation.ts";
import type { Row } from "../core/ports.ts";
import { whyNotCoin } from "../settlement/pay-guards.ts";
import { feeRuleInForce } from "../tenants/fee-rule-rows.ts";
import { type TenantSettings, tenantSettingsKeys, tenantSettingsOf } from "../tenants/tenant-settings.ts";
import { unpaidRoute, whyNotWallets } from "./correct.ts";
import type { EscrowContext } from "./escrows.ts";
import { escrowOutcome, requireEscrowOn, requireTenant, whyNotActive, whyNotFrozenFor } from "./money-call.ts";
import { escrowRecordType, escrowWrites, pointsTo, referenceKey } from "./record.ts";

/** A call to create an escrow; where no chain is said it is the tenant's own. */
export interface CreateEscrowRequest extends IdempotentRequest {
  readonly input: Omit<NewEscrow, "payoutChain"> & { readonly payoutChain: string | null };
}

interface Snapshot extends TenantSettings {
  readonly taken: Row | undefined;
}

/** Creates an escrow that waits for its money: one transaction has it, its reference and the key's answer. Refuses a rail that cannot hold value and pay it out. */
export function openEscrow(context: EscrowContext, request: CreateEscrowRequest): Promise<StoredResponse> {
  const { reference } = request.input;
  return runIdempotent<Snapshot>(context, request, {
    keys: [referenceKey(request.tenantId, reference), ...tenantSettingsKeys(request.tenantId)],
    see: ([taken, ...rows]) => ({ taken, ...tenantSettingsOf(rows) }),
    begin: (snapshot, now) => begin(context, request, snapshot, now),
    refused: () => ({ reference }),
    carryOn: () => Promise.reject(new Error("creating an escrow asks nobody outside")),
  });
}

async function begin(
  context: EscrowContext,
  request: CreateEscrowRequest,
  snapshot: Snapshot,
  now: Instant,
): Promise<StartedOperation | Refusal> {
  const { input } = request;
  const made = await makeEscrow(context, request, snapshot, now);
  // What is wrong with the wish comes before what this deployment cannot do.
  if (made instanceof Refusal) return made;
  const wallet = whyNotWallets(context, made.next);
  if (wallet) return wallet;
  requireEscrowOn(context, snapshot.flags, input.rail);
  const { hold, disburseHeld } = context.rail.capabilities;
  if (!hold || !disburseHeld)
    return new Refusal("escrow_not_offered", `the ${context.rail.name} adapter cannot hold value`);
  const { payoutChain: chain, payoutStable: stable } = made.next;
  if (!context.rail.pays({ chain, stable })) return unpaidRoute(context.rail.name, chain, stable);
  const coin = whyNotCoin(context.rail, requireTenant(snapshot, request.tenantId), stable, now);
  if (coin) return coin;
  const { payoutAddress, refundAddress } = made.next;
  const frozen = whyNotFrozenFor(snapshot, made.next, [payoutAddress, refundAddress]);
  if (frozen) return frozen;
  const suspended = whyNotActive(snapshot);
  if (suspended) return suspended;
  if (snapshot.taken) return new Refusal("reference_exists", "this tenant has an escrow with this reference");
  const { next } = made;
  return {
    command: { escrowId: next.id },
    outcome: escrowOutcome(context, next),
    also: [
      ...escrowWrites(newAggregate(escrowRecordType, next), [made], context).writes,
      pointsTo(referenceKey(next.tenantId, next.reference), "escrow_reference", next.id),
    ],
  };
}

async function makeEscrow(
  context: EscrowContext,
  { tenantId, input }: CreateEscrowRequest,
  snapshot: Snapshot,
  now: Instant,
) {
  const tenant = requireTenant(snapshot, tenantId);
  const { licensedIn } = context.rail.capabilities;
  const warned = assetWarnings({ stable: input.payoutStable, countries: [tenant.country], licensedIn }, now);
  const origin = {
    ...{ id: context.newId("esc", now), tenantId, tenantSlug: tenant.slug, adapter: context.rail.name },
    refundable: context.rail.capabilities.refund,
    statusToken: linkMark(1),
    milestoneIds: input.milestones.map(() => context.newId("mil", now)),
    rule: await feeRuleInForce(context, snapshot, "escrow", now),
    ...(warned.length > 0 && { assetWarnings: warned }),
  };
  const transitions = createEscrow({ ...input, payoutChain: input.payoutChain ?? tenant.destChain }, origin, now);
  return transitions instanceof Refusal ? transitions : transitions[0];
}
