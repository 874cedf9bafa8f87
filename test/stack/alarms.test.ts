import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Template } from "aws-cdk-lib/assertions";
import { describe, expect, it } from "vitest";
import { type DeadLetterQueue, deadLetterQueues } from "../../lib/messaging/dead-letters.ts";
import { rollbackAlarms } from "../../lib/observability/rollback-alarms.ts";
import { type Context, production, screeningTemplateOf, synthesisWith, templateOf } from "./synth.ts";
import { outerTemplateOf } from "./synthesis.ts";

const root = join(import.meta.dirname, "../..");
const runbook = readFileSync(join(root, "docs/runbook.md"), "utf8");

/** The runbook's chapters, by their anchor: alarms' names are words and hyphens, which are their own anchor. */
const chapters = new Map(
  runbook
    .split(/^## /m)
    .slice(1)
    .map((text) => [text.slice(0, text.indexOf("\n")).trim(), text] as const),
);

type Properties = Readonly<Record<string, unknown>>;

function propertiesOf(template: Template, type: string): Properties[] {
  return Object.values(template.findResources(type)).map(({ Properties }) => Properties);
}

function alarmsOf(template: Template): Properties[] {
  return propertiesOf(template, "AWS::CloudWatch::Alarm");
}

function nameOf(alarm: Properties, stage: string): string {
  return String(alarm.AlarmName).slice(`sluice-${stage}-`.length);
}

const sandbox = templateOf({ stage: "sandbox" });
const screening = screeningTemplateOf({ stage: "sandbox" });

describe.each([
  ["sandbox", [sandbox, screening]],
  ["example", [templateOf, screeningTemplateOf].map((of) => of({ ...production, runbookUrl: "" }))],
] as const)("the alarms of %s", (stage, templates) => {
  const alarms = templates.flatMap(alarmsOf);

  it("have a chapter of the runbook each, under the anchor that they name", () => {
    expect(alarms.length).toBeGreaterThan(10);
    for (const alarm of alarms) {
      const name = nameOf(alarm, stage);
      expect(alarm.AlarmDescription).toMatch(new RegExp(`\\. Runbook: docs/runbook\\.md#${name}$`));
      expect([...chapters.keys()]).toContain(name);
    }
  });

  it("leave no chapter of the runbook without an alarm", () => {
    expect([...chapters.keys()].toSorted()).toEqual(alarms.map((each) => nameOf(each, stage)).toSorted());
  });

  it("name who is hurt", () => {
    for (const { AlarmDescription } of alarms) expect(AlarmDescription).toMatch(/tenant|operator|payer/i);
  });
});

describe("an alarm", () => {
  it("links the runbook where the stage says people read it", () => {
    const runbookUrl = "https://wiki.example.com/runbook";
    const templates = [templateOf, screeningTemplateOf].map((of) => of({ stage: "sandbox", runbookUrl }));
    for (const { AlarmDescription } of templates.flatMap(alarmsOf))
      expect(AlarmDescription).toMatch(/ Runbook: https:\/\/wiki\.example\.com\/runbook#[a-z-]+$/);
  });

  it("that takes a release back exists in one of the stacks, and is among the five that CloudFormation watches", () => {
    const names = [sandbox, screening].flatMap(alarmsOf).map((each) => nameOf(each, "sandbox"));
    expect(names).toEqual(expect.arrayContaining([...rollbackAlarms]));
    expect(rollbackAlarms.length).toBeLessThanOrEqual(5);
    const { Value } = outerTemplateOf(synthesisWith({ stage: "sandbox" })).findOutputs("RollbackAlarmArns")
      .RollbackAlarmArns as { Value: unknown };
    for (const name of rollbackAlarms) expect(JSON.stringify(Value)).toContain(`:alarm:sluice-sandbox-${name}`);
  });

  it("tells the topic that the stage names", () => {
    const alarmTopicArn = "arn:aws:sns:us-east-1:111111111111:on-call";
    const response = [templateOf, screeningTemplateOf].map((of) => of({ stage: "sandbox", alarmTopicArn }));
    for (const { AlarmActions } of response.flatMap(alarmsOf)) expect(AlarmActions).toEqual([alarmTopicArn]);
    for (const { AlarmActions } of [sandbox, screening].flatMap(alarmsOf)) expect(AlarmActions).toBeUndefined();
  });

  it("rings when data stops only where silence is what it watches for, and never on a first deploy", () => {
    const alarmTopicArn = "arn:aws:sns:us-east-1:111111111111:on-call";
    const alarms = [templateOf, screeningTemplateOf].flatMap((of) => alarmsOf(of({ stage: "sandbox", alarmTopicArn })));
    const silent = alarms.filter(({ InsufficientDataActions }) => InsufficientDataActions !== undefined);
    expect(silent.map((each) => nameOf(each, "sandbox"))).toEqual([
      ...["silent-recon", "silent-daily-work", "silent-sweeper", "silent-screening-daily", "silent-screening-sweeper"],
    ]);
    for (const { InsufficientDataActions } of silent) expect(InsufficientDataActions).toEqual([alarmTopicArn]);
    // A new alarm begins without data; to breach by that would be to ring.
    for (const each of alarms) expect(each.TreatMissingData).toBe(silent.includes(each) ? "missing" : "notBreaching");
  });
});

describe.each([...chapters])("the runbook's chapter %s", (_, text) => {
  it("says who is hurt, what to look at, what to do and whom to wake", () => {
    for (const part of ["**Who is hurt.**", "**Look.**", "**Do.**", "**Wake.**"]) expect(text).toContain(part);
  });
});

describe("a dead-letter queue", () => {
  const queues = Object.keys(sandbox.findResources("AWS::SQS::Queue"));
  const table = Object.entries<DeadLetterQueue>(deadLetterQueues);

  it("has its way back in the table of redrives, and every entry of the table its queue", () => {
    const targets = JSON.stringify([
      sandbox.findResources("AWS::SQS::Queue"),
      sandbox.findResources("AWS::Lambda::EventSourceMapping"),
      sandbox.findResources("AWS::Events::Rule"),
    ]);
    const dead = queues.filter((id) => /DeadLetter/i.test(id) || new RegExp(`eadLetter[^}]*"${id}"`).test(targets));
    expect(dead.length).toBe(table.length);
    for (const id of dead) expect(table.filter(([, { queue }]) => id.startsWith(queue))).toHaveLength(1);
  });

  it.each(table)("of %s leads back to a queue of the stack, and its chapter says how", (name, entry) => {
    if (entry.back !== null) expect(queues.some((id) => id.startsWith(entry.back ?? ""))).toBe(true);
    expect(chapters.get(entry.alarm)).toContain(`npm run redrive -- --queue ${name}`);
  });
});

describe("what the services themselves write down", () => {
  const stages: readonly (readonly [string, Context])[] = [
    ["the sandbox", { stage: "sandbox" }],
    ["production", production],
  ];

  it.each(stages)("is what goes wrong, in %s", (_, context) => {
    for (const template of [templateOf(context), screeningTemplateOf(context)]) {
      // The CDK's own, which empties a sandbox's buckets, has no name.
      const lambdas = propertiesOf(template, "AWS::Lambda::Function").filter(({ FunctionName }) => FunctionName);
      expect(lambdas.length).toBeGreaterThan(10);
      for (const { LoggingConfig } of lambdas)
        expect(LoggingConfig).toMatchObject({
          ...{ LogFormat: "JSON", SystemLogLevel: "WARN", ApplicationLogLevel: "INFO" },
        });
    }
    const machines = propertiesOf(templateOf(context), "AWS::StepFunctions::StateMachine");
    expect(machines.map(({ LoggingConfiguration }) => LoggingConfiguration)).toEqual([
      expect.objectContaining({ Level: "ERROR", IncludeExecutionData: false }),
      expect.objectContaining({ Level: "ERROR", IncludeExecutionData: false }),
    ]);
  });

  it.each([...stages, ["an emulator", { stage: "sandbox", local: "true" }] as const])(
    "is no trace, in %s",
    (_, context) => {
      for (const template of [templateOf(context), screeningTemplateOf(context)]) {
        expect(JSON.stringify(template.toJSON())).not.toMatch(/"xray:|"TracingConfig"|"Mode":"Active"/);
        for (const { TracingEnabled } of propertiesOf(template, "AWS::ApiGateway::Stage"))
          expect(TracingEnabled ?? false).toBe(false);
        for (const each of propertiesOf(template, "AWS::StepFunctions::StateMachine"))
          expect(JSON.stringify(each.TracingConfiguration ?? "")).not.toContain("true");
      }
    },
  );
});

describe("the dashboards", () => {
  const body = [sandbox, screening]
    .flatMap((each) => propertiesOf(each, "AWS::CloudWatch::Dashboard"))
    .map((each) => JSON.stringify(each.DashboardBody))
    .join();

  it("show every metric that the Lambdas print themselves, in the namespace they print it in", () => {
    const port = readFileSync(join(root, "functions/app/core/ports-metrics.ts"), "utf8");
    const [, counts = ""] = /type CountMetric =([^;]+);/.exec(port) ?? [];
    const [, times = ""] = /type TimeMetric =([^;]+);/.exec(port) ?? [];
    const names = [...`${counts}${times}`.matchAll(/"(\w+)"/g)].map(([, name]) => name);
    expect(names.length).toBeGreaterThan(10);
    const watched = body + JSON.stringify([sandbox, screening].flatMap(alarmsOf));
    for (const name of names) expect(watched).toContain(`"${name}`);
  });

  it("link every chapter of the runbook", () => {
    for (const name of chapters.keys()) expect(body).toContain(`docs/runbook.md#${name}`);
  });
});
