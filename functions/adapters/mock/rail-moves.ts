import type { RailEvent } from "../../domain/rails/rail-event.ts";
import type { Dossier, Move } from "./rail-file.ts";

/** All that came in, in cents. */
export function receivedEvent(moves: readonly Move[]): number {
  return moves.reduce(
    (sum, { kind, state, amountCents }) => (kind === "collection" && state === "done" ? sum + (amountCents ?? 0) : sum),
    0,
  );
}

function openMove(moves: readonly Move[], kind: Move["kind"]): Move | undefined {
  return moves.find((move) => move.kind === kind && move.state === "pending");
}

/** The same moves with one of them ended, or given another amount. */
function changed(moves: readonly Move[], move: Move, change: Partial<Move>): readonly Move[] {
  return moves.map((each) => (each === move ? { ...each, ...change } : each));
}

/** Whether a word about money was heard before: by its id, or where it has none, by an amount that is not the rest. */
function isRepeat({ moves, askedCents }: Dossier, reply: number | undefined, eventId?: string): boolean {
  const came = moves.filter(({ kind, state }) => kind === "collection" && state === "done");
  if (eventId !== undefined) return came.some(({ key }) => key === eventId);
  const missing = askedCents - receivedEvent(moves);
  return missing <= 0 || (reply !== missing && came.some(({ amountCents }) => amountCents === reply));
}

/** Money in: ends the open collection, or adds to it. After a return every word about it is stale. */
function collect(
  dossier: Dossier,
  reply: number | undefined,
  now: string,
  eventId: string | undefined,
): readonly Move[] {
  const { moves, askedCents } = dossier;
  const amountCents = reply ?? askedCents - receivedEvent(moves);
  if (isTakenBack(moves) || amountCents <= 0 || isRepeat(dossier, reply, eventId)) return moves;
  const key = eventId === undefined ? {} : { key: eventId };
  const done = { state: "done" as const, amountCents, at: now, ...key };
  const open = moves.find(({ kind, state }) => kind === "collection" && state !== "done");
  return open ? changed(moves, open, done) : [...moves, { kind: "collection", amount: null, ...done }];
}

/** Whether the payer's bank took the money back; what was ordered to go back has a key. */
function isTakenBack(moves: readonly Move[]): boolean {
  return moves.some(({ kind, key }) => kind === "return" && key === undefined);
}

/** Sends part of what came back, once by its key; nothing where there is not so much any more. */
export function sentBackBy({ moves }: Dossier, key: string, amountCents: number, now: string): readonly Move[] {
  const back = moves.filter(({ kind }) => kind === "return");
  const gone = back.reduce((sum, each) => sum + (each.amountCents ?? 0), 0);
  if (back.some((each) => each.key === key) || receivedEvent(moves) - gone < amountCents) return moves;
  return [...moves, { kind: "return", state: "done", amountCents, amount: null, at: now, key }];
}

/** Money back, once: all that came. A collection that is still open fails, and nothing is left to go back. */
function giveBack({ moves }: Dossier, now: string): readonly Move[] {
  if (isTakenBack(moves)) return moves;
  const open = openMove(moves, "collection");
  const left = open ? changed(moves, open, { state: "failed", at: now }) : moves;
  const amountCents = receivedEvent(moves);
  const state = amountCents === 0 ? ("failed" as const) : ("done" as const);
  return [...left, { kind: "return", state, amountCents, amount: null, at: now }];
}

function refuse(dossier: Dossier, now: string): readonly Move[] {
  const { moves } = dossier;
  const open = openMove(moves, "collection") ?? openMove(moves, "payout");
  if (open) return changed(moves, open, { state: "failed", at: now });
  const paidOut = moves.some(({ kind, state }) => kind === "payout" && state === "done");
  return paidOut ? giveBack(dossier, now) : moves;
}

/** What the mock rail has moved once its word is out. The same moves are given back where the word moves nothing. */
export function movesAfter(
  dossier: Dossier,
  word: RailEvent,
  now: string,
  txHash: string | null,
  eventId?: string,
): readonly Move[] {
  switch (word.kind) {
    case "funds_received":
      return collect(dossier, word.amountCents, now, eventId);
    case "payment_processed": {
      const open = openMove(dossier.moves, "payout");
      const isTold = dossier.moves.some((each) => each.kind === "payout" && each.txHash === txHash);
      return open && !isTold ? changed(dossier.moves, open, { state: "done", at: now, txHash }) : dossier.moves;
    }
    case "returned":
      return giveBack(dossier, now);
    case "failed":
      return refuse(dossier, now);
    case "notification_of_change":
    case "unknown":
      return dossier.moves;
    default:
      return word satisfies never;
  }
}
