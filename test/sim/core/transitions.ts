import type { StatusMoves } from "../../../functions/domain/core/transition.ts";
import { alertMoves } from "../../../functions/domain/disputes/alert.ts";
import { caseMoves } from "../../../functions/domain/disputes/case.ts";
import { escrowMoves } from "../../../functions/domain/escrow/escrow.ts";
import { kybMoves } from "../../../functions/domain/onboarding/kyb.ts";
import { settlementMoves } from "../../../functions/domain/settlement/settlement.ts";
import { unmadeEscrowMoves } from "../../support/escrow/unmade-moves.ts";

type Tables = Readonly<Record<string, StatusMoves<string>>>;

/** The tables of allowed moves of what holds money, by the aggregate's type on its trail. */
const ofMoney: Tables = { settlement: settlementMoves, escrow: escrowMoves };

/** Those of what holds none. */
const ofOthers: Tables = { alert: alertMoves, case: caseMoves, kyb: kybMoves };

/** Moves that no record can make, each with its reason. */
export const unmadeMoves: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(unmadeEscrowMoves).map(([move, why]) => [`escrow ${move.replace(" ", " -> ")}`, why]),
);

function movesOf(tables: Tables): readonly string[] {
  const all = Object.entries(tables).flatMap(([type, moves]) =>
    Object.entries(moves).flatMap(([from, next]) => next.map((to) => `${type} ${from} -> ${to}`)),
  );
  return all.filter((move) => unmadeMoves[move] === undefined);
}

/** Every move that a record which holds money may make. */
export const allowedMoves = movesOf(ofMoney);

/** Every move of other records. */
export const otherMoves = movesOf(ofOthers);

const taken = new Set<string>();

/** Notes moves that a run of the product as it is has taken. */
export function noteMoves(moves: Iterable<string>): void {
  for (const move of moves) taken.add(move);
}

/** Every move that was noted. */
export function takenMoves(): readonly string[] {
  return [...taken];
}

/** Whether a move was noted. */
export function isTaken(move: string): boolean {
  return taken.has(move);
}
