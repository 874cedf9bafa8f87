import { escrowMutants } from "./escrow.ts";
import { settlementFlowMutants } from "./settlement-flow.ts";
import { settlementMoneyMutants } from "./settlement-money.ts";
import type { MutantTask } from "./worker.ts";

/** Every mutant of the money code, with where it is played. */
export const mutants: readonly MutantTask[] = [
  ...[...settlementMoneyMutants, ...settlementFlowMutants].map((mutant) => ({ mutant, part: "settlements" as const })),
  ...escrowMutants.map((mutant) => ({ mutant, part: "escrows" as const })),
];

/** Mutants of a review that change nothing, and why. */
export const withoutConsequence = [
  { name: "no new lease on takeover", why: "the claim's version is its fence" },
  { name: "a fee's minimum over its maximum", why: "no fee rule is accepted whose minimum is over its maximum" },
  { name: "a count without pending ones", why: "what is pending is counted once it has ended" },
] as const;
