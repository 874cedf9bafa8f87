import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { App, type Stack } from "aws-cdk-lib";
import type { Template } from "aws-cdk-lib/assertions";
import { expect } from "vitest";
import { allOperations, lambdas } from "../../functions/contract/billing.ts";
import { screeningInnerLambdas } from "../../functions/contract/screening/contract.ts";
import { allScreeningOperations, screeningLambdas } from "../../functions/contract/screening.ts";
import { innerLambdas } from "../../lib/api/background-lambdas.ts";
import { type Contents, RailsStack } from "../../lib/stacks/rails-stack.ts";
import { ScreeningStack } from "../../lib/stacks/screening-stack.ts";
import type { Stage } from "../../lib/stacks/stage.ts";
import { readStage } from "../../lib/stage/read.ts";
import { stage as dev } from "../../stages/dev.ts";
import { stage as example } from "../../stages/example.ts";
import { stage as sandbox } from "../../stages/sandbox.ts";
import { scratchFolder } from "../support/runner/scratch.ts";
import { flatten } from "./flatten.ts";
import { type Synthesis, synthesizedOnce } from "./synthesis.ts";

/** A stage's name, with settings instead of those of its file, and what the launcher adds for a sandbox on this machine. */
export interface Context extends Readonly<Record<string, unknown>> {
  readonly stage?: string;
}

/** A whole production. */
export const production: Context = { stage: "example", ...example };

/** The stage of a name, with settings instead of its file's. */
export function stageWith({ stage: name = "sandbox", ...settings }: Context): Stage {
  const file = name.startsWith("dev-") ? dev : sandbox;
  const { local, publicUrl, onboardUrl, kytPublicUrl, ...others } = settings;
  return readStage({
    ...{ name, file: `stages/${name}.ts` },
    stage: { ...(others.kind === undefined && file), ...others },
    context: local === undefined ? {} : { local, publicUrl, onboardUrl, kytPublicUrl },
  });
}

/** What is deployed. */
export const servedOperations: Omit<Contents, "bundles"> = { operations: allOperations, lambdas };

/** What the screening interface's stack is made of. */
export const servedScreening: Omit<Contents, "bundles"> = {
  operations: allScreeningOperations,
  lambdas: screeningLambdas,
};

// Bundles stand in: the template does not depend on what is in them.
function bundlesFor(lambdas: Contents["lambdas"]): string {
  const bundles = scratchFolder("bundles");
  for (const name of Object.keys(lambdas)) {
    mkdirSync(join(bundles, name));
    writeFileSync(join(bundles, name, "index.mjs"), "");
  }
  return bundles;
}

/** The stack of a deployment with these settings. */
export function stackOf(context: Context, contents: Omit<Contents, "bundles"> = servedOperations): Stack {
  return new RailsStack(new App({ outdir: scratchFolder("cdk") }), stageWith(context), {
    ...contents,
    bundles: bundlesFor({ ...contents.lambdas, ...innerLambdas }),
  });
}

/** The screening interface's stack with these settings. */
export function screeningStackOf(context: Context, contents: Omit<Contents, "bundles"> = servedScreening): Stack {
  return new ScreeningStack(new App({ outdir: scratchFolder("cdk") }), stageWith(context), {
    ...contents,
    bundles: bundlesFor({ ...contents.lambdas, ...screeningInnerLambdas }),
  });
}

/** What is deployed of the rails with these settings, synthesized once in a test run. */
export function synthesisWith(context: Context): Synthesis {
  return synthesizedOnce(`rails ${nameOf(context)}`, () => stackOf(context));
}

/** What is deployed of the screening interface with these settings, synthesized once in a test run. */
export function screeningSynthesisWith(context: Context): Synthesis {
  return synthesizedOnce(`screening ${nameOf(context)}`, () => screeningStackOf(context));
}

/** All that the rails' stack makes, as one template. */
export function templateOf(context: Context): Template {
  return flatten(synthesisWith(context));
}

/** All that the screening interface's makes. */
export function screeningTemplateOf(context: Context): Template {
  return flatten(screeningSynthesisWith(context));
}

/** Settings as a text that no others have. */
function nameOf({ stage = "sandbox", ...settings }: Context): string {
  const sorted = Object.entries(settings).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([stage, sorted]);
}

interface Statement {
  readonly Effect: string;
  readonly Action: string | readonly string[];
  readonly Resource?: unknown;
}

/** Every IAM statement of a template, with the role it belongs to. */
export function statementsOf(template: Template): { role: string; actions: readonly string[]; resource: string }[] {
  // CDK puts what no role takes inline into a managed policy of its own.
  const types = ["AWS::IAM::Policy", "AWS::IAM::ManagedPolicy"];
  const policies = types.flatMap((type) => Object.values(template.findResources(type)));
  return policies.flatMap(({ Properties }) =>
    Properties.PolicyDocument.Statement.map(({ Action, Resource }: Statement) => ({
      role: JSON.stringify(Properties.Roles),
      actions: [Action].flat(),
      resource: JSON.stringify(Resource),
    })),
  );
}

/** Holds an operators' door to IAM, but for the console's pages, which these Lambdas serve and which have sessions of their own. */
export function expectHandlersShut(template: Template, consoleLambdas: RegExp): void {
  const methods = Object.values(template.findResources("AWS::ApiGateway::Method"));
  const ofOperators = methods.filter(({ Properties }) => JSON.stringify(Properties.RestApiId).includes("Apisoperator"));
  expect(ofOperators.length).toBeGreaterThan(2);
  const open = ofOperators.filter(({ Properties }) => Properties.AuthorizationType !== "AWS_IAM");
  expect(open.length).toBeGreaterThan(2);
  for (const { Properties } of open) {
    expect(Properties.AuthorizationType).toBe("NONE");
    expect(JSON.stringify(Properties.ResourceId)).toMatch(/"OperatorConsoleRoutesconsole/);
    expect(JSON.stringify(Properties.Integration.Uri)).toMatch(consoleLambdas);
  }
}

/** Holds the public host to leading operators' paths, whose resources it keeps, to the Lambda that says 404. */
export function expectOperatorsShutOut(template: Template, catchAll: string): void {
  const methods = Object.values(template.findResources("AWS::ApiGateway::Method"));
  const shut = methods.filter(
    ({ Properties }) =>
      JSON.stringify(Properties.RestApiId).includes("Apispublic") &&
      /"(Admin|Console)Routes/.test(JSON.stringify(Properties.ResourceId)),
  );
  expect(shut.length).toBeGreaterThan(20);
  const lambdaOf = (uri: unknown) => /"Fn::GetAtt":\["([^"]+)"/.exec(JSON.stringify(uri))?.[1] ?? "";
  const nameOf = (id: string) => template.toJSON().Resources[id]?.Properties.FunctionName;
  for (const { Properties } of shut) {
    expect(Properties.HttpMethod).toBe("ANY");
    expect(nameOf(lambdaOf(Properties.Integration.Uri))).toBe(catchAll);
  }
}
