import * as z from "zod";
import { Refusal } from "../../domain/core/refusal.ts";
import type { ReleaseFacts } from "../../domain/escrow/conditions.ts";
import type { Escrow, EscrowTransitions } from "../../domain/escrow/escrow.ts";
import { escrowScreenKey, escrowScreenRound, hasFreshScreen, pendingEscrowScreen } from "../../domain/escrow/gate.ts";
import { escrowFreezes } from "../../domain/escrow/issuer-freezes.ts";
import { recordEscrowScreen } from "../../domain/escrow/screen.ts";
import type { ScreenAnswer } from "../../domain/gate/screen-answer.ts";
import type { Flags } from "../../domain/tenants/flag.ts";
import type { Aggregate } from "../core/aggregate.ts";
import { change } from "../core/change.ts";
import type { Context, StoreContext } from "../core/context.ts";
import type { Row, Write } from "../core/ports.ts";
import { findRecord, requireRecord } from "../core/read-records.ts";
import { rowKey } from "../core/row-keys.ts";
import { type Gate, screenAddress } from "../gate/screen-wallet.ts";
import type { Rail } from "../rails/ports.ts";
import { ownRail, type Rails } from "../settlement/vendors-of-record.ts";
import { freezeWrites } from "../tenants/frozen-wallets.ts";
import { flagsKey, tenantSettingsOf } from "../tenants/tenant-settings.ts";
import { escrowRecordType, escrowWrites, referenceKey } from "./record.ts";
import { releaseFacts } from "./release-facts.ts";

/** What escrow's use cases work with beside the context. */
export interface EscrowContext extends Context, Gate, Rails {
  /** Where pages are served, without a slash at its end. */
  readonly pagesUrl: string;
  /** Whether wallets are checked for chain, stablecoin and checksum when they are said; left out, they are not. */
  readonly checksAddresses?: boolean;
}

export type EscrowPages = Pick<EscrowContext, "pagesUrl">;

const ourId = /^esc_[0-9A-HJKMNP-TV-Z]{26}$/;
const namedEscrow = z.object({ escrowId: z.string() });

/** The id that a name in a path means: itself, or what a tenant's reference finds. Undefined where it names nothing. */
export async function escrowIdOf(context: StoreContext, tenantId: string, name: string): Promise<string | undefined> {
  return ourId.test(name) ? name : referencedEscrow(context, tenantId, name);
}

/** The id of the escrow that has a tenant's reference. */
export async function referencedEscrow(
  context: StoreContext,
  tenantId: string,
  reference: string,
): Promise<string | undefined> {
  const [row] = await context.store.read([referenceKey(tenantId, reference)]);
  return row && namedEscrow.parse(row.body).escrowId;
}

/** An escrow as read; a stranger's and an unknown one are the same refusal. */
export function ownEscrow(row: Row | undefined, tenantId: string): Aggregate<Escrow> {
  return requireRecord(escrowRecordType, row, "escrow", tenantId);
}

export function noSuchEscrow(): Refusal {
  return new Refusal("not_found", "no such escrow");
}

export async function findEscrow(context: StoreContext, tenantId: string, name: string): Promise<Aggregate<Escrow>> {
  const id = await escrowIdOf(context, tenantId, name);
  if (id === undefined) throw noSuchEscrow();
  const [row] = await context.store.read([rowKey(id)]);
  return ownEscrow(row, tenantId);
}

/** The escrow with this id; throws where there is none, because only our own records name it. */
export async function loadEscrow(context: StoreContext, id: string): Promise<Aggregate<Escrow>> {
  const found = await findRecord(context, escrowRecordType, id);
  if (!found) throw new Error(`no escrow ${id}`);
  return found;
}

/** Changes an escrow alone. `first` saves the read of the first attempt. */
export function changeEscrow(
  context: Context,
  first: Aggregate<Escrow>,
  decide: (state: Escrow) => EscrowTransitions,
): Promise<Aggregate<Escrow>> {
  return change(context, async (attempt) => {
    const current = attempt === 1 ? first : await loadEscrow(context, first.state.id);
    const { writes, after } = escrowWrites(current, decide(current.state), context);
    return { writes: [...writes, ...(await escrowFreezeWrites(context, current, after))], result: after };
  });
}

/** What marks an escrow's addresses as frozen where a change has found that. */
export function escrowFreezeWrites(
  context: Context,
  { state: before }: Aggregate<Escrow>,
  { state: after }: Aggregate<Escrow>,
): Promise<Write[]> {
  return freezeWrites(context, after.tenantId, escrowFreezes(before, after));
}

/** The same where it depends on what is not on the record: whatever that is when it commits, it decided by. */
export function changeByFacts(
  context: Context,
  first: Aggregate<Escrow>,
  decide: (state: Escrow, facts: ReleaseFacts) => EscrowTransitions,
): Promise<Aggregate<Escrow>> {
  return change(context, async (attempt) => {
    const current = attempt === 1 ? first : await loadEscrow(context, first.state.id);
    const facts = await releaseFacts(context, current.state.id);
    const { writes, after } = escrowWrites(current, decide(current.state, facts), context);
    const marks = await escrowFreezeWrites(context, current, after);
    return { writes: writes.length === 0 ? [] : [...writes, ...marks, facts.check], result: after };
  });
}

/** The rail that holds an escrow; throws where this deployment reaches it no more. */
export function railThatHolds(context: Rails, { adapter }: Pick<Escrow, "adapter">): Rail {
  return ownRail(context, { rail: adapter });
}

type ScreenRequest = Pick<ScreenAnswer, "stage" | "address">;

/** Buys a screen of an address: the beneficiary's, or where a refund would go. The round is the same until its answer is recorded, so that a repeat is not bought twice; one that was pending is read, unless `anew` is said. */
export async function buyScreen(
  context: Context & Gate,
  state: Escrow,
  input: ScreenRequest,
  anew?: "anew",
): Promise<ScreenAnswer> {
  const { id, tenantId, payoutChain: chain } = state;
  const round = escrowScreenRound(state);
  const key = escrowScreenKey(id, { ...input, round });
  const { address } = input;
  const flags = await flagsOf(context, tenantId);
  // Money is about to leave, whatever the screen is for.
  const verdict = await screenAddress(context, flags, {
    ...{ key, stage: "disbursement", address, chain },
    pendingRef: anew ? undefined : pendingEscrowScreen(state, address),
  });
  return { ...input, round, verdict };
}

export async function screenFor(
  context: Context & Gate,
  found: Aggregate<Escrow>,
  input: ScreenRequest,
): Promise<Aggregate<Escrow>> {
  const answer = await buyScreen(context, found.state, input);
  return changeByFacts(context, found, (state, facts) => recordEscrowScreen(state, answer, facts, context.clock.now()));
}

/** The escrow with a screen of the address that is still good, bought anew where the last one is not. */
export async function screenedFor(
  context: Context & Gate,
  found: Aggregate<Escrow>,
  input: { readonly stage: "release" | "refund"; readonly address: string | null },
): Promise<Aggregate<Escrow>> {
  const { stage, address } = input;
  const { state } = found;
  if (address === null || state.heldCents === 0 || hasFreshScreen(state, address, context.clock.now())) return found;
  return screenFor(context, found, { stage, address });
}

async function flagsOf(context: StoreContext, tenantId: string): Promise<Flags> {
  const rows = await context.store.read([flagsKey(null), flagsKey(tenantId)]);
  return tenantSettingsOf([undefined, ...rows]).flags;
}
