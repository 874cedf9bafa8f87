import type { Subject } from "../../domain/core/sealed-text.ts";
import type { Transition } from "../../domain/core/transition.ts";
import type { Seal, Sealer } from "./ports-personal.ts";

/** Whose data a record has, and a record with each text changed that is that person's own. */
export interface PersonalFields<S> {
  subject(state: S): Subject;
  map(state: S, change: (text: string) => string): S;
}

interface Sealing<S> {
  readonly personal?: PersonalFields<S>;
}

/** A state as it is stored: its personal texts sealed, where whoever writes it can seal. */
export function sealedState<S>({ personal }: Sealing<S>, state: S, sealer: Sealer | undefined): S {
  return personal && sealer ? personal.map(state, sealer.sealerOf(personal.subject(state))) : state;
}

/** A transition as it is stored, with the addresses of its letters. */
export function sealedTransition<S>(
  kind: Sealing<S>,
  transition: Transition<S>,
  sealer: Sealer | undefined,
): Transition<S> {
  const { personal } = kind;
  if (!personal || !sealer) return transition;
  const seal = sealer.sealerOf(personal.subject(transition.next));
  const next = personal.map(transition.next, seal);
  return { ...transition, next, ...(transition.follows && { follows: sealedFollows(transition.follows, seal) }) };
}

function sealedFollows(follows: NonNullable<Transition<unknown>["follows"]>, seal: Seal) {
  return follows.map((each) => (each.kind === "send_mail" ? { ...each, to: seal(each.to) } : each));
}
