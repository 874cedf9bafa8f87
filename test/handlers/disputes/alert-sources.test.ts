import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EthocaSim } from "../../support/ethoca-sim/sim.ts";
import { listen } from "../../support/runner/deployed.ts";
import { FakeAws } from "../../support/runner/fake-aws.ts";
import { invocation, lambdaEnvironment } from "../../support/runner/lambdas.ts";
import { vendorSecret } from "../../support/settlement/vendor-credential.ts";

const aws = new FakeAws([]);
let sim: EthocaSim;

beforeAll(async () => {
  sim = await EthocaSim.start();
  const merchants = { "M-100": "ten_01JC0000000000000000000001" };
  Object.assign(vendorSecret, { ethoca: { ...sim.account, merchants } });
  Object.assign(process.env, lambdaEnvironment(await aws.start()), { ALERT_SOURCES: "ethoca", ETHOCA_URL: sim.url });
});

afterAll(async () => {
  aws.stop();
  await sim[Symbol.asyncDispose]();
});

describe("a deployment that takes Ethoca's alerts", () => {
  test("asks Ethoca with the keys of the vendors' secret, and knows its merchants by it", async () => {
    const { enabledAlertSources, tenantOfMerchant } = await import(
      "../../../functions/wiring/disputes/alert-sources.ts"
    );
    const id = sim.raise();
    const sources = enabledAlertSources();
    expect(sources.map(({ name }) => name)).toEqual(["ethoca"]);
    expect((await sources[0]?.pull(10))?.alerts.map(({ said: reply }) => reply.externalId)).toEqual([id]);
    expect(await tenantOfMerchant("ethoca", "M-100")).toBe("ten_01JC0000000000000000000001");
    for (const stranger of ["M-999", "constructor", "__proto__"])
      expect(await tenantOfMerchant("ethoca", stranger)).toBeUndefined();
    expect(await tenantOfMerchant("verifi_rdr", "M-100")).toBeUndefined();
  });

  test("reaches no live rail by it: those keys are for alerts alone", async () => {
    const { vendors } = await import("../../../functions/wiring/rails/vendors.ts");
    expect(vendors.rails.map(({ name }) => name)).toEqual(["mock"]);
    expect(vendors.conversions.map(({ name }) => name)).toEqual(["mock"]);
  });

  test("runs by its schedule, and leaves with Ethoca what no tenant of ours can have", async () => {
    const { handler } = await import("../../../functions/events/pull-alerts.ts");
    const before = sim.waiting;
    expect(before).not.toEqual([]);
    const lines: string[] = [];
    const restore = listen((line) => lines.push(line));
    await handler({}, invocation).finally(restore);
    expect(lines.join()).toContain("AlertsStuck");
    expect(sim.waiting).toEqual(before);
    expect(sim.turnedAway).toEqual([]);
  });
});
