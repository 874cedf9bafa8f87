import type { Template } from "aws-cdk-lib/assertions";
import { describe, expect, it } from "vitest";
import { eventLambdas } from "../../lib/api/background-lambdas.ts";
import { neededConcurrency, usualReserve } from "../../lib/api/concurrency.ts";
import { production, screeningTemplateOf, statementsOf, templateOf } from "./synth.ts";

interface Target {
  readonly Arn: unknown;
  readonly RetryPolicy: { readonly MaximumEventAgeInSeconds: number };
}

interface Redrive {
  readonly deadLetterTargetArn: { readonly "Fn::GetAtt": readonly [string, string] };
}

const rails = templateOf(production);
const screening = screeningTemplateOf(production);
const both = [rails, screening];

function all(template: Template, type: string) {
  return Object.entries(template.findResources(type)).map(([id, { Properties }]) => ({ id, ...Properties }));
}

/** The logical id that a reference names. */
function idIn(reference: unknown): string {
  const [, id = ""] = /"(?:Ref|Fn::GetAtt)":\[?"(\w+)"/.exec(JSON.stringify(reference)) ?? [];
  expect(id).not.toBe("");
  return id;
}

describe.each([
  ["the rails", rails, 5],
  ["the screening interface", screening, 3],
] as const)("a schedule of %s", (_, template, count) => {
  const targets = all(template, "AWS::Events::Rule").flatMap(({ Targets }) => Targets as Target[]);
  const configs = all(template, "AWS::Lambda::EventInvokeConfig");

  it("runs a Lambda that Lambda itself does not run again, and not once the next run is due", () => {
    expect(targets).toHaveLength(count);
    for (const { Arn, RetryPolicy } of targets) {
      const own = configs.filter(({ FunctionName }) => idIn(FunctionName) === idIn(Arn));
      expect(own).toHaveLength(1);
      expect(own[0]).toMatchObject({
        ...{ MaximumRetryAttempts: 0, Qualifier: "$LATEST" },
        MaximumEventAgeInSeconds: RetryPolicy.MaximumEventAgeInSeconds,
      });
    }
    expect(configs).toHaveLength(count);
  });
});

describe("a Lambda that a queue feeds", () => {
  const lambdas = new Map(all(rails, "AWS::Lambda::Function").map((each) => [each.id, each]));
  const queues = new Map(all(rails, "AWS::SQS::Queue").map((each) => [each.id, each]));
  const feeds = all(rails, "AWS::Lambda::EventSourceMapping").filter(({ EventSourceArn }) =>
    queues.has(idIn(EventSourceArn)),
  );
  const fed = feeds.map(({ FunctionName, EventSourceArn }) => {
    const lambda = lambdas.get(idIn(FunctionName));
    return { name: String(lambda?.FunctionName).slice("sluice-example-".length), lambda, queue: idIn(EventSourceArn) };
  });

  it("may send to a queue only where it is let go on for ever", () => {
    expect(fed.map(({ name }) => name).toSorted()).toEqual([
      ...["export", "packet", "send-mail", "send-webhook"],
      ...["sweep-claims", "sweep-deadlines", "sweep-entries", "sweep-look-ups"],
    ]);
    const sends = statementsOf(rails).filter(({ actions }) => actions.includes("sqs:SendMessage"));
    const sending = fed.filter(({ lambda }) => sends.some(({ role }) => role.includes(idIn(lambda?.Role))));
    expect(sending.map(({ name }) => name).toSorted()).toEqual(["send-webhook", "sweep-entries"]);
    const own = ({ lambda, queue }: (typeof fed)[number]) =>
      sends.some(({ role, resource }) => role.includes(idIn(lambda?.Role)) && resource.includes(queue));
    expect(fed.filter(own).map(({ name }) => name)).toEqual(["send-webhook"]);
    const allowed = [...lambdas.values()].filter(({ RecursiveLoop }) => RecursiveLoop === "Allow");
    expect(allowed.map(({ FunctionName }) => FunctionName)).toEqual(["sluice-example-send-webhook"]);
  });

  it("gives back of a batch what alone has failed", () => {
    for (const { FunctionResponseTypes } of feeds) expect(FunctionResponseTypes).toEqual(["ReportBatchItemFailures"]);
  });

  it("has six times its time before another gets the message, or a reason in its file not to", () => {
    const multiple = ({ lambda, queue }: (typeof fed)[number]): number =>
      queues.get(queue)?.VisibilityTimeout / lambda?.Timeout;
    const less = fed.filter((each) => multiple(each) < 6);
    // Exports: an operator waits. Letters: three tries end before the sweeper sends them again.
    expect(less.map(({ name }) => name).toSorted()).toEqual(["export", "send-mail"]);
    for (const each of less) expect(multiple(each)).toBeGreaterThan(1);
    expect(3 * (eventLambdas["send-mail"].timeoutSeconds + 60)).toBeLessThan(900);
  });

  it("leaves what failed in a queue that keeps it longer than its own does", () => {
    const days4 = 4 * 86_400;
    for (const { queue } of fed) {
      const { MessageRetentionPeriod = days4, RedrivePolicy } = queues.get(queue) ?? {};
      const [dead] = (RedrivePolicy as Redrive).deadLetterTargetArn["Fn::GetAtt"];
      expect(queues.get(dead)?.MessageRetentionPeriod).toBeGreaterThan(MessageRetentionPeriod);
    }
  });
});

describe("concurrency", () => {
  const reservedIn = (templates: readonly Template[]) =>
    templates
      .flatMap((each) => all(each, "AWS::Lambda::Function"))
      .filter(({ ReservedConcurrentExecutions }) => ReservedConcurrentExecutions !== undefined)
      .map(({ FunctionName, ReservedConcurrentExecutions }) => [FunctionName, ReservedConcurrentExecutions]);

  it("is reserved in production for what moves money by itself", () => {
    const reserved = reservedIn(both);
    const names = reserved.map(([name]) => String(name).slice("sluice-example-".length));
    const steps = names.filter((name) => /^(settlement|escrow-payout)-/.test(name));
    expect(steps).toHaveLength(12);
    expect(names.filter((name) => !steps.includes(name)).toSorted()).toEqual([
      ...["outbox", "screening-sweep", "sweep", "workflows"],
    ]);
    const sum = reserved.reduce((sum, [, count]) => sum + count, 0);
    expect(neededConcurrency(usualReserve)).toBe(sum + 100);
    expect(sum).toBe(164);
  });

  it("is reserved on no other stage, whose account may allow ten Lambdas at once", () => {
    expect(reservedIn([templateOf({ stage: "dev-anna" })])).toEqual([]);
  });
});
