import { readFileSync } from "node:fs";
import { paymentStatuses } from "../../functions/domain/core/payment-status.ts";
import type { StatusMoves } from "../../functions/domain/core/transition.ts";
import { escrowMoves } from "../../functions/domain/escrow/escrow.ts";
import { screenOutcomes } from "../../functions/domain/gate/payout-gate.ts";
import { settlementMoves } from "../../functions/domain/settlement/settlement.ts";
import { unmadeEscrowMoves } from "../support/escrow/unmade-moves.ts";
import { type ControlTable, escrowControlTable, settlementControlTable } from "./controls.ts";

/** A protocol as the model checker has it: its text, and what of it comes from the code. */
export interface Protocol {
  readonly name: "settlement" | "escrow";
  readonly files: readonly string[];
  readonly moves: StatusMoves<string>;
  /** Moves of the code's table that the model does not make, each with its reason. */
  readonly unmade: Readonly<Record<string, string>>;
  readonly controls: ControlTable;
  /** Things that go wrong in one run at most, wherever they may: all ways of that are tried. */
  readonly chances: number;
  /** Whether a run is called endless only where everybody who can go on all the time does so: a machine may try a payout again and again while the call that ordered it is under way. */
  readonly isFair: boolean;
}

export const protocols: readonly Protocol[] = [
  {
    ...{ name: "settlement", moves: settlementMoves },
    files: ["settlement.pml", "settlement-work.pml", "settlement-around.pml"],
    ...{ unmade: {}, controls: settlementControlTable, chances: 2, isFair: false },
  },
  {
    ...{ name: "escrow", files: ["escrow.pml", "escrow-work.pml"], moves: escrowMoves },
    ...{ unmade: unmadeEscrowMoves, controls: escrowControlTable, chances: 1, isFair: true },
  },
];

/** Numbers of the legs that money takes, in rows and in calls. */
export const legs = ["none", "collect", "convert", "payout", "return", "release", "refund", "rest"] as const;

const words = {
  none: ["nothing", "awaits", "came", "other_came", "taken_back", "refused", "cancelled"],
  vendor: ["", "taken", "made"],
  claim: ["", "running", "done"],
  wait: ["no_wait", "for_funds", "for_screen", "for_proof"],
  token: ["", "answered", "superseded"],
} as const;

function define(names: readonly string[], prefix = ""): string[] {
  return names.flatMap((name, at) => (name === "" ? [] : [`#define ${prefix}${name.toUpperCase()} ${at}`]));
}

/** A status as the model writes it. */
export function constantOf(status: string): string {
  return status.toUpperCase();
}

/** What the model takes from the code: the words by number, and which status may follow which. */
export function tablesOf({ moves, controls, chances }: Protocol): string {
  const statuses = Object.keys(moves);
  const sources = statuses.map((to, at) => {
    const bits = statuses.reduce((sum, from, bit) => sum + ((moves[from] ?? []).includes(to) ? 2 ** bit : 0), 0);
    return `#define MOVES_TO_${at} ${bits}`;
  });
  return [
    `#define CHANCES ${chances}`,
    "#define NONE 15",
    ...define(statuses),
    ...define(paymentStatuses, "PAYMENT_"),
    ...define(legs, "LEG_"),
    ...define(["none", ...screenOutcomes], "SCREEN_"),
    ...Object.values(words).flatMap((each) => define(each)),
    ...sources,
    "#define MAY_MOVE(from_, to_) ((MOVES_TO_##to_ >> from_) & 1)",
    ...mistakesOf(controls).map((mistake, at) => `#define ${mistake} ${at + 1}`),
    "",
  ].join("\n");
}

/** The mistakes that the model can make, in the order of their numbers. */
export function mistakesOf(controls: ControlTable): string[] {
  return Object.values(controls).flatMap((control) => ("mistake" in control ? [control.mistake] : []));
}

/** A protocol's own text, without the tables. */
export function textOf({ files }: Pick<Protocol, "files">): string {
  return files.map((file) => readFileSync(new URL(file, import.meta.url), "utf8")).join("\n");
}

/** All that the model checker reads of a protocol. */
export function modelOf(protocol: Protocol): string {
  return `${tablesOf(protocol)}\n${textOf({ files: ["core.pml"] })}\n${textOf(protocol)}`;
}

/** The moves that a model's text makes: each is written with the statuses that it may come from. */
export function movesIn(text: string): string[] {
  const made = [...text.matchAll(/\bgo[1-4]\(([A-Z_, ]+)\)/g)].flatMap(([, words = ""]) => {
    const statuses = words.split(",").map((word) => word.trim().toLowerCase());
    const to = statuses.pop() ?? "";
    return statuses.map((from) => `${from} ${to}`);
  });
  return [...new Set(made)].toSorted();
}

/** The moves that a protocol's table allows, but for those that its model is known not to make. */
export function movesOf({ moves, unmade }: Protocol): string[] {
  return Object.entries(moves)
    .flatMap(([from, next]) => next.map((to) => `${from} ${to}`))
    .filter((move) => !Object.hasOwn(unmade, move))
    .toSorted();
}
