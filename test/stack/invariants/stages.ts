import { type Context, production, screeningStackOf, stackOf } from "../synth.ts";
import { type Product, productOf, readTemplates } from "./templates.ts";

const certificate = "arn:aws:acm:us-east-1:111122223333:certificate/one";

/** A stage of each kind; production has everything that a stage can have. */
const stages = {
  sandbox: {},
  dev: { stage: "dev-anna" },
  prod: {
    ...production,
    ...{ domain: "api.example.com", onboardDomain: "onboard.example.com", certificateArn: certificate },
    kytDomain: `screen.example.com=${certificate}`,
    exposure: "elliptic,chainalysis_sanctions",
    ...{ alertSources: "ethoca", alternativeConversion: "hifi" },
    alarmTopicArn: "arn:aws:sns:us-east-1:111122223333:people",
  },
} as const satisfies Record<string, Context>;

/** What differs between stages in what they deploy. */
export type StageKind = keyof typeof stages;

export const stageKinds = Object.keys(stages) as readonly StageKind[];

const synthesized = new Map<StageKind, readonly Product[]>();

/** Both products as a stage of this kind deploys them, synthesized once in a process. */
export function productsOf(kind: StageKind): readonly Product[] {
  const products = synthesized.get(kind) ?? productsWith(stages[kind]);
  synthesized.set(kind, products);
  return products;
}

/** Both products as a stage with these settings deploys them. */
export function productsWith(context: Context): readonly Product[] {
  return [
    productOf("rails", readTemplates(stackOf(context))),
    productOf("screening", readTemplates(screeningStackOf(context))),
  ];
}

/** One of the two. */
export function productNamed(kind: StageKind, name: "rails" | "screening"): Product {
  const found = productsOf(kind).find((each) => each.name === name);
  if (found === undefined) throw new Error(`Stage kind ${kind} has no ${name}.`);
  return found;
}
