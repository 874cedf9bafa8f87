import { invalidField, Refusal } from "../core/refusal.ts";
import type { Instant } from "../core/time.ts";
import type { Transition } from "../core/transition.ts";
import { splitAmount, withoutReserve } from "../settlement/fee.ts";
import { amountTooSmall } from "../settlement/open-settlement.ts";
import type { FeeRule } from "../tenants/fee-rule.ts";
import { approverMail, whyNotApprovers } from "./approvers.ts";
import { type Escrow, type EscrowApprover, escrowFacts, type Milestone } from "./escrow.ts";

/** Most milestones an escrow can have (decisions, "Escrow"). */
export const maxMilestones = 50;

/** What a client asks for when it creates an escrow; defaults are filled in by then, `expiresAt` is an instant. */
export type NewEscrow = Pick<Escrow, "reference" | "amountCents" | "currency" | "rail" | "releaseRule"> &
  Pick<Escrow, "requiredApprovals" | "buyerRef" | "sellerRef" | "payoutChain" | "payoutAddress" | "payoutStable"> &
  Pick<Escrow, "refundAddress" | "invoiceId" | "expiresAt" | "metadata"> & {
    readonly approvers?: readonly Pick<EscrowApprover, "approverRef" | "email">[];
    readonly milestones: readonly {
      readonly seq?: number | undefined;
      readonly description: string;
      readonly amountCents?: number | undefined;
    }[];
  };

/** Who holds it and for whom; ids and what stands for the page's token come in, one milestone id for each milestone. */
export type EscrowOrigin = Pick<Escrow, "id" | "tenantId" | "tenantSlug" | "adapter" | "refundable" | "statusToken"> &
  Pick<Escrow, "assetWarnings"> & { readonly milestoneIds: readonly string[]; readonly rule: FeeRule };

/** Opens an escrow that waits for its money; fee and net are computed here and nowhere else. Refuses a net of 0, a past expiry, a stablecoin rail without a beneficiary, and milestones that do not add up. */
export function createEscrow(input: NewEscrow, origin: EscrowOrigin, now: Instant): [Transition<Escrow>] | Refusal {
  const { milestones: wished, approvers = [], ...terms } = input;
  const { milestoneIds, rule, ...named } = origin;
  const { feeCents, netCents } = withoutReserve(splitAmount(input.amountCents, rule));
  const no = whyNotCreate(input, now) ?? (netCents < 1 ? amountTooSmall() : undefined);
  if (no) return no;
  const milestones = wished.map((each, at) => newMilestone(each, at, milestoneIds));
  const next: Escrow = {
    ...{ ...terms, ...named, ...blank, status: "awaiting_funds", feeCents, netCents },
    ...{ feeRuleId: rule.id, feeTerms: feeTermsOf(rule) },
    milestones: milestones.toSorted((one, other) => one.seq - other.seq),
    approvers: approvers.map((each) => ({ ...each, linksSent: 1 })),
    ...{ approvals: [], unmet: [], screens: [], pastPayouts: [], reconBreaks: [], pastFundings: [] },
    ...{ expiryLookAt: input.expiresAt, createdAt: now, updatedAt: now },
  };
  const events = [{ name: "escrow.created" as const, data: escrowFacts(next) }];
  const follows = next.approvers.map((each) => approverMail(next, each));
  return [{ next, from: null, to: "awaiting_funds", reason: "escrow created", events, follows }];
}

function feeTermsOf({ bps, fixedCents, minCents, maxCents }: FeeRule): Escrow["feeTerms"] {
  return { bps, fixedCents, minCents, maxCents };
}

const blank = {
  ...{ refundReason: null, blockedAt: null, funding: null, instructions: null, fundingRef: null, depositTxHash: null },
  ...{ receivedCents: 0, unappliedCents: 0, sentBackCents: 0, heldCents: 0 as const, returned: null },
  ...{ sendBack: null, sendBacks: 0, refundedCents: 0, exchangeCents: 0, paidOut: null, partnerCustomerId: null },
  ...{ returnedCents: 0, restOut: null, restRef: null },
  ...{ shortfallCents: 0, intent: null, paidLeg: null, payoutRef: null, strayPayoutCents: 0, waiting: null },
  ...{ presentation: 0, parked: null, parkedSince: null, askedAt: null, releaseTxHash: null, refundTxHash: null },
  ...{ declineReason: null, failureCode: null, failureReason: null, fundedAt: null, releasedAt: null },
};

function newMilestone(
  { seq, description, amountCents }: NewEscrow["milestones"][number],
  at: number,
  ids: readonly string[],
): Milestone {
  const id = ids[at];
  if (id === undefined) throw new Error("a milestone needs an id");
  return { id, seq: seq ?? at + 1, description, amountCents: amountCents ?? null, status: "pending" };
}

function invalid(path: string, message: string): Refusal {
  return invalidField(path, message, `${path}: ${message}`);
}

function whyNotCreate(input: NewEscrow, now: Instant): Refusal | undefined {
  const { rail, payoutAddress, expiresAt, releaseRule, milestones } = input;
  if (rail === "stablecoin" && payoutAddress === null)
    return invalid("payoutAddress", "required for the stablecoin rail");
  if (expiresAt !== null && expiresAt <= now) return invalid("expiresAt", "in the past");
  if (releaseRule === "milestone" && milestones.length === 0)
    return invalid("milestones", "the milestone rule needs at least one");
  if (milestones.length > maxMilestones) return invalid("milestones", `at most ${maxMilestones}`);
  const approvers = whyNotApprovers(input);
  if (approvers) return approvers;
  const seqs = new Set(milestones.map(({ seq }, at) => seq ?? at + 1));
  if (seqs.size < milestones.length) return invalid("milestones", "seq is used twice");
  return whyNotSum(input);
}

/** Amounts of milestones: none at all, or all of them, adding up. */
function whyNotSum({ milestones, amountCents }: NewEscrow): Refusal | undefined {
  const amounts = milestones.flatMap((each) => each.amountCents ?? []);
  if (amounts.length === 0) return undefined;
  const sum = amounts.reduce((total, each) => total + each, 0);
  if (amounts.length === milestones.length && sum === amountCents) return undefined;
  const message =
    amounts.length < milestones.length
      ? "either all of them have an amount or none"
      : `they add up to ${sum} cents where ${amountCents} are held`;
  return new Refusal("milestone_sum_mismatch", `milestones: ${message}`, { fields: [{ path: "milestones", message }] });
}
