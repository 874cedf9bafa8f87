import { afterAll, beforeAll, expect, test } from "vitest";
import { allOperations } from "../../../functions/contract/billing.ts";
import { repliesWithoutHttps } from "../../support/routes/https.ts";
import { DeployedSandbox } from "../../support/runner/deployed.ts";

const deployed = new DeployedSandbox({ LOCAL: "false" });

beforeAll(() => deployed.open());
afterAll(() => deployed.stop());

test.each(allOperations.map((op) => [op.id, op] as const))(
  "%s has browsers come over https alone, whatever it answers",
  async (_, op) => {
    expect(await repliesWithoutHttps(deployed, op)).toEqual([]);
  },
);
