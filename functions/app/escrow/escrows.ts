import * as z from "zod";
import { Refusal } from "../../domain/core/refusal.ts";
import type { ReleaseFacts } from "../../domain/escrow/conditions.ts";
import { type Escrow, type EscrowHops, isHolding } from "../../domain/escrow/escrow.ts";
import {
  escrowScreenKey,
  escrowScreenRound,
  hasFreshScreen,
  pendingEscrowScreen,
} from "../../domain/escrow/gate.ts";
import { recordEscrowScreen } from "../../domain/escrow/screen.ts";
import type { ScreenAnswer } from "../../domain/gate/screen-answer.ts";
import type { Flags } from "../../domain/tenants/flag.ts";
import { type Loaded, loaded } from "../core/aggregate.ts";
import { change } from "../core/change.ts";
import type { Desk } from "../core/context.ts";
import type { Meter, Row } from "../core/ports.ts";
import { rowKey } from "../core/rows.ts";
import type { Screening } from "../gate/ports.ts";
import { type Gate, screenAddress } from "../gate/screen-wallet.ts";
import type { Rail } from "../rails/ports.ts";
import { ownRail, type Rails } from "../settlement/vendors-of-record.ts";
import { flagsKey, standing } from "../tenants/tenant-settings.ts";
import { escrowKind, escrowWrites, referenceKey } from "./record.ts";

/** What escrow's use cases work with beside the desk. */
export interface EscrowDesk extends Desk, Rails {
  readonly screening: Screening;
  /** Production: safeguards cannot be loosened by a flag. */
  readonly live: boolean;
  readonly meter: Meter;
  /** Where pages are served, without a slash at its end. */
  readonly pagesUrl: string;
}

/** Seconds for one call to the rail; with a screen's 8 a request stays under the gateway's 29. */
export const railSeconds = 10;

/** What a release depends on beside the record. Alerts and cases are about payments: nothing can be disputed about an escrow. */
export const releaseFacts: ReleaseFacts = { disputeOpen: false };

const ourId = /^esc_[0-9A-HJKMNP-TV-Z]{26}$/;
const namedEscrow = z.object({ escrowId: z.string() });

/** The id that a name in a path means: itself, or what a tenant's reference finds. Undefined where it names nothing. */
export async function escrowIdOf(
  desk: Pick<Desk, "book">,
  tenantId: string,
  name: string,
): Promise<string | undefined> {
  if (ourId.test(name)) return name;
  const [row] = await desk.book.read([referenceKey(tenantId, name)]);
  return row && namedEscrow.parse(row.body).escrowId;
}

/** An escrow as read; a stranger's and an unknown one are the same refusal. */
export function ownEscrow(row: Row | undefined, tenantId: string): Loaded<Escrow> {
  const found = row?.type === escrowKind.type ? loaded(escrowKind, row) : undefined;
  if (found?.state.tenantId !== tenantId) throw noSuchEscrow();
  return found;
}

export function noSuchEscrow(): Refusal {
  return new Refusal("not_found", "no such escrow");
}

/** A tenant's escrow by id or reference. */
export async function findEscrow(
  desk: Pick<Desk, "book">,
  tenantId: string,
  name: string,
): Promise<Loaded<Escrow>> {
  const id = await escrowIdOf(desk, tenantId, name);
  const [row] = id === undefined ? [] : await desk.book.read([rowKey(id)]);
  return ownEscrow(row, tenantId);
}

/** The escrow with this id; throws where there is none, because only our own records name it. */
export async function loadEscrow(desk: Pick<Desk, "book">, id: string): Promise<Loaded<Escrow>> {
  const [row] = await desk.book.read([rowKey(id)]);
  const found = loaded(escrowKind, row);
  if (!found) throw new Error(`no escrow ${id}`);
  return found;
}

/** Changes an escrow alone. `first` saves the read of the first attempt. */
export function changeEscrow(
  desk: Desk,
  first: Loaded<Escrow>,
  decide: (state: Escrow) => EscrowHops | Refusal,
): Promise<Loaded<Escrow>> {
  return change(desk, async (attempt) => {
    const current = attempt === 1 ? first : await loadEscrow(desk, first.state.id);
    const hops = decide(current.state);
    if (hops instanceof Refusal) return hops;
    const { writes, after } = escrowWrites(current, hops, desk);
    return { writes, result: after };
  });
}

/** The rail that holds an escrow; throws where this deployment reaches it no more. */
export function railThatHolds(desk: Rails, { adapter }: Pick<Escrow, "adapter">): Rail {
  return ownRail(desk, { rail: adapter });
}

/** What is to be screened, and what for. */
type ScreenAsked = Pick<ScreenAnswer, "stage" | "address">;

/** Buys a screen of an address: the beneficiary's, or where a refund would go. The round is the same until its answer is recorded, so that a repeat is not bought twice; one that was pending is read, unless `anew` is said. */
export async function buyScreen(
  desk: Desk & Gate,
  state: Escrow,
  asked: ScreenAsked,
  anew?: "anew",
): Promise<ScreenAnswer> {
  const { id, tenantId, payoutChain: chain } = state;
  const round = escrowScreenRound(state);
  const key = escrowScreenKey(id, { ...asked, round });
  const { address } = asked;
  const flags = await flagsOf(desk, tenantId);
  // Money is about to leave, whatever the screen is for.
  const verdict = await screenAddress(desk, flags, {
    ...{ key, stage: "disbursement", address, chain },
    pendingRef: anew ? undefined : pendingEscrowScreen(state, address),
  });
  return { ...asked, round, verdict };
}

/** Buys a screen and records it. */
export async function screenFor(
  desk: EscrowDesk,
  found: Loaded<Escrow>,
  asked: ScreenAsked,
): Promise<Loaded<Escrow>> {
  const answer = await buyScreen(desk, found.state, asked);
  return changeEscrow(desk, found, (state) =>
    recordEscrowScreen(state, answer, releaseFacts, desk.clock.now()),
  );
}

/** The escrow with a screen of the address that is still good, bought anew where the last one is not. */
export async function screenedFor(
  desk: EscrowDesk,
  found: Loaded<Escrow>,
  asked: { readonly stage: "release" | "refund"; readonly address: string | null },
): Promise<Loaded<Escrow>> {
  const { stage, address } = asked;
  const { state } = found;
  const isHeld = isHolding(state) || state.heldCents > 0;
  if (address === null || !isHeld || hasFreshScreen(state, address, desk.clock.now())) return found;
  return screenFor(desk, found, { stage, address });
}

async function flagsOf(desk: Pick<Desk, "book">, tenantId: string): Promise<Flags> {
  const rows = await desk.book.read([flagsKey(null), flagsKey(tenantId)]);
  return standing([undefined, ...rows]).flags;
}
