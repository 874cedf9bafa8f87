import { describe, expect, it } from "vitest";
import { stage as example } from "../../stages/example.ts";
import { type Context, production, stageWith } from "./synth.ts";

describe("a stage", () => {
  it("is the sandbox with mock adapters and both operator doors when nothing is chosen", () => {
    expect(stageWith({})).toMatchObject({
      ...{ name: "sandbox", kind: "sandbox", rail: "mock", conversion: "mock", kyt: "mock" },
      ...{ hold: false, twoPersonControl: false, adminAuth: "both", exposure: [], alertSources: [], mailFrom: null },
      ...{ account: null, region: null, local: false, reservedConcurrency: null, webAcl: null },
    });
  });

  it("is production with live adapters, IAM for operators and the vendors themselves", () => {
    const { kind, account, region, alarmTopicArn, domain, exposure, rail, conversion, kyt, mailFrom, operatorWallets } =
      example;
    const least = {
      kind,
      account,
      region,
      alarmTopicArn,
      domain,
      exposure,
      rail,
      conversion,
      kyt,
      mailFrom,
      operatorWallets,
    };
    expect(stageWith({ stage: "example", ...least })).toMatchObject({
      ...{ name: "example", kind: "prod", account: "111122223333", region: "us-east-1" },
      ...{ bridgeMode: "two_leg", hold: false, twoPersonControl: true, adminAuth: "iam", local: false },
      bridgeUrl: "https://api.bridge.xyz/v0",
      hifiUrl: "https://production.hifibridge.com",
      ethocaUrl: "https://api.ethocaweb.com/ethoca/alerts/merchants",
      mailFrom: { address: "no-reply@mail.example.com", configurationSet: null },
      ...{ kytUrl: null, kytDomain: null },
    });
  });

  it("talks to the vendors' sandboxes where it is no production", () => {
    expect(stageWith({ stage: "dev-anna" })).toMatchObject({
      bridgeUrl: "https://api.sandbox.bridge.xyz/v0",
      hifiUrl: "https://sandbox.hifibridge.com",
      ethocaUrl: "https://sandbox.api.ethocaweb.com/ethoca/alerts/merchants",
    });
    const bridgeUrl = "https://bank.example.com";
    expect(stageWith({ stage: "dev-anna", bridgeUrl })).toMatchObject({ bridgeUrl });
  });

  it("reads a provider or a source that is listed twice once", () => {
    const twice = { exposure: ["elliptic", "elliptic"], alertSources: ["ethoca", "ethoca"] };
    expect(stageWith(twice)).toMatchObject({ exposure: ["elliptic"], alertSources: ["ethoca"] });
  });

  it("finds another screening interface without a slash at its end", () => {
    const kytUrl = "https://screening.example.org/";
    expect(stageWith({ ...production, kytUrl }).kytUrl).toBe("https://screening.example.org");
  });

  it("lets more through, sets Lambdas aside and has a web ACL in production alone", () => {
    const usual: Context = { ...production, throttle: undefined, webAcl: undefined };
    expect(stageWith({ ...usual, reservedConcurrency: undefined })).toMatchObject({
      throttle: { rate: 500, burst: 1000 },
      reservedConcurrency: { outbox: 20, sweep: 2, steps: 10 },
      webAcl: { requestsPer5Minutes: 60_000 },
    });
    expect(stageWith({ stage: "dev-anna" })).toMatchObject({
      ...{ throttle: { rate: 100, burst: 1000 }, reservedConcurrency: null, webAcl: null },
    });
  });

  it("lets an emulator have as much as its machine can do", () => {
    expect(stageWith({ local: true }).throttle).toEqual({ rate: 10_000, burst: 5000 });
  });

  it("takes other limits from its file, and none where it says so", () => {
    const own = {
      throttle: { rate: 20, burst: 40 },
      reservedConcurrency: { outbox: 4, sweep: 1, steps: 2 },
      webAcl: { requestsPer5Minutes: 100 },
    };
    expect(stageWith({ ...production, ...own })).toMatchObject(own);
    expect(stageWith({ ...production, reservedConcurrency: false, webAcl: null })).toMatchObject({
      ...{ reservedConcurrency: null, webAcl: null },
    });
  });
});
