import { Match, type Template } from "aws-cdk-lib/assertions";
import { describe, expect, it } from "vitest";
import { operations } from "../../functions/contract/billing.ts";
import { railsParts, screeningParts } from "../bench/cost/fixed.ts";
import {
  type Context,
  expectHandlersShut,
  expectOperatorsShutOut,
  production,
  screeningTemplateOf,
  statementsOf,
  templateOf,
} from "./synth.ts";

const sandbox: Context = { stage: "sandbox" };
const deployments: readonly (readonly [string, Context])[] = [
  ["sandbox", sandbox],
  ["the local sandbox", { stage: "sandbox", local: "true", publicUrl: "http://localhost:4000" }],
  ["a developer's own", { stage: "dev-anna" }],
  ["production", production],
];
const templates = new Map<string, Template>(deployments.map(([name, context]) => [name, templateOf(context)]));
const inProduction = templateOf(production);

describe.each([...templates])("the stack of %s", (_, template) => {
  it("grants no action by wildcard", () => {
    const statements = statementsOf(template);
    expect(statements.length).toBeGreaterThan(20);
    expect(statements.flatMap(({ actions }) => actions).filter((action) => action.includes("*"))).toEqual([]);
  });

  it("names every resource it grants but those that AWS cannot name", () => {
    const unnamable = /^(xray|logs):|^dynamodb:ListStreams$/;
    const open = statementsOf(template).filter(({ resource }) => resource === '"*"');
    expect(open.flatMap(({ actions }) => actions).filter((action) => !unnamable.test(action))).toEqual([]);
  });

  it("gives the webhook sender no way to write money or to start a settlement", () => {
    const ofSender = statementsOf(template).filter(({ role }) => role.includes("sendwebhook"));
    const onBook = ofSender.filter(({ resource }) => resource.includes("BookRecords"));
    expect(onBook.flatMap(({ actions }) => actions).toSorted()).toEqual([
      "dynamodb:BatchGetItem",
      "dynamodb:GetItem",
      "dynamodb:Query",
    ]);
    expect(ofSender.flatMap(({ actions }) => actions).filter((action) => action.startsWith("states:"))).toEqual([]);
  });

  it("keeps every log for a set time", () => {
    template.allResourcesProperties("AWS::Logs::LogGroup", { RetentionInDays: Match.anyValue() });
    template.allResourcesProperties("AWS::Lambda::Function", {
      LoggingConfig: { LogGroup: { Ref: Match.stringLikeRegexp("log") } },
    });
    const stages = Object.values(template.findResources("AWS::ApiGateway::Stage"));
    const errorLogs = stages.filter(({ Properties }) => Properties.MethodSettings[0].LoggingLevel === "ERROR");
    const named = Object.values(template.findResources("AWS::Logs::LogGroup")).filter(({ Properties }) =>
      JSON.stringify(Properties.LogGroupName ?? "").includes("API-Gateway-Execution-Logs_"),
    );
    expect(named.length).toBe(errorLogs.length);
  });

  it("runs every Lambda on the Node that we test with", () => {
    template.allResourcesProperties("AWS::Lambda::Function", { Runtime: "nodejs24.x", Architectures: ["arm64"] });
  });

  it("lets only IAM principals through the operators' door, but to the console, which has its own sessions", () => {
    expectHandlersShut(
      template,
      /"Operatorsconsole(actions|disputes|invoices|passkeys|people|privacy|recon|signin)?[0-9A-F]{8}"/,
    );
  });

  it("encrypts both tables and streams new entries from the book alone", () => {
    template.allResourcesProperties("AWS::DynamoDB::GlobalTable", { SSESpecification: { SSEEnabled: true } });
    template.resourcePropertiesCountIs(
      "AWS::DynamoDB::GlobalTable",
      { StreamSpecification: { StreamViewType: "NEW_IMAGE" } },
      1,
    );
    for (const mark of ["outbox", "workflow"])
      template.hasResourceProperties("AWS::Lambda::EventSourceMapping", {
        BisectBatchOnFunctionError: true,
        FunctionResponseTypes: ["ReportBatchItemFailures"],
        DestinationConfig: { OnFailure: { Destination: Match.anyValue() } },
        FilterCriteria: { Filters: [{ Pattern: Match.stringLikeRegexp(`INSERT.*${mark}`) }] },
      });
  });
});

describe("production", () => {
  it("cannot lose its tables: recovery on, deletion off; but of subjects' keys nothing may come back", () => {
    const tables = Object.entries(inProduction.findResources("AWS::DynamoDB::GlobalTable"));
    expect(tables).toHaveLength(3);
    for (const [id, { DeletionPolicy, Properties }] of tables) {
      const [{ DeletionProtectionEnabled, PointInTimeRecoverySpecification }] = Properties.Replicas;
      expect([id, DeletionPolicy, DeletionProtectionEnabled]).toEqual([id, "Retain", true]);
      const isRecoverable = PointInTimeRecoverySpecification?.PointInTimeRecoveryEnabled ?? false;
      expect([id, isRecoverable]).toEqual([id, !id.startsWith("PeopleSubjectsKeys")]);
    }
  });

  it("serves no sandbox tool and no operator route on the public host", () => {
    const only = operations.filter(({ sandboxOnly }) => sandboxOnly === true);
    expect(only.length).toBeGreaterThan(0);
    const text = JSON.stringify(inProduction.toJSON());
    for (const { lambda } of only) expect(text).not.toContain(`sluice-example-${lambda}"`);
    expectOperatorsShutOut(inProduction, "sluice-example-public");
  });

  it.each([
    ["two_leg", production],
    ["one_leg", { ...production, bridgeMode: "one_leg", hold: false }],
  ])("tells every Lambda that Bridge is to work in %s", (BRIDGE_MODE, context) => {
    templateOf(context).allResourcesProperties("AWS::Lambda::Function", {
      Environment: { Variables: Match.objectLike({ RAIL: "bridge", BRIDGE_MODE }) },
    });
  });

  it("answers at its own names only, and at those of brands", () => {
    inProduction.hasResourceProperties("AWS::ApiGateway::RestApi", { DisableExecuteApiEndpoint: true });
    for (const DomainName of ["api.example.com", "onboard.example.com", "pay.example.org"]) {
      inProduction.hasResourceProperties("AWS::ApiGateway::DomainName", { DomainName });
    }
    inProduction.resourceCountIs("AWS::ApiGateway::BasePathMapping", 3);
    inProduction.allResourcesProperties("AWS::Lambda::Function", {
      Environment: { Variables: Match.objectLike({ PUBLIC_URL: "https://api.example.com", LOCAL: "false" }) },
    });
  });
});

describe("what production pays by the month", () => {
  it.each([
    ["the rails", inProduction, railsParts],
    ["the screening interface", screeningTemplateOf(production), screeningParts],
  ] as const)("is what the model of cost has for %s", (_, template, { metrics, ...parts }) => {
    const count = (type: string) => Object.keys(template.findResources(type)).length;
    const acls = Object.values(template.findResources("AWS::WAFv2::WebACL"));
    const polled = Object.values(template.findResources("AWS::Lambda::EventSourceMapping"));
    expect({
      alarms: count("AWS::CloudWatch::Alarm"),
      dashboards: count("AWS::CloudWatch::Dashboard"),
      keys: count("AWS::KMS::Key"),
      secrets: count("AWS::SecretsManager::Secret"),
      webAcls: acls.length,
      webAclRules: acls.flatMap(({ Properties }) => Properties.Rules).length,
      queues: polled.filter(({ Properties }) => !JSON.stringify(Properties.EventSourceArn).includes("StreamArn"))
        .length,
    }).toEqual(parts);
    expect(metrics).toBeGreaterThan(0);
  });
});

describe("a stack that is no production", () => {
  it("leaves nothing behind when it is destroyed", () => {
    const resources: { DeletionPolicy?: string }[] = Object.values(
      templateOf({ stage: "dev-anna" }).toJSON().Resources,
    );
    expect(resources.filter(({ DeletionPolicy }) => DeletionPolicy?.startsWith("Retain"))).toEqual([]);
    templateOf({ stage: "dev-anna" }).allResourcesProperties("AWS::DynamoDB::GlobalTable", {
      Replicas: [Match.objectLike({ DeletionProtectionEnabled: false })],
    });
  });

  it("differs from another one by configuration only", () => {
    const typesOf = (context: Context) =>
      Object.values<{ Type: string }>(templateOf(context).toJSON().Resources).map(({ Type }) => Type);
    expect(typesOf({ stage: "dev-anna" })).toEqual(typesOf({ stage: "dev-bo", hold: true }));
  });
});
