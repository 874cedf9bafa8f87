import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DeployedSandbox } from "../../support/runner/deployed.ts";

const deployed = new DeployedSandbox();

beforeAll(() => deployed.start());
afterAll(() => deployed.stop());

async function setFlag(key: string, enabled: boolean | null) {
  const reply = await deployed.call("setFlag", deployed.operatorToken, {}, { key, enabled });
  const { code, error } = JSON.parse(reply.text);
  return [reply.status, code, error];
}

describe("the flag of a conversion vendor", () => {
  test("that no leg joins to this deployment's rail is not switched on", async () => {
    const why = "no leg takes to bridge what the mock rail collects";
    expect(await setFlag("vendor.conversion.bridge", true)).toEqual([409, "flag_not_allowed", why]);
  });

  test("is switched off and taken back whichever vendor it is, and on where a leg joins it", async () => {
    expect((await setFlag("vendor.conversion.bridge", false))[0]).toBe(200);
    expect((await setFlag("vendor.conversion.bridge", null))[0]).toBe(200);
    expect((await setFlag("vendor.conversion.hifi", true))[0]).toBe(200);
    expect((await setFlag("vendor.collection.bridge", true))[0]).toBe(200);
  });
});
