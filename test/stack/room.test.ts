import { describe, expect, it } from "vitest";
import type { Operation } from "../../functions/http/operation.ts";
import type { Contents } from "../../lib/stacks/rails-stack.ts";
import { type Context, production, screeningSynthesisWith, servedOperations, stackOf, synthesisWith } from "./synth.ts";
import { type Synthesis, synthesisOf } from "./synthesis.ts";

const stages: readonly (readonly [string, Context])[] = [
  ["sandbox", { stage: "sandbox" }],
  ["the local sandbox", { stage: "sandbox", local: "true", publicUrl: "http://localhost:4000" }],
  ["a developer's own", { stage: "dev-anna" }],
  ["production", production],
];

interface Raw {
  readonly Resources: Readonly<Record<string, { readonly Type: string; readonly DependsOn?: string[] }>>;
  readonly Parameters?: Readonly<Record<string, unknown>>;
  readonly Outputs?: Readonly<Record<string, { readonly Export?: unknown }>>;
}

/** Every stack of a deployment, by its place. */
function stacksIn({ templates }: Synthesis): Map<string, Raw> {
  return new Map(templates.map(({ place, body }) => [place, body]));
}

function resourcesOf(stacks: ReadonlyMap<string, Raw>): number[] {
  return [...stacks.values()].map(({ Resources }) => Object.keys(Resources).length);
}

const sandbox = stacksIn(synthesisWith({ stage: "sandbox" }));

function idsOf(type: string, { Resources }: Raw): string[] {
  return Object.entries(Resources).flatMap(([id, { Type }]) => (Type === type ? [id] : []));
}

function deploymentsIn(stacks: ReadonlyMap<string, Raw>): string[] {
  return [...stacks.values()].flatMap((each) => idsOf("AWS::ApiGateway::Deployment", each));
}

const products = [
  ["the rails", synthesisWith],
  ["the screening interface", screeningSynthesisWith],
] as const;
const deployments = stages.flatMap(([stage, context]) =>
  products.map(([product, of]) => [`${product}, ${stage}`, of, context] as const),
);

describe.each(deployments)("each stack of %s", (_, of, context) => {
  const stacks = stacksIn(of(context));

  it("stays far from CloudFormation's 500 resources", () => {
    expect(stacks.size).toBeGreaterThan(5);
    for (const count of resourcesOf(stacks)) expect(count).toBeLessThan(450);
  });

  it("has half of that to spare", () => {
    for (const count of resourcesOf(stacks)) expect(count).toBeLessThan(225);
  });

  it("stays within CloudFormation's other limits: 200 parameters and outputs, names of 255, a megabyte", () => {
    for (const template of stacks.values()) {
      const { Parameters = {}, Outputs = {}, Resources } = template;
      expect(Object.keys(Parameters).length).toBeLessThan(150);
      expect(Object.keys(Outputs).length).toBeLessThan(150);
      for (const name of Object.keys({ ...Parameters, ...Outputs, ...Resources }))
        expect(name.length).toBeLessThan(256);
      expect(JSON.stringify(template, null, 1).length).toBeLessThan(700_000);
    }
  });

  it("exports nothing, so that none keeps another from being updated", () => {
    for (const { Outputs = {} } of stacks.values())
      expect(Object.values(Outputs).filter((output) => output.Export !== undefined)).toEqual([]);
  });

  it("that is nested holds nothing which could not be made anew", () => {
    const holding = /^AWS::(DynamoDB|S3|SQS|KMS|SecretsManager)::|^AWS::ApiGateway::(RestApi|DomainName)$/;
    const [, ...nested] = stacks.values();
    const types = nested.flatMap(({ Resources }) => Object.values(Resources).map(({ Type }) => Type));
    expect(types.filter((type) => holding.test(type))).toEqual([]);
  });
});

describe("a deployment with every noun twice", () => {
  const again = (path: string) =>
    path.replace(/^(\/api\/v1|\/admin|\/console|)\/(?!console$)(.+)$/, (_, handlers: string, rest: string) => {
      return `${handlers}/more-${rest}`;
    });
  const more: readonly Operation[] = servedOperations.operations
    .filter(({ path }) => path !== again(path))
    .map((each) => ({ ...each, path: again(each.path), lambda: `more-${each.lambda}` }));
  const lambdas: Contents["lambdas"] = {
    ...servedOperations.lambdas,
    ...Object.fromEntries(Object.entries(servedOperations.lambdas).map(([name, made]) => [`more-${name}`, made])),
  };
  const after = stacksIn(
    synthesisOf(stackOf({ stage: "sandbox" }, { operations: [...servedOperations.operations, ...more], lambdas })),
  );

  it("still has every stack under 350 resources, of the 500 that one takes, and none of them in the outer one", () => {
    expect(more.length).toBeGreaterThan(60);
    for (const count of resourcesOf(after)) expect(count).toBeLessThan(350);
    expect(resourcesOf(after)[0]).toBe(resourcesOf(sandbox)[0]);
    const total = (counts: number[]) => counts.reduce((sum, each) => sum + each);
    expect(total(resourcesOf(after))).toBeGreaterThan(total(resourcesOf(sandbox)) + 200);
  });

  it("deploys its routes: the gateway's deployments are made anew", () => {
    expect(deploymentsIn(after)).toHaveLength(2);
    for (const id of deploymentsIn(after)) expect(deploymentsIn(sandbox)).not.toContain(id);
  });
});

describe("a gateway's deployment", () => {
  it("waits for all of its routes, which wait for their Lambdas", () => {
    for (const each of sandbox.values()) {
      const routes = idsOf("AWS::CloudFormation::Stack", each).filter((id) => /Routes/.test(id));
      const waited = idsOf("AWS::ApiGateway::Deployment", each).flatMap((id) => each.Resources[id]?.DependsOn);
      expect(waited).toEqual(expect.arrayContaining(routes));
    }
    expect(deploymentsIn(sandbox)).toHaveLength(2);
  });

  it("is made anew when a route goes to another Lambda, and only then", () => {
    const moved = servedOperations.operations.map((each) =>
      each.lambda === "invoice-pdf" ? { ...each, lambda: "invoices" } : each,
    );
    const deployments = deploymentsIn(sandbox);
    expect(deploymentsIn(stacksIn(synthesisOf(stackOf({ stage: "sandbox" }))))).toEqual(deployments);
    const changed = deploymentsIn(
      stacksIn(synthesisOf(stackOf({ stage: "sandbox" }, { ...servedOperations, operations: moved }))),
    );
    expect(changed.filter((id) => deployments.includes(id))).toHaveLength(1);
  });
});

describe("a Lambda behind the gateway", () => {
  it("that serves operators and others alike is refused, since it could be in one stack only", () => {
    const mixed = servedOperations.operations.map((each) =>
      each.path.startsWith("/admin/flags") ? { ...each, lambda: "invoices" } : each,
    );
    expect(() => stackOf({ stage: "sandbox" }, { ...servedOperations, operations: mixed })).toThrow(
      "The Lambda invoices serves operators and others",
    );
  });
});
