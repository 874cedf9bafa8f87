import { shareOf } from "../core/units.ts";
import type { Escrow } from "./escrow.ts";
import type { Funding } from "./movement.ts";

/** Most collections that an escrow may ask its rail for, one after another. */
export const maxFundings = 20;

/** Every collection that was asked for, the present one last. */
export function fundingsOf({ funding, pastFundings }: Pick<Escrow, "funding" | "pastFundings">): Funding[] {
  return funding === null ? pastFundings : [...pastFundings, funding];
}

/** The collection that a rail speaks of; the present one where it names none. */
export function fundingFor(state: Escrow, railRef?: string): Funding | undefined {
  if (railRef === undefined) return state.funding ?? undefined;
  return fundingsOf(state).find((each) => each.railRef === railRef) ?? unanswered(state);
}

/** A collection whose name at the rail is not on record yet can be the one meant. */
function unanswered({ funding }: Escrow): Funding | undefined {
  return funding?.railRef === null ? funding : undefined;
}

/** What the rail is given as the reference of a collection: the escrow's id, with a number after the first. */
export function collectionReference({ id }: Escrow, { key }: Pick<Funding, "key">): string {
  const number = key.slice(key.lastIndexOf(":") + 1);
  return number === "1" ? id : `${id}.${number}`;
}

/** The same of the collection that a deposit would be, which came without our asking. */
export function depositReference(state: Escrow, named: Pick<Funding, "fundingRef" | "depositTxHash">): string {
  const { funding } = state;
  const isKnown = funding?.fundingRef === named.fundingRef && funding.depositTxHash === named.depositTxHash;
  const key = isKnown ? funding.key : fundingKey(state);
  return collectionReference(state, { key });
}

/** The key of the next collection. */
export function fundingKey(state: Escrow): string {
  return `${state.id}:fund:${fundingsOf(state).length + 1}`;
}

/** Cents of a collection that are with us and applied to nothing: all of a past one, of the present one what is not held, and was not paid out. */
export function unappliedOf(state: Escrow, each: Funding): number {
  const isPresent = each.key === state.funding?.key;
  if (each.returned !== null || (isPresent && state.returned !== null)) return 0;
  const appliedCents = isPresent && state.fundedAt !== null ? state.amountCents : 0;
  return each.receivedCents - each.sentBackCents - appliedCents;
}

/** What part of the present collection's money became, in stablecoin; undefined where the rail has not told what all of it did. */
export function boughtFor({ funding }: Pick<Escrow, "funding">, partCents: number): string | undefined {
  if (funding === null || funding.bought === null) return undefined;
  return unitsOfFunding(funding, partCents);
}

/** What so many cents of a collection became, in stablecoin; nothing while the rail has not told. */
export function unitsOfFunding({ bought, receivedCents }: Funding, partCents: number): string {
  return bought === null || receivedCents === 0 ? "0" : shareOf(bought, partCents, receivedCents);
}

/** The escrow with one of its collections changed, and what is applied to nothing counted anew. */
export function withFunding(state: Escrow, key: string, change: Partial<Funding>): Escrow {
  const changed = (each: Funding): Funding => (each.key === key ? { ...each, ...change } : each);
  const next: Escrow = {
    ...state,
    funding: state.funding && changed(state.funding),
    pastFundings: state.pastFundings.map(changed),
  };
  return withUnappliedCents(next);
}

/** What is applied to nothing, counted from the collections. */
export function withUnappliedCents(state: Escrow): Escrow {
  const unappliedCents = fundingsOf(state).reduce((sum, each) => sum + unappliedOf(state, each), 0);
  return { ...state, unappliedCents };
}
