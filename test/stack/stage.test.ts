import { describe, expect, it } from "vitest";
import { readStage } from "../../lib/stage.ts";
import { type Context, production } from "./synth.ts";

const read = (context: Context) => readStage((key) => context[key]);

describe("a stage", () => {
  it("is the sandbox with mock adapters and both operator doors when nothing is said", () => {
    expect(read({})).toMatchObject({
      name: "sandbox",
      rail: "mock",
      kyt: "mock",
      hold: false,
      adminAuth: "both",
    });
  });

  it("is production with live adapters and IAM for operators", () => {
    expect(read(production)).toMatchObject({
      kind: "prod",
      conversion: "bridge",
      bridgeMode: "two_leg",
      bridgeUrl: "https://api.bridge.xyz/v0",
      hold: false,
      adminAuth: "iam",
      local: false,
    });
  });

  it("takes no third party's alerts but those that are said", () => {
    expect(read({}).alertSources).toEqual([]);
    expect(read({ alertSources: "ethoca" })).toMatchObject({
      alertSources: ["ethoca"],
      ethocaUrl: "https://sandbox.api.ethocaweb.com/ethoca/alerts/merchants",
    });
    expect(read({ ...production, alertSources: "ethoca" })).toMatchObject({
      ethocaUrl: "https://api.ethocaweb.com/ethoca/alerts/merchants",
    });
  });

  it("screens by its own interface's lists alone unless providers are named", () => {
    expect(read(production)).toMatchObject({ kyt: "sluice", kytUrl: null, kytDomain: null, exposure: [] });
    expect(read({ exposure: "elliptic,chainalysis_sanctions,elliptic" }).exposure).toEqual([
      ...["elliptic", "chainalysis_sanctions"],
    ]);
  });

  it("delivers in one leg where that is said", () => {
    expect(read({ ...production, bridgeMode: "one_leg" })).toMatchObject({ bridgeMode: "one_leg" });
  });

  it.each<readonly [string, Context, RegExp]>([
    ["production with the mock rail", { stage: "prod", kyt: "sluice" }, /refuses the mock rail adapter/],
    [
      "production with the mock conversion",
      { ...production, conversion: "mock" },
      /refuses the mock conversion adapter/,
    ],
    ["production with the mock screen", { stage: "prod", rail: "bridge" }, /refuses the mock kyt adapter/],
    ["production on an emulator", { ...production, local: "true" }, /cannot run on a local emulator/],
    [
      "holding on a rail that cannot",
      { ...production, bridgeMode: "one_leg", hold: "true" },
      /bridge adapter does not implement it/,
    ],
    [
      "production with a vendor of another address",
      { ...production, bridgeUrl: "http://localhost:1" },
      /leave out -c bridgeUrl/,
    ],
    ["Bridge's conversion on another rail", { conversion: "bridge" }, /cannot convert for the mock rail/],
    [
      "an alternative that is the vendor already",
      { ...production, conversion: "hifi", alternativeConversion: "hifi" },
      /hifi converts for every tenant already/,
    ],
    ["an alternative that is none", { alternativeConversion: "bridge" }, /none of hifi/],
    [
      "HIFI where the rail delivers by itself",
      { ...production, bridgeMode: "one_leg", alternativeConversion: "hifi" },
      /cannot convert what Bridge delivers in one leg/,
    ],
    [
      "a source of alerts without an adapter",
      { alertSources: "verifi_cdrn" },
      /verifi_cdrn cannot be switched on: it is declared, and has no adapter yet \(-c alertSources=ethoca\)/,
    ],
    ["a source that has none among one that has", { alertSources: "ethoca,verifi_rdr" }, /verifi_rdr cannot/],
    [
      "a source that nobody has heard of",
      { alertSources: "mock" },
      /none of ethoca, verifi_cdrn, verifi_rdr/,
    ],
    [
      "production with Ethoca at another address",
      { ...production, ethocaUrl: "http://localhost:1" },
      /leave out -c ethocaUrl/,
    ],
    [
      "production without an address to send letters from",
      { stage: "prod", rail: "bridge", kyt: "sluice" },
      /^Production sends letters: name the address that they come from, -c mailFrom=/,
    ],
    ["a sandbox that would send letters", { mailFrom: "a@b.co" }, /^The sandbox sends no e-mail/],
    [
      "letters from what is no address",
      { ...production, mailFrom: "Acme <a@b.co>" },
      /is not an e-mail address/,
    ],
    [
      "a configuration set without letters",
      { stage: "dev-anna", mailConfigurationSet: "letters" },
      /needs an address to send from/,
    ],
    [
      "a configuration set that cannot be",
      { ...production, mailConfigurationSet: "a b" },
      /is not the name of one/,
    ],
    ["a provider of graph analysis without an adapter", { exposure: "elliptic,trm" }, /^trm cannot be asked/],
    ["a provider that nobody has heard of", { exposure: "oracle" }, /none of chainalysis_sanctions/],
    [
      "production that screens in clear",
      { ...production, kytUrl: "http://screen.example.com" },
      /^-c kytUrl=http:\/\/screen.example.com is not an https address/,
    ],
    [
      "a screening host without a certificate",
      { kytDomain: "screen.example.com" },
      /^-c kytDomain: "screen.example.com" is not HOST=CERTIFICATE-ARN/,
    ],
    ["a stage of another name", { stage: "staging" }, /none of sandbox, prod and dev-NAME/],
    ["a developer without a name", { stage: "dev-" }, /none of sandbox, prod and dev-NAME/],
    ["a mode that Bridge has not", { ...production, bridgeMode: "three_leg" }, /none of one_leg, two_leg/],
    ["a rail that nobody wrote", { rail: "paper" }, /none of mock, bridge/],
    ["half a custom domain", { domain: "api.example.com" }, /needs all three/],
    ["a switch that is neither on nor off", { hold: "maybe" }, /neither true nor false/],
  ])("refuses %s in one sentence", (_, context, sentence) => {
    expect(() => read(context)).toThrow(sentence);
  });
});
