import { randomBytes } from "node:crypto";
import { Refusal } from "../../domain/core/refusal.ts";
import type { Instant } from "../../domain/core/time.ts";
import { createEscrow, type NewEscrow } from "../../domain/escrow/create.ts";
import { effectiveRule } from "../../domain/tenants/fee-rule.ts";
import { unborn } from "../core/aggregate.ts";
import type { KeyedRequest } from "../core/idempotency-claim.ts";
import { type Begun, runKeyed, type StoredResponse } from "../core/idempotent-operation.ts";
import type { Row } from "../core/ports.ts";
import { type Standing, standing, standingKeys } from "../tenants/tenant-settings.ts";
import type { EscrowDesk } from "./escrows.ts";
import { escrowOutcome, requireEscrowOn, whyNotStanding } from "./gates.ts";
import { escrowKind, escrowWrites, pointsTo, referenceKey, statusLinkKey } from "./record.ts";

/** A call to create an escrow; where no chain is said it is the tenant's own. */
export interface CreateEscrowRequest extends KeyedRequest {
  readonly asked: Omit<NewEscrow, "payoutChain"> & { readonly payoutChain: string | null };
}

interface Sight extends Standing {
  /** The row of the escrow that has this reference. */
  readonly taken: Row | undefined;
}

/** Creates an escrow that waits for its money: one transaction has it, its reference, its page's link and the key's answer. Refuses a rail that cannot hold value and pay it out. */
export function openEscrow(desk: EscrowDesk, request: CreateEscrowRequest): Promise<StoredResponse> {
  const { reference } = request.asked;
  return runKeyed<Sight>(desk, request, {
    keys: [referenceKey(request.tenantId, reference), ...standingKeys(request.tenantId)],
    see: ([taken, ...rows]) => ({ taken, ...standing(rows) }),
    begin: (sight, now) => begin(desk, request, sight, now),
    refused: () => ({ reference }),
    carryOn: () => Promise.reject(new Error("creating an escrow asks nobody outside")),
  });
}

function begin(desk: EscrowDesk, request: CreateEscrowRequest, sight: Sight, now: Instant): Begun | Refusal {
  const { asked } = request;
  const made = makeEscrow(desk, request, sight, now);
  // What is wrong with the wish comes before what this deployment cannot do.
  if (made instanceof Refusal) return made;
  requireEscrowOn(desk, sight.flags, asked.rail);
  const { hold, disburseHeld } = desk.rail.capabilities;
  if (!hold || !disburseHeld)
    return new Refusal("escrow_not_offered", `the ${desk.rail.name} adapter cannot hold value`);
  const suspended = whyNotStanding(sight);
  if (suspended) return suspended;
  if (sight.taken) return new Refusal("reference_exists", "this tenant has an escrow with this reference");
  const { next } = made;
  return {
    command: { escrowId: next.id },
    outcome: escrowOutcome(desk, next),
    also: [
      ...escrowWrites(unborn(escrowKind, next), [made], desk).writes,
      pointsTo(referenceKey(next.tenantId, next.reference), "escrow_reference", next.id),
      pointsTo(statusLinkKey(next.statusToken), "escrow_link", next.id),
    ],
  };
}

function makeEscrow(desk: EscrowDesk, { tenantId, asked }: CreateEscrowRequest, sight: Sight, now: Instant) {
  const { tenant, ownRules, defaultRules } = sight;
  if (!tenant) throw new Error(`no tenant ${tenantId}`);
  const origin = {
    ...{ id: desk.newId("esc", now), tenantId, tenantSlug: tenant.slug, adapter: desk.rail.name },
    statusToken: randomBytes(32).toString("base64url"),
    milestoneIds: asked.milestones.map(() => desk.newId("mil", now)),
    rule: effectiveRule(ownRules, defaultRules, "escrow", now),
  };
  const hops = createEscrow({ ...asked, payoutChain: asked.payoutChain ?? tenant.destChain }, origin, now);
  if (hops instanceof Refusal) return hops;
  const [born] = hops;
  if (!born) throw new Error("an escrow begins with a hop");
  return born;
}
