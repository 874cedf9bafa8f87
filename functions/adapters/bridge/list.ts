import * as z from "zod";
import type { RailList } from "../../app/rails/ports.ts";
import { exactCents } from "../../domain/core/vendor-amount.ts";
import { bridgeMeaning } from "../../domain/rails/bridge-state.ts";
import type { RailTransfer } from "../../domain/rails/transfer.ts";
import { type BridgeClient, bridgePageSize } from "./client.ts";
import { type BridgeTransfer, legOf, madeAt, movedAt, sweepsFees, whoseTransfer } from "./schema.ts";

/** `seek` walks back to the beginning of the stretch, where nothing tells of it; `list` goes forward. `at` is the transfer last seen, null at the list's newest end. */
const cursorBody = z.object({ phase: z.enum(["seek", "list"]), at: z.string().nullable() });
type Cursor = z.infer<typeof cursorBody>;

interface Stretch {
  readonly from: string;
  readonly to: string;
}

function isWithin(transfer: BridgeTransfer, { from, to }: Stretch): boolean {
  return madeAt(transfer) >= from && madeAt(transfer) < to;
}

/** Pages looked at in one call while seeking. */
const seekPages = 10;

/** A page of Bridge's transfers made from `from` to `to`, oldest first. Bridge lists the newest first, so the beginning is looked for first, from what was made and had ended before it: a page may be empty and yet have a next one. */
export async function listBridge(
  client: BridgeClient,
  request: Stretch & { cursor: string | null },
): Promise<RailList> {
  if (request.cursor === null) return next(await startOf(client, request));
  const cursor = cursorBody.parse(JSON.parse(request.cursor));
  if (cursor.phase === "seek") return seek(client, request, cursor.at);
  const page = await client.transfers(cursor.at === null ? {} : { after: cursor.at });
  const inTime = page.filter((each) => isWithin(each, request));
  const newest = page[0];
  const more = newest && page.length === bridgePageSize && madeAt(newest) < request.to;
  return {
    transfers: inTime.toReversed().flatMap(movesOf),
    nextCursor: more ? JSON.stringify({ phase: "list", at: newest.id } satisfies Cursor) : null,
  };
}

/** Where to begin: at the newest of what was made, and had ended, before the stretch. */
async function startOf(client: BridgeClient, { from }: Stretch): Promise<Cursor> {
  const ended = await client.transfers({ updatedBefore: from });
  const older = ended.find((each) => madeAt(each) < from);
  return older ? { phase: "list", at: older.id } : { phase: "seek", at: null };
}

async function seek(client: BridgeClient, stretch: Stretch, start: string | null): Promise<RailList> {
  let at = start;
  for (let pages = 0; pages < seekPages; pages++) {
    const page = await client.transfers(at === null ? {} : { before: at });
    const older = page.find((each) => madeAt(each) < stretch.from);
    if (older) return next({ phase: "list", at: older.id });
    const oldest = page.at(-1);
    if (!oldest) return at === null ? { transfers: [], nextCursor: null } : fromTheOldest(client, stretch, at);
    at = oldest.id;
  }
  return next({ phase: "seek", at });
}

/** The stretch begins before Bridge's first transfer, which `after` would leave out. */
async function fromTheOldest(client: BridgeClient, stretch: Stretch, oldestId: string): Promise<RailList> {
  const oldest = await client.transfer(oldestId);
  const { nextCursor } = next({ phase: "list", at: oldestId });
  return { transfers: oldest && isWithin(oldest, stretch) ? movesOf(oldest) : [], nextCursor };
}

function next(cursor: Cursor): RailList {
  return { transfers: [], nextCursor: JSON.stringify(cursor) };
}

/** What a transfer moved, in the words of every rail; one straight through is a collection and a payout. */
export function movesOf(transfer: BridgeTransfer): RailTransfer[] {
  const whose = { ...whoseTransfer(transfer), transferRef: transfer.id, at: movedAt(transfer) };
  const leg = legOf(transfer);
  const meaning = bridgeMeaning(transfer.state, leg);
  const received = transfer.receipt?.initial_amount ?? null;
  const amountCents = received === null ? null : exactCents(received);
  const amount = transfer.receipt?.final_amount ?? null;
  const state = meaning === "failed" ? "failed" : meaning === "waits" || meaning === "unknown" ? "pending" : "done";
  if (leg === "return") {
    // What came in is what it took out of the wallet, in stablecoin.
    const sentCents = amount === null ? amountCents : exactCents(amount);
    return [{ ...whose, kind: "return", amountCents: sentCents, amount: null, state }];
  }
  const payout = { ...whose, kind: "payout" as const, amountCents: null, amount };
  if (leg === "payout") return [{ ...payout, kind: sweepsFees(transfer) ? "sweep" : "payout", state }];
  const collection: RailTransfer = { ...whose, kind: "collection", amountCents, amount: null, state };
  if (meaning === "returned" || meaning === "stuck") {
    const sent = meaning === "returned" && transfer.state !== "refund_in_flight";
    const back = { ...collection, kind: "return" as const, state: sent ? ("done" as const) : ("pending" as const) };
    // Straight through, what has a hash had reached the wallet before the payer's bank took it back.
    const wasPaid = leg === "direct" && transfer.receipt?.destination_tx_hash != null;
    return wasPaid ? [collection, { ...payout, state: "done" }, back] : [collection, back];
  }
  if (leg === "hold" || state !== "done") return [collection];
  return [collection, { ...payout, state: meaning === "collected_and_paid" ? "done" : "pending" }];
}
