import { longestStageName } from "../../../lib/stage/name.ts";
import { type Context, production, screeningSynthesisWith, synthesisWith } from "../synth.ts";
import type { Synthesis } from "../synthesis.ts";
import { type Product, productOf, readTemplates } from "./templates.ts";

/** A stage of each kind; the developer's has the longest name that there may be. */
const stages = {
  sandbox: { stage: "sandbox" },
  dev: { stage: "dev-".padEnd(longestStageName, "n") },
  prod: { ...production, stage: "example" },
} as const satisfies Record<string, Context>;

/** What differs between stages in what they deploy. */
export type StageType = keyof typeof stages;

/** Every one of them. */
export const stageKinds = Object.keys(stages) as readonly StageType[];

const synthesized = new Map<StageType, readonly Product[]>();

/** Both products as a stage of this kind deploys them, synthesized once in a process. */
export function productsOf(kind: StageType): readonly Product[] {
  const products = synthesized.get(kind) ?? [
    productIn("rails", synthesisWith(stages[kind])),
    productIn("screening", screeningSynthesisWith(stages[kind])),
  ];
  synthesized.set(kind, products);
  return products;
}

/** A product as this stack of it. */
export function productIn(name: "rails" | "screening", synthesis: Synthesis): Product {
  return productOf(name, synthesis.settings, readTemplates(synthesis));
}

/** One of the two. */
export function productByName(kind: StageType, name: "rails" | "screening"): Product {
  const found = productsOf(kind).find((each) => each.name === name);
  if (found === undefined) throw new Error(`Stage kind ${kind} has no ${name}.`);
  return found;
}

/** What the stage of a kind is called here. */
export function stageNameOf(kind: StageType): string {
  return stages[kind].stage;
}
