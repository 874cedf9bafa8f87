import * as z from "zod";
import { holderTypes, type PayerType } from "../../domain/core/holder-type.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import type { Instant } from "../../domain/core/time.ts";
import { type Escrow, outstandingFunding } from "../../domain/escrow/escrow.ts";
import { askFunding, type FundingInput } from "../../domain/escrow/fund.ts";
import { paymentSources } from "../../domain/rails/payment-source.ts";
import type { Tenant } from "../../domain/tenants/tenant.ts";
import { type Claim, type Outcome, refusalOutcome } from "../core/idempotency-claim.ts";
import {
  type IdempotentRoute,
  refuseLiveClaim,
  runIdempotent,
  type StartedOperation,
  type StoredResponse,
} from "../core/idempotent-operation.ts";
import { partnerLinkRefusal, whyNotCoin, whyNotPartner, whyNotSource } from "../settlement/pay-guards.ts";
import { collectFunding, depositWrites, findFunding, isTakenBy } from "./collect-funding.ts";
import { type EscrowContext, railThatHolds } from "./escrows.ts";
import {
  callRail,
  type EscrowRequest,
  type EscrowSnapshot,
  escrowKeys,
  escrowOutcome,
  type HeldEscrow,
  heldBy,
  outcomeOf,
  requireEscrow,
  requireEscrowOn,
  requireTenant,
  type Step,
  stepHeldEscrow,
  whyNotActive,
  whyNotFrozenFor,
  whyNotHold,
} from "./money-call.ts";
import { escrowWrites } from "./record.ts";

/** What a claim keeps of a call to fund, so that anyone can continue it. `source` is null where a deposit is there already. */
export const fundCommand = z.object({
  name: z.string(),
  amountCents: z.int(),
  fundingRef: z.string().nullable(),
  depositTxHash: z.string().nullable(),
  source: z.enum(paymentSources).nullable(),
  holderType: z.enum(holderTypes).optional(),
  sourceCountry: z.string().optional(),
});

/** A call to fund an escrow: with money that is to be collected from a source, or with a deposit that has come. */
export type FundRequest = EscrowRequest & z.infer<typeof fundCommand>;

/** Funds an escrow. Refuses another amount than the escrow's, and a deposit that another escrow has. */
export async function fundEscrow(context: EscrowContext, request: FundRequest): Promise<StoredResponse> {
  return runIdempotent(context, request, await fundRoute(context, request));
}

export async function fundRoute(
  context: EscrowContext,
  request: FundRequest,
): Promise<IdempotentRoute<EscrowSnapshot>> {
  const unable = whyNotHold(context);
  return {
    ...(await escrowKeys(context, request, !unable)),
    begin: (snapshot, now) => {
      requireEscrowOn(context, snapshot.flags, snapshot.escrow?.state.rail);
      return (
        unable ?? whyNotActive(snapshot) ?? whyNotFunded(context, request) ?? begin(context, request, snapshot, now)
      );
    },
    refused: () => fundCommand.parse(request),
    carryOn: (claim, snapshot) => carryOn(context, request, claim, snapshot),
  };
}

/** A source that the rail does not take; a deposit that is there already has none. */
function whyNotFunded({ rail }: EscrowContext, { source }: FundRequest): Refusal | undefined {
  return source === null ? undefined : whyNotSource(rail, source);
}

function begin(
  context: EscrowContext,
  request: FundRequest,
  snapshot: EscrowSnapshot,
  now: Instant,
): StartedOperation | Refusal {
  const command = fundCommand.parse(request);
  const { state } = requireEscrow(snapshot);
  const tenant = requireTenant(snapshot, request.tenantId);
  const { transitions, no } = askFunding(state, inputOf(knownHolder(request, tenant)), now);
  if (no && transitions.length === 0) return no;
  // What is past its expiry is expired with the no.
  if (no) {
    const { writes } = escrowWrites(requireEscrow(snapshot), transitions, context);
    return { command, outcome: refusalOutcome(no, context.requestId), also: writes };
  }
  const isDone = transitions.length === 0 && outstandingFunding(state)?.railRef !== null;
  if (isDone) return { command, outcome: escrowOutcome(context, state) };
  const { payoutStable, payoutAddress } = state;
  const coin =
    transitions.length === 0 ? undefined : whyNotCoin(context.rail, tenant, payoutStable, now, command.sourceCountry);
  if (coin) return coin;
  const frozen = transitions.length === 0 ? undefined : whyNotFrozenFor(snapshot, state, [payoutAddress]);
  if (frozen) return frozen;
  return tenant.partnerCustomerId === null ? partnerLinkRefusal() : { command };
}

/** A call to fund, with whose account the money comes from, as the call says, else as its tenant does, and where the tenant is. */
type FundCall = Omit<FundRequest, "holderType"> & {
  readonly holderType: PayerType;
  readonly receiverCountry: string | null;
  readonly partnerCustomerId: string | null;
};

function knownHolder(request: FundRequest, { payers, country, partnerCustomerId }: Tenant): FundCall {
  const holderType = request.holderType ?? payers;
  return { ...request, holderType, receiverCountry: country, partnerCustomerId };
}

/** A deposit that is there already was sent, whatever the rail takes. */
function inputOf({ source, ...call }: FundCall): FundingInput {
  const { amountCents, holderType, sourceCountry, receiverCountry, fundingRef, depositTxHash, partnerCustomerId } =
    call;
  return {
    ...{ amountCents, source: source ?? "ach_push", holderType, sourceCountry, receiverCountry },
    ...{ fundingRef, depositTxHash, partnerCustomerId, isOnChain: source === null && depositTxHash !== null },
  };
}

/** The partner first, then the wish on the record, then the rail, then its answer with the key's. */
async function carryOn(
  context: EscrowContext,
  request: FundRequest,
  claim: Claim,
  snapshot: EscrowSnapshot,
): Promise<Outcome> {
  const held = heldBy(claim, snapshot);
  const { state } = held.escrow;
  const tenant = requireTenant(snapshot, request.tenantId);
  const why = await whyNotPartner(railThatHolds(context, state), tenant);
  if (why) return refuseLiveClaim(context, claim, why);
  const call = knownHolder(request, tenant);
  return call.source === null ? takeDeposit(context, call, held) : collect(context, call, held);
}

/** A deposit that is there already moves nothing: the rail is asked first, and one transaction has the wish and its fulfilment. */
async function takeDeposit(context: EscrowContext, request: FundCall, held: HeldEscrow): Promise<Outcome> {
  const { state } = held.escrow;
  const taken = await isTakenBy(context, state, request);
  if (taken !== undefined && taken !== state.id) return refuseLiveClaim(context, held.claim, depositUsed());
  const report = await callRail(context, held, () => findFunding(context, state, request));
  if (report instanceof Refusal) return refuseLiveClaim(context, held.claim, report);
  return outcomeOf(
    await stepHeldEscrow(context, held, async (current) => {
      const wish = await askingStep(context, request, current);
      const after = wish.transitions.at(-1)?.next ?? current;
      return wish.no
        ? wish
        : { ...wish, transitions: [...wish.transitions, ...report(after, context.clock.now())], answer: true };
    }),
  );
}

async function collect(context: EscrowContext, request: FundCall, held: HeldEscrow): Promise<Outcome> {
  const wished = await stepHeldEscrow(context, held, (current) => askingStep(context, request, current));
  if ("outcome" in wished) return wished.outcome;
  const { state } = wished.held.escrow;
  const waits = outstandingFunding(state)?.railRef === null;
  const report = waits ? await callRail(context, wished.held, () => collectFunding(context, state)) : undefined;
  return outcomeOf(
    await stepHeldEscrow(context, wished.held, (current) => ({
      transitions: report?.(current, context.clock.now()) ?? [],
      answer: true,
    })),
  );
}

/** The wish to fund, and the rows that make its deposit this escrow's alone. */
async function askingStep(context: EscrowContext, request: FundCall, state: Escrow): Promise<Step> {
  const { transitions, no } = askFunding(state, inputOf(request), context.clock.now());
  if (no || transitions.length === 0) return { transitions, no };
  const taken = await isTakenBy(context, state, request);
  if (taken !== undefined && taken !== state.id) return { transitions: [], no: depositUsed() };
  return { transitions, also: taken === undefined ? depositWrites(state, request) : [] };
}

function depositUsed(): Refusal {
  return new Refusal("funding_ref_used", "another escrow was funded by this deposit");
}
