import type { RailEvent } from "../domain/rail-event.ts";
import type { Dossier, Move } from "./mock-rail-file.ts";

function received(moves: readonly Move[]): number {
  return moves.reduce(
    (sum, { kind, state, amountCents }) =>
      kind === "collection" && state === "done" ? sum + (amountCents ?? 0) : sum,
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

/** Money in: ends the open collection, or adds what is still missing. More than was asked for is a repeat of the word, and after a return it is a stale one. */
function collect({ moves, askedCents }: Dossier, said: number | undefined, now: string): readonly Move[] {
  const missing = askedCents - received(moves);
  if (missing <= 0 || moves.some(({ kind }) => kind === "return")) return moves;
  const done = { state: "done" as const, amountCents: said ?? missing, at: now };
  const open = moves.find(({ kind, state }) => kind === "collection" && state !== "done");
  return open ? changed(moves, open, done) : [...moves, { kind: "collection", amount: null, ...done }];
}

/** Money back, once: all that came. A collection that is still open fails, and nothing is left to go back. */
function giveBack({ moves }: Dossier, now: string): readonly Move[] {
  if (moves.some(({ kind }) => kind === "return")) return moves;
  const open = openMove(moves, "collection");
  const left = open ? changed(moves, open, { state: "failed", at: now }) : moves;
  const amountCents = received(moves);
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
): readonly Move[] {
  switch (word.kind) {
    case "funds_received":
      return collect(dossier, word.amountCents, now);
    case "payment_processed": {
      const open = openMove(dossier.moves, "payout");
      return open ? changed(dossier.moves, open, { state: "done", at: now, txHash }) : dossier.moves;
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
