import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadStage } from "../../bin/load-stage.ts";

/** What the CDK itself puts into the context of every run. */
const ofCdk = { "aws:cdk:enable-path-metadata": true, "@aws-cdk/core:target-partitions": ["aws"] };
const ofTools = { bundles: "build", "acknowledged-issue-numbers": [1], "cli-telemetry": false };

/** What the launcher gives. */
const launcher = {
  ...{ stage: "sandbox", local: "true", hold: "true", publicUrl: "http://localhost:4000" },
  ...{ onboardUrl: "http://localhost:4002", kytPublicUrl: "http://localhost:4001" },
  ...{ kyt: "sluice", kytUrl: "http://localhost:4001", bundles: "build" },
};

/** And what it gives of each simulator. */
const simulators = [
  { rail: "bridge", conversion: "bridge", bridgeUrl: "http://localhost:4003" },
  { alternativeConversion: "hifi", hifiUrl: "http://localhost:4004" },
];

describe("the stage that -c stage=NAME names", () => {
  it.each([
    [{}, "sandbox", "sandbox"],
    [{ stage: "sandbox" }, "sandbox", "sandbox"],
    [{ stage: "dev-anna" }, "dev-anna", "dev"],
    [{ stage: "example" }, "example", "prod"],
  ])("comes from its file, whatever the CDK keeps: %j", async (context, name, kind) => {
    expect(await loadStage({ ...ofCdk, ...ofTools, ...context })).toMatchObject({ name, kind });
  });

  it("is refused with those that there are where it has no file", async () => {
    await expect(loadStage({ stage: "nope" })).rejects.toThrow(
      'There is no stage "nope"; choose one of dev-NAME, example, prod, sandbox.',
    );
  });

  it("is refused in one line where its file cannot be read", async () => {
    const folder = mkdtempSync(join(tmpdir(), "stages-"));
    writeFileSync(join(folder, "eu.ts"), 'throw new Error("half\\nwritten");');
    writeFileSync(join(folder, "us.ts"), 'export const Stage = { kind: "sandbox" };');
    await expect(loadStage({ stage: "eu" }, folder)).rejects.toThrow(/^stages\/eu\.ts cannot be read: half\.$/);
    await expect(loadStage({ stage: "us" }, folder)).rejects.toThrow(/^stages\/us\.ts has no stage; write /);
  });
});

describe("a setting that -c gives", () => {
  it("overrides a developer's file", async () => {
    const given = {
      rail: "bridge",
      hold: "true",
      exposure: "elliptic,chainalysis",
      alertSources: "ethoca",
      twoPersonControl: "true",
    };
    expect(await loadStage({ stage: "dev-anna", ...given, conversion: "bridge", licensedIn: "EU" })).toMatchObject({
      ...{ rail: "bridge", conversion: "bridge", hold: true, twoPersonControl: true },
      ...{ exposure: ["elliptic", "chainalysis"], alertSources: ["ethoca"], licensedIn: ["EU"] },
    });
  });

  it("overrides the sandbox's on this machine, with the addresses of the launcher", async () => {
    for (const simulator of simulators) expect(await loadStage({ ...launcher, ...simulator })).toMatchObject(simulator);
    expect(await loadStage(launcher)).toMatchObject({
      ...{ name: "sandbox", local: true, hold: true, publicUrl: "http://localhost:4000" },
      ...{ onboardUrl: "http://localhost:4002", kytPublicUrl: "http://localhost:4001" },
      ...{ kyt: "sluice", kytUrl: "http://localhost:4001" },
    });
  });

  it("changes nothing where it is empty", async () => {
    expect(await loadStage({ stage: "example", exposure: "", rail: null })).toMatchObject({ rail: "bridge" });
  });

  it.each([
    ["prod", "exposure", "elliptic"],
    ["example", "rail", "bridge"],
    ["example", "exposur", "elliptic"],
    ["example", "local", "true"],
    ["sandbox", "rail", "bridge"],
    ["sandbox", "publicUrl", "https://api.example.com"],
    ["sandbox", "local", "false"],
  ])("is refused on stage %s: %s", async (stage, key, value) => {
    await expect(loadStage({ stage, [key]: value })).rejects.toThrow(
      `-c ${key} is refused: stage ${stage} has its settings in stages/${stage}.ts alone, so leave out -c ${key}.`,
    );
  });

  it.each([
    ["exposur", "elliptic"],
    ["domain", "api.example.com"],
    ["local", "true"],
    ["publicUrl", "https://api.example.com"],
  ])("is refused on a developer's stage with those that there are: %s", async (key, value) => {
    await expect(loadStage({ stage: "dev-anna", [key]: value })).rejects.toThrow(
      new RegExp(`^-c ${key} is refused: -c takes account, .*; write anything else into stages/dev\\.ts\\.$`),
    );
  });

  it.each([
    [{ hold: "maybe" }, '-c hold is "maybe"; write true or false.'],
    [{ rail: "paper" }, '-c rail is "paper"; write one of mock, bridge.'],
    [{ exposure: "elliptic,trm" }, '-c exposure[1] is "trm"; write one of chainalysis_sanctions, chainalysis,'],
    [{ conversion: "bridge" }, "-c conversion is bridge, and no leg takes to bridge what the mock rail collects"],
    [{ kytUrl: "http://localhost:4001" }, '-c kytUrl is "http://localhost:4001"; write an https address'],
  ])("is refused as the file's value is, under its own name: %j", async (given, sentence) => {
    await expect(loadStage({ stage: "dev-anna", ...given })).rejects.toThrow(sentence);
  });

  it("is refused where it is neither true nor false whether the sandbox is on this machine", async () => {
    await expect(loadStage({ local: "maybe" })).rejects.toThrow("-c local is refused");
  });
});
