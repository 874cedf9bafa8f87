import type { Template } from "aws-cdk-lib/assertions";
import { describe, expect, it } from "vitest";
import { statementsOf, templateOf } from "./synth.ts";

function puller(template: Template) {
  const lambdas = template.findResources("AWS::Lambda::Function", {
    Properties: { FunctionName: "sluice-sandbox-pull-alerts" },
  });
  return Object.values(lambdas);
}

function schedules(template: Template): readonly string[] {
  return Object.values(template.findResources("AWS::Events::Rule")).map(
    ({ Properties }) => Properties.ScheduleExpression,
  );
}

describe("a stage that takes no third party's alerts", () => {
  const template = templateOf({ stage: "sandbox" });

  it("has nothing that fetches any, and no keys of vendors", () => {
    expect(puller(template)).toEqual([]);
    expect(schedules(template)).not.toContain("rate(5 minutes)");
    expect(JSON.stringify(template.toJSON())).not.toMatch(/ALERT_SOURCES|VENDOR_SECRET_ARN/);
  });
});

describe("a stage that takes Ethoca's alerts", () => {
  const template = templateOf({ stage: "sandbox", alertSources: ["ethoca"] });

  it("fetches them every five minutes, with keys and with the address of Ethoca's sandbox", () => {
    const [made] = puller(template);
    expect(made?.Properties.Environment.Variables).toMatchObject({
      ALERT_SOURCES: "ethoca",
      ETHOCA_URL: "https://sandbox.api.ethocaweb.com/ethoca/alerts/merchants",
      VENDOR_SECRET_ARN: expect.anything(),
    });
    expect(schedules(template)).toContain("rate(5 minutes)");
  });

  it("tells every door which alerts are taken, and no Lambda of the rail's mode, since it is a mock's still", () => {
    const lambdas = Object.values(template.findResources("AWS::Lambda::Function"));
    const variables = lambdas.flatMap(({ Properties }) => Properties.Environment?.Variables ?? []);
    const ours = variables.filter(({ STAGE }) => STAGE !== undefined);
    expect(ours.length).toBeGreaterThan(20);
    expect(ours.every(({ ALERT_SOURCES }) => ALERT_SOURCES === "ethoca")).toBe(true);
    expect(ours.every(({ BRIDGE_URL }) => BRIDGE_URL === undefined)).toBe(true);
  });

  it("lets what fetches them read keys and write the book, and nothing else", () => {
    const granted = statementsOf(template).filter(({ role }) => role.includes("pullalerts"));
    const actions = granted.flatMap(({ actions: named }) => named).filter((each) => !/^(logs|xray):/.test(each));
    expect(actions.every((each) => /^(dynamodb|secretsmanager):/.test(each))).toBe(true);
    expect(actions).toContain("secretsmanager:GetSecretValue");
  });
});
