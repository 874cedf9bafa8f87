import { afterAll, beforeAll, expect, test } from "vitest";
import { allOperations } from "../../../functions/contract/billing.ts";
import { missingHeaders } from "../../support/routes/reply-headers.ts";
import { DeployedSandbox } from "../../support/runner/deployed.ts";

const deployed = new DeployedSandbox({ LOCAL: "false" });

beforeAll(() => deployed.open());
afterAll(() => deployed.stop());

test.each(allOperations.map((op) => [op.id, op] as const))(
  "%s has browsers come over https alone, guess no type and frame nothing, whatever it answers",
  async (_, op) => {
    expect(await missingHeaders(deployed, op)).toEqual([]);
  },
);
