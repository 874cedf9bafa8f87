import { afterAll, beforeAll, expect, test } from "vitest";
import { allScreeningOperations } from "../../../functions/contract/screening.ts";
import { missingHeaders } from "../../support/routes/reply-headers.ts";
import { DeployedLists } from "../../support/screening/deployed-lists.ts";

const deployed = new DeployedLists({ LOCAL: "false" });

beforeAll(() => deployed.open());
afterAll(() => deployed.stop());

test.each(allScreeningOperations.map((op) => [op.id, op] as const))(
  "%s has browsers come over https alone, guess no type and frame nothing, whatever it answers",
  async (_, op) => {
    expect(await missingHeaders(deployed, op)).toEqual([]);
  },
);
