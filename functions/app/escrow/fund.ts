import * as z from "zod";
import { Refusal } from "../../domain/core/refusal.ts";
import type { Instant } from "../../domain/core/time.ts";
import type { Escrow } from "../../domain/escrow/escrow.ts";
import { askFunding, type FundingAsked } from "../../domain/escrow/fund.ts";
import { outstandingFunding } from "../../domain/escrow/outstanding.ts";
import { paymentSources } from "../../domain/rails/payment-source.ts";
import { termsOf } from "../../domain/rails/terms.ts";
import { type Claim, type Outcome, refusalOutcome } from "../core/idempotency-claim.ts";
import {
  type Begun,
  type KeyedRoute,
  refuseHeld,
  runKeyed,
  type StoredResponse,
} from "../core/idempotent-operation.ts";
import { partnerUnlinked, whyNotPartner } from "../settlement/partner-check.ts";
import { depositWrites, isTakenBy } from "./deposits.ts";
import { type EscrowDesk, railThatHolds } from "./escrows.ts";
import { collectFunding, findFunding } from "./funding.ts";
import {
  type EscrowRequest,
  type EscrowSight,
  escrowKeys,
  escrowOutcome,
  heldBy,
  requireEscrowOn,
  seen,
  whyNotHold,
  whyNotStanding,
} from "./gates.ts";
import { asked, ended, type Held, type Step, stepHeld } from "./hold-steps.ts";
import { escrowWrites } from "./record.ts";

/** What a claim keeps of a call to fund, so that anyone can continue it. `source` is null where a deposit is there already. */
export const fundCommand = z.object({
  name: z.string(),
  amountCents: z.int(),
  fundingRef: z.string().nullable(),
  depositTxHash: z.string().nullable(),
  source: z.enum(paymentSources).nullable(),
});

/** A call to fund an escrow: with money that is to be collected from a source, or with a deposit that has come. */
export type FundRequest = EscrowRequest & z.infer<typeof fundCommand>;

/** Funds an escrow. Refuses another amount than the escrow's, and a deposit that another escrow has. */
export async function fundEscrow(desk: EscrowDesk, request: FundRequest): Promise<StoredResponse> {
  return runKeyed(desk, request, await fundRoute(desk, request));
}

/** Funding as a money route. */
export async function fundRoute(desk: EscrowDesk, request: FundRequest): Promise<KeyedRoute<EscrowSight>> {
  const unable = whyNotHold(desk);
  return {
    ...(await escrowKeys(desk, request, !unable)),
    begin: (sight, now) => {
      requireEscrowOn(desk, sight.flags, sight.escrow?.state.rail);
      return unable ?? whyNotStanding(sight) ?? begin(desk, request, sight, now);
    },
    refused: () => fundCommand.parse(request),
    carryOn: (claim, sight) => carryOn(desk, request, claim, sight),
  };
}

function begin(desk: EscrowDesk, request: FundRequest, sight: EscrowSight, now: Instant): Begun | Refusal {
  const command = fundCommand.parse(request);
  const { state } = seen(sight);
  const { hops, no } = askFunding(state, askedOf(request, state), now);
  if (no && hops.length === 0) return no;
  // What is past its expiry is expired with the no.
  if (no) {
    const { writes } = escrowWrites(seen(sight), hops, desk);
    return { command, outcome: refusalOutcome(no, desk.requestId), also: writes };
  }
  const isDone = hops.length === 0 && outstandingFunding(state)?.railRef !== null;
  if (isDone) return { command, outcome: escrowOutcome(desk, state) };
  return sight.tenant?.partnerCustomerId === null ? partnerUnlinked() : { command };
}

function askedOf(
  { amountCents, source, fundingRef, depositTxHash }: FundRequest,
  state: Escrow,
): FundingAsked {
  return { amountCents, source: source ?? termsOf(state.adapter).source, fundingRef, depositTxHash };
}

/** The partner first, then the wish on the record, then the rail, then its answer with the key's. */
async function carryOn(
  desk: EscrowDesk,
  request: FundRequest,
  claim: Claim,
  sight: EscrowSight,
): Promise<Outcome> {
  const held = heldBy(claim, sight);
  const { state } = held.escrow;
  if (!sight.tenant) throw new Error(`no tenant ${request.tenantId}`);
  const why = await whyNotPartner(railThatHolds(desk, state), sight.tenant);
  if (why) return refuseHeld(desk, claim, why);
  return request.source === null ? takeDeposit(desk, request, held) : collect(desk, request, held);
}

/** A deposit that is there already moves nothing: the rail is asked first, and one transaction has the wish and its fulfilment. */
async function takeDeposit(desk: EscrowDesk, request: FundRequest, held: Held): Promise<Outcome> {
  const { state } = held.escrow;
  const taken = await isTakenBy(desk, state, request);
  if (taken !== undefined && taken !== state.id) return refuseHeld(desk, held.claim, depositUsed());
  const said = await asked(desk, held, () => findFunding(desk, state, request));
  if (said instanceof Refusal) return refuseHeld(desk, held.claim, said);
  return ended(
    await stepHeld(desk, held, async (current) => {
      const wish = await askingStep(desk, request, current);
      const after = wish.hops.at(-1)?.next ?? current;
      return wish.no
        ? wish
        : { ...wish, hops: [...wish.hops, ...said(after, desk.clock.now())], answer: true };
    }),
  );
}

async function collect(desk: EscrowDesk, request: FundRequest, held: Held): Promise<Outcome> {
  const wished = await stepHeld(desk, held, (current) => askingStep(desk, request, current));
  if ("outcome" in wished) return wished.outcome;
  const { state } = wished.held.escrow;
  const waits = outstandingFunding(state)?.railRef === null;
  const said = waits ? await asked(desk, wished.held, () => collectFunding(desk, state)) : undefined;
  return ended(
    await stepHeld(desk, wished.held, (current) => ({
      hops: said?.(current, desk.clock.now()) ?? [],
      answer: true,
    })),
  );
}

/** The wish to fund, and the rows that make its deposit this escrow's alone. */
async function askingStep(desk: EscrowDesk, request: FundRequest, state: Escrow): Promise<Step> {
  const { hops, no } = askFunding(state, askedOf(request, state), desk.clock.now());
  if (no || hops.length === 0) return { hops, no };
  const taken = await isTakenBy(desk, state, request);
  if (taken !== undefined && taken !== state.id) return { hops: [], no: depositUsed() };
  return { hops, also: taken === undefined ? depositWrites(state, request) : [] };
}

function depositUsed(): Refusal {
  return new Refusal("funding_ref_used", "another escrow was funded by this deposit");
}
