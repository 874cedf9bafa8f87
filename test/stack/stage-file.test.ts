import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { StageRefusal } from "../../lib/stacks/stage-refused.ts";
import { settingNames } from "../../lib/stage/file.ts";
import { readStage } from "../../lib/stage/read.ts";
import { stage as example } from "../../stages/example.ts";
import { stage as prod } from "../../stages/prod.ts";

type Settings = Readonly<Record<string, unknown>>;

/** The sentence that refuses a file of these settings; null where it is taken. */
function refusalOf(stage: unknown, name = "example"): string | null {
  try {
    readStage({ name, file: `stages/${name}.ts`, stage, context: {} });
    return null;
  } catch (error) {
    if (error instanceof StageRefusal) return error.message;
    throw error;
  }
}

const acm = "arn:aws:acm:us-east-1:111122223333:certificate";
const { domain } = example;

it.each(settingNames)("has its setting %s in the table of docs/aws.md", (name) => {
  const page = readFileSync(join(import.meta.dirname, "../../docs/aws.md"), "utf8");
  const rows = page.split("\n").filter((line) => line.startsWith("| `"));
  expect(rows.some((row) => row.split("|")[1]?.includes(`\`${name}\``))).toBe(true);
});

describe("stages/prod.ts as it is checked in", () => {
  const blanks: readonly (readonly [string, string, Settings])[] = [
    ["account", "the 12 digits of the AWS account, in quotes, such as 111122223333", {}],
    ["region", "a region of AWS, such as us-east-1", { account: example.account }],
    ["alarmTopicArn", "the ARN of an SNS topic, arn:aws:sns:REGION:ACCOUNT:NAME", { region: example.region }],
    [
      "domain.api",
      "a host name in lower-case letters, such as api.example.com",
      { alarmTopicArn: example.alarmTopicArn },
    ],
    [
      "domain.onboard",
      "a host name in lower-case letters, such as api.example.com",
      { domain: { ...prod.domain, api: domain.api } },
    ],
    [
      "domain.certificateArn",
      "the ARN of a certificate in ACM, arn:aws:acm:REGION:ACCOUNT:certificate/ID",
      { domain: { ...domain, certificateArn: "" } },
    ],
    ["exposure", "at least one provider out of chainalysis_sanctions, chainalysis, elliptic", { domain }],
    ["rail", "the live rail: bridge", { exposure: ["elliptic"] }],
    ["conversion", "a live conversion: bridge or hifi", { rail: "bridge" }],
    ["kyt", "sluice: the screening interface", { conversion: "bridge" }],
    ["mailFrom", "the address that letters come from, such as no-reply@mail.example.com", { kyt: "sluice" }],
  ];

  it("is refused blank by blank, each in a sentence that says what to write", () => {
    let filled: Settings = prod;
    for (const [key, expected, before] of blanks) {
      filled = { ...filled, ...before };
      expect(refusalOf(filled, "prod")).toBe(`stages/prod.ts: ${key} is blank; write ${expected}.`);
    }
    filled = { ...filled, mailFrom: example.mailFrom };
    expect(refusalOf(filled, "prod")).toBe(
      "stages/prod.ts: operatorWallets has none on base, ethereum, solana, tron; write the operator's own wallet on each chain.",
    );
    expect(refusalOf({ ...filled, operatorWallets: example.operatorWallets }, "prod")).toBeNull();
  });
});

describe("a stage file", () => {
  it("that is whole is taken", () => {
    expect(refusalOf(example)).toBeNull();
  });

  it.each<readonly [string, unknown, string]>([
    ["no stage", undefined, "stages/example.ts has no stage; write export const stage = { ... } satisfies StageFile."],
    ["a stage that is text", "prod", 'stages/example.ts is "prod"; write { kind: ... }.'],
    ["no kind", {}, "stages/example.ts: kind is blank; write one of sandbox, dev, prod."],
    [
      "a kind that there is not",
      { kind: "staging" },
      'stages/example.ts: kind is "staging"; write one of sandbox, dev, prod.',
    ],
    [
      "a developer's kind under another name",
      { kind: "dev" },
      "stages/example.ts: kind is dev, and the stage is called example; write kind dev for dev-NAME and no other stage.",
    ],
  ])("with %s is refused", (_, stage, sentence) => {
    expect(refusalOf(stage)).toBe(sentence);
  });

  it("of no developer is refused under a developer's name", () => {
    expect(refusalOf(example, "dev-anna")).toBe(
      "stages/dev-anna.ts: kind is prod, and the stage is called dev-anna; write kind dev for dev-NAME and no other stage.",
    );
  });

  it("with a misspelt setting is refused with the settings that there are, before anything else", () => {
    expect(refusalOf({ kind: "sandbox", exposur: [], rail: "paper" }, "sandbox")).toMatch(
      /^stages\/sandbox\.ts: exposur is no setting here; remove it, or write one of kind, account, region, .*\.$/,
    );
    expect(refusalOf({ ...example, domain: { ...domain, apu: "x" } })).toBe(
      "stages/example.ts: domain.apu is no setting here; remove it.",
    );
  });

  it.each([
    ["production", example, "example", ["bridgeUrl", "hifiUrl", "ethocaUrl", "local", "publicUrl"]],
    ["the sandbox", { kind: "sandbox" }, "sandbox", ["mailFrom", "mailConfigurationSet", "local"]],
    ["a developer", { kind: "dev" }, "dev-anna", ["local", "publicUrl", "onboardUrl", "kytPublicUrl"]],
  ] as const)("of %s is refused with a setting of others", (_, stage, name, keys) => {
    for (const key of keys)
      expect(refusalOf({ ...stage, [key]: "x" }, name)).toContain(`.ts: ${key} is no setting here; remove it`);
  });
});

describe("a value in a stage file", () => {
  it.each<readonly [Settings, string]>([
    [{ account: 111122223333 }, "account is 111122223333; write the 12 digits of the AWS account, in quotes"],
    [{ account: "1111-2222-3333" }, 'account is "1111-2222-3333"; write the 12 digits'],
    [{ region: "us-eats-1" }, 'region is "us-eats-1"; write a region of AWS, such as us-east-1'],
    [{ region: "cn-north-1" }, 'region is "cn-north-1"; write a region of AWS'],
    [{ alarmTopicArn: "on-call" }, 'alarmTopicArn is "on-call"; write the ARN of an SNS topic'],
    [{ domain: "api.example.com" }, 'domain is "api.example.com"; write { api, onboard, certificateArn }'],
    [{ domain: { ...domain, api: "API.example.com" } }, 'domain.api is "API.example.com"; write a host name'],
    [{ domain: { ...domain, api: "api.example.com/v1" } }, 'domain.api is "api.example.com/v1"; write a host'],
    [{ domain: { ...domain, certificateArn: "mine" } }, 'domain.certificateArn is "mine"; write the ARN of a'],
    [{ exposure: "elliptic" }, 'exposure is "elliptic"; write a list of providers out of chainalysis_sanc'],
    [{ exposure: ["trm"] }, 'exposure[0] is "trm"; write one of chainalysis_sanctions, chainalysis, elliptic'],
    [{ alertSources: ["ethoca", "verifi_rdr"] }, 'alertSources[1] is "verifi_rdr"; write one of ethoca'],
    [{ rail: "mock" }, 'rail is "mock"; write the live rail: bridge'],
    [{ conversion: "mock" }, 'conversion is "mock"; write a live conversion: bridge or hifi'],
    [{ kyt: "mock" }, 'kyt is "mock"; write sluice: the screening interface'],
    [{ mailFrom: "Acme <a@b.co>" }, 'mailFrom is "Acme <a@b.co>"; write the address that letters come from'],
    [{ mailConfigurationSet: "a b" }, 'mailConfigurationSet is "a b"; write the name of a configuration set'],
    [{ kytUrl: "http://screening.example.com" }, 'kytUrl is "http://screening.example.com"; write an https'],
    [{ kytDomain: { host: "screening.example.com" } }, "kytDomain.certificateArn is blank; write the ARN of a"],
    [{ bridgeMode: "three_leg" }, 'bridgeMode is "three_leg"; write one of one_leg, two_leg'],
    [{ alternativeConversion: "bridge" }, 'alternativeConversion is "bridge"; write hifi, or remove it'],
    [{ hold: "yes" }, 'hold is "yes"; write true or false'],
    [{ twoPersonControl: false }, "twoPersonControl is false; write true, or remove it: in production two people"],
    [{ adminAuth: "none" }, 'adminAuth is "none"; write one of bearer, iam, both'],
    [{ brandDomains: [{ host: "a b" }] }, 'brandDomains[0].host is "a b"; write a host name'],
    [{ runbookUrl: "docs/runbook.md" }, 'runbookUrl is "docs/runbook.md"; write a web address'],
    [{ throttle: { rate: 0, burst: 1 } }, "throttle.rate is 0; write requests a second, 1 to 10000"],
    [{ throttle: { rate: 1, burst: 1.5 } }, "throttle.burst is 1.5; write requests at once, 1 to 5000"],
    [{ throttle: 5 }, "throttle is 5; write { rate, burst }"],
    [{ reservedConcurrency: 5 }, "reservedConcurrency is 5; write true, false or { outbox, sweep, steps }"],
    [{ webAcl: { requestsPer5Minutes: 9 } }, "webAcl.requestsPer5Minutes is 9; write requests of one source"],
    [{ webAcl: true }, "webAcl is true; write { requestsPer5Minutes }, or null for none"],
  ])("is refused where it cannot be: %j", (wrong, sentence) => {
    const refusal = refusalOf({ ...example, ...wrong });
    expect(refusal).toContain(`stages/example.ts: ${sentence}`);
    expect(refusal).toMatch(/^[^\n]+\.$/);
  });

  it.each<readonly [Settings, string]>([
    [
      { operatorWallets: { ...example.operatorWallets, base: "0x52908400098527886E0F7030069857D2E4169Ee7" } },
      "operatorWallets names 0x52908400098527886E0F7030069857D2E4169Ee7 on base, no wallet address whose checksum holds; write the operator's own wallet on each chain.",
    ],
    [
      { operatorWallets: { ...example.operatorWallets, solana: example.operatorWallets.tron } },
      `operatorWallets names ${example.operatorWallets.tron} on solana, no address on solana; write the operator's own wallet on each chain.`,
    ],
    [{ feeFloats: { USDC: "-1" } }, "feeFloats keeps -1 of USDC; write amounts of stablecoin, such as 500.00."],
    [
      { alarmTopicArn: "arn:aws:sns:us-west-2:111122223333:on-call" },
      "alarmTopicArn is of region us-west-2, and the stage of us-east-1; write the ARN of one in us-east-1.",
    ],
    [
      { domain: { ...domain, certificateArn: "arn:aws:acm:us-east-1:444455556666:certificate/1" } },
      "domain.certificateArn is of account 444455556666, and the stage of 111122223333; write the ARN of one in 111122223333.",
    ],
    [
      { kytDomain: { host: "s.example.com", certificateArn: "arn:aws:acm:eu-west-1:111122223333:certificate/1" } },
      "kytDomain.certificateArn is of region eu-west-1, and the stage of us-east-1; write the ARN of one in us-east-1.",
    ],
    [
      { brandDomains: [{ host: "a.example", certificateArn: "arn:aws:acm:eu-west-1:111122223333:certificate/1" }] },
      "brandDomains[0].certificateArn is of region eu-west-1, and the stage of us-east-1; write the ARN of one in us-east-1.",
    ],
    [
      { brandDomains: [{ host: "api.example.com", certificateArn: `${acm}/1` }] },
      "brandDomains[0].host is api.example.com, which the stage names twice; write another host.",
    ],
    [
      { domain: { ...domain, onboard: domain.api } },
      "domain.onboard is api.example.com, which the stage names twice; write another host.",
    ],
    [
      { alternativeConversion: "hifi" },
      "alternativeConversion is hifi, and no leg takes to hifi what the bridge rail collects; remove it.",
    ],
    [
      { conversion: "hifi" },
      "conversion is hifi, and no leg takes to hifi what the bridge rail collects; write conversion bridge.",
    ],
    [
      { hold: false, bridgeMode: "one_leg", conversion: "hifi" },
      "conversion is hifi, and no leg takes to hifi what the bridge rail collects; write conversion bridge.",
    ],
    [
      { bridgeMode: "one_leg" },
      "hold is true, and Bridge in one leg cannot hold value; write bridgeMode two_leg, or remove hold.",
    ],
  ])("is refused where it contradicts another: %j", (wrong, sentence) => {
    expect(refusalOf({ ...example, ...wrong })).toBe(`stages/example.ts: ${sentence}`);
  });

  it("is refused where it contradicts what the kind gives by itself", () => {
    expect(refusalOf({ kind: "dev", conversion: "bridge" }, "dev-anna")).toBe(
      "stages/dev-anna.ts: conversion is bridge, and no leg takes to bridge what the mock rail collects; write conversion mock or hifi.",
    );
    expect(refusalOf({ kind: "dev", rail: "bridge", conversion: "mock" }, "dev-anna")).toBe(
      "stages/dev-anna.ts: conversion is mock, and no leg takes to mock what the bridge rail collects; write conversion bridge.",
    );
    expect(refusalOf({ kind: "dev", conversion: "hifi", alternativeConversion: "hifi" }, "dev-anna")).toBe(
      "stages/dev-anna.ts: alternativeConversion is hifi, which converts for every tenant already; remove it.",
    );
    expect(refusalOf({ kind: "dev", mailConfigurationSet: "letters" }, "dev-anna")).toBe(
      "stages/dev-anna.ts: mailConfigurationSet needs an address to send from; write mailFrom, or remove it.",
    );
  });

  it("of an ARN may be of anywhere where the stage has no account and no region", () => {
    expect(refusalOf({ kind: "dev", alarmTopicArn: example.alarmTopicArn }, "dev-anna")).toBeNull();
  });
});
