import { afterAll, beforeAll, expect, test } from "vitest";
import { allScreeningOperations } from "../../../functions/contract/screening.ts";
import { repliesWithoutHttps } from "../../support/routes/https.ts";
import { DeployedLists } from "../../support/screening/deployed-lists.ts";

const deployed = new DeployedLists({ LOCAL: "false" });

beforeAll(() => deployed.open());
afterAll(() => deployed.stop());

test.each(allScreeningOperations.map((op) => [op.id, op] as const))(
  "%s has browsers come over https alone, whatever it answers",
  async (_, op) => {
    expect(await repliesWithoutHttps(deployed, op)).toEqual([]);
  },
);
