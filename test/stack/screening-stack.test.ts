import { Match, type Template } from "aws-cdk-lib/assertions";
import { describe, expect, it } from "vitest";
import { allScreeningOperations, screeningOperations } from "../../functions/contract/screening.ts";
import {
  type Context,
  expectHandlersShut,
  expectOperatorsShutOut,
  production,
  screeningStackOf,
  screeningTemplateOf,
  servedScreening,
  statementsOf,
  templateOf,
} from "./synth.ts";

const local: Context = { stage: "sandbox", local: "true", kytPublicUrl: "http://localhost:4001" };
const inProduction = screeningTemplateOf(production);
const onLaptop = screeningTemplateOf(local);
const templates: readonly (readonly [string, Template])[] = [
  ["the sandbox", screeningTemplateOf({ stage: "sandbox" })],
  ["the local sandbox", onLaptop],
  ["production", inProduction],
];

function variablesOf(template: Template): Readonly<Record<string, unknown>>[] {
  return Object.values(template.findResources("AWS::Lambda::Function"))
    .map(({ Properties }) => Properties.Environment?.Variables)
    .filter((each) => each?.STAGE !== undefined);
}

function rolesWith(template: Template, action: string, on: string): string {
  return statementsOf(template)
    .filter(({ actions, resource }) => actions.includes(action) && resource.includes(on))
    .map(({ role }) => role)
    .join();
}

describe.each(templates)("the screening interface of %s", (_, template) => {
  it("grants no action by wildcard, and names every resource but those that AWS cannot name", () => {
    const statements = statementsOf(template);
    expect(statements.length).toBeGreaterThan(20);
    expect(statements.flatMap(({ actions }) => actions).filter((action) => action.includes("*"))).toEqual([]);
    const open = statements.filter(({ resource }) => resource === '"*"').flatMap(({ actions }) => actions);
    expect(open.filter((action) => !/^(xray|logs):/.test(action))).toEqual([]);
  });

  it("has its own records and keys of subjects, encrypted, and no table of the rails'", () => {
    template.resourceCountIs("AWS::DynamoDB::GlobalTable", 2);
    template.allResourcesProperties("AWS::DynamoDB::GlobalTable", { SSESpecification: { SSEEnabled: true } });
    expect(variablesOf(template).length).toBeGreaterThan(8);
    for (const response of variablesOf(template)) {
      expect(response.SERVICE).toBe("screening");
      expect(Object.keys(response)).not.toContain("DELIVERIES_TABLE");
      if (response.BOOK_TABLE !== undefined) expect(JSON.stringify(response.BOOK_TABLE)).toMatch(/Records/);
    }
  });

  it("keeps every version of every list, and lets the loader alone bring one", () => {
    // The other one is its audit trail's archive.
    template.resourceCountIs("AWS::S3::Bucket", 2);
    template.allResourcesProperties("AWS::S3::Bucket", {
      VersioningConfiguration: { Status: "Enabled" },
      BucketEncryption: Match.anyValue(),
    });
    expect(rolesWith(template, "s3:PutObject", "ListsFiles")).toMatch(/^\[[^,]*loadlistsrole[^,]*\]$/);
    expect(rolesWith(template, "s3:DeleteObject", "")).toBe("");
  });

  it("opens monitors' secrets to what sends their alerts, and seals them by what takes them", () => {
    const opening = rolesWith(template, "kms:Decrypt", "SecretsKey");
    expect(opening).toMatch(/screeningsweep/);
    expect(opening).not.toMatch(/screens|accounts|front/);
    const ofMonitors = Object.values(template.findResources("AWS::IAM::Policy"))
      .filter(({ Properties }) => JSON.stringify(Properties.Roles).includes("monitors"))
      .flatMap(({ Properties }) => Properties.PolicyDocument.Statement)
      .filter(({ Action }) => [Action].flat().includes("kms:Decrypt"));
    expect(ofMonitors).toHaveLength(2);
    for (const each of ofMonitors)
      expect(each.Condition.StringEquals).toEqual({ "kms:EncryptionContext:purpose": "kept-answer" });
    expect(rolesWith(template, "kms:Encrypt", "SecretsKey")).toMatch(/monitors/);
  });

  it("lets only IAM principals through its operators' door, but to its console, which has its own sessions", () => {
    expectHandlersShut(template, /"Operatorsscreeningconsole(actions|passkeys|signin)?[0-9A-F]{8}"/);
  });

  it("keeps every log for a set time, and runs every Lambda on the Node that we test with", () => {
    template.allResourcesProperties("AWS::Logs::LogGroup", { RetentionInDays: Match.anyValue() });
    template.allResourcesProperties("AWS::Lambda::Function", {
      Runtime: "nodejs24.x",
      Architectures: ["arm64"],
      LoggingConfig: { LogGroup: { Ref: Match.stringLikeRegexp("log") } },
    });
  });
});

describe("the lists", () => {
  const hourly = { ScheduleExpression: "cron(15 * * * ? *)" };

  it("are fetched every hour", () => {
    inProduction.hasResourceProperties("AWS::Events::Rule", hourly);
  });

  it("are brought by hand on an emulator, which fetches nothing from anywhere", () => {
    onLaptop.resourcePropertiesCountIs("AWS::Events::Rule", hourly, 0);
    onLaptop.hasResourceProperties("AWS::Events::Rule", { ScheduleExpression: "rate(1 minute)" });
  });
});

describe("the screening interface in production", () => {
  it("cannot lose what it decided by", () => {
    // The other one is that of subjects' keys, which nothing may bring back.
    inProduction.hasResource("AWS::DynamoDB::GlobalTable", {
      DeletionPolicy: "Retain",
      Properties: {
        Replicas: [
          Match.objectLike({
            DeletionProtectionEnabled: true,
            PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
          }),
        ],
      },
    });
    for (const type of ["AWS::S3::Bucket", "AWS::KMS::Key"])
      inProduction.allResources(type, { DeletionPolicy: "RetainExceptOnCreate" });
  });

  it("serves no sandbox tool, and no operator route on its public host", () => {
    const only = allScreeningOperations.filter(({ sandboxOnly }) => sandboxOnly === true);
    expect(only.length).toBeGreaterThan(0);
    const text = JSON.stringify(inProduction.toJSON());
    for (const { lambda } of only) expect(text).not.toContain(`sluice-example-${lambda}"`);
    expectOperatorsShutOut(inProduction, "sluice-example-screening-public");
    for (const { CONSOLE_URL } of variablesOf(inProduction))
      expect(JSON.stringify(CONSOLE_URL)).toMatch(/Apisoperator.*\/console/);
  });

  it("answers at its own name only", () => {
    inProduction.hasResourceProperties("AWS::ApiGateway::DomainName", { DomainName: "screening.example.com" });
    inProduction.hasResourceProperties("AWS::ApiGateway::RestApi", {
      Name: "sluice-example-screening",
      DisableExecuteApiEndpoint: true,
    });
    const own = "https://screening.example.com";
    for (const { PUBLIC_URL } of variablesOf(inProduction)) expect(PUBLIC_URL).toBe(own);
    inProduction.hasResourceProperties("AWS::SSM::Parameter", { Value: own });
  });
});

describe("providers of graph analysis", () => {
  it("are none, and have no keys, where none is named", () => {
    for (const response of variablesOf(onLaptop)) {
      expect(response.EXPOSURE).toBe("");
      expect(response.VENDOR_SECRET_ARN).toBeUndefined();
    }
  });

  it("are told to every Lambda, and their keys to those that ask them", () => {
    const template = screeningTemplateOf({ ...production, exposure: ["chainalysis", "elliptic"] });
    const response = variablesOf(template);
    for (const { EXPOSURE } of response) expect(EXPOSURE).toBe("chainalysis,elliptic");
    const keyed = response.filter(({ VENDOR_SECRET_ARN }) => VENDOR_SECRET_ARN !== undefined);
    expect(keyed.length).toBeGreaterThan(1);
    expect(keyed.length).toBeLessThan(response.length);
  });
});

describe("the rails' gates", () => {
  const kytUrlOf = (context: Context) => [
    ...new Set(variablesOf(templateOf(context)).map(({ KYT_URL }) => JSON.stringify(KYT_URL))),
  ];

  it("are told of no screening interface where a mock screens", () => {
    expect(kytUrlOf({ stage: "sandbox" })).toEqual([undefined]);
  });

  it("find their own stage's by a parameter that its stack writes", () => {
    const unnamed = { ...production, kytDomain: undefined };
    const name = "/sluice/example/screening-url";
    screeningTemplateOf(unnamed).hasResourceProperties("AWS::SSM::Parameter", { Name: name });
    expect(kytUrlOf(unnamed)).toEqual([expect.stringContaining("sluiceexamplescreeningurl")]);
  });

  it("ask it at its own name where it has one, and another one where that is named", () => {
    expect(kytUrlOf(production)).toEqual(['"https://screening.example.com"']);
    const kytUrl = "https://screening.example.org/";
    expect(kytUrlOf({ ...production, kytUrl })).toEqual(['"https://screening.example.org"']);
  });

  it("have a secret for their key, which no mock needs", () => {
    const secrets = (context: Context) =>
      Object.keys(templateOf(context).findResources("AWS::SecretsManager::Secret")).length;
    expect(secrets({ stage: "sandbox", kyt: "sluice" })).toBe(secrets({ stage: "sandbox" }) + 1);
  });

  it("let a Lambda that screens and moves no money read their key and no vendor's", () => {
    const functions = templateOf(production).findResources("AWS::Lambda::Function");
    const toldTo = (secret: string) =>
      Object.values(functions)
        .filter(({ Properties }) => Properties.Environment?.Variables?.[secret] !== undefined)
        .map(({ Properties }) => String(Properties.FunctionName).replace("sluice-example-", ""));
    const [keyed, known] = [toldTo("KYT_KEY_ARN"), new Set(toldTo("VENDOR_SECRET_ARN"))];
    expect(keyed.toSorted()).toEqual([
      ...["console-actions", "daily", "escrow", "escrow-money", "escrow-payout-disburse"],
      ...["escrow-payout-screen", "invoice-page", "onboarding", "pay", "review", "settlement-convert"],
      ...["settlement-disburse", "settlement-screen", "sweep-claims", "sweep-look-ups", "tenants", "watch-lists"],
    ]);
    const apart = keyed.filter((name) => !known.has(name));
    expect(apart.toSorted()).toEqual(["console-actions", "onboarding", "review", "tenants", "watch-lists"]);
  });
});

describe("a contract that grants what the stack has not", () => {
  it("is refused when it is synthesized", () => {
    const screens = servedScreening.lambdas.screens;
    if (screens === undefined) throw new Error("the contract has no Lambda screens");
    const lambdas = { ...servedScreening.lambdas, screens: { ...screens, grants: ["evidence:read"] as const } };
    expect(screeningOperations.length).toBeGreaterThan(5);
    expect(() => screeningStackOf(local, { ...servedScreening, lambdas })).toThrow(
      "A Lambda is granted evidence, which its stack has not.",
    );
  });
});

it("believes on a laptop alone what a header says of where a request comes from", () => {
  for (const [name, template] of templates)
    for (const { LOCAL } of variablesOf(template)) expect(LOCAL).toBe(String(name === "the local sandbox"));
});
