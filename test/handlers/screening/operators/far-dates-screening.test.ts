import { afterAll, beforeAll, describe, expect } from "vitest";
import { allScreeningOperations } from "../../../../functions/contract/screening.ts";
import { promiseCostsOfFarDates } from "../../../support/routes/far-dates.ts";
import { ofScreening, Visitor } from "../../../support/routes/visitor.ts";
import { DeployedLists } from "../../../support/screening/deployed-lists.ts";
import { wallet } from "../../../support/screening/screen-samples.ts";

const deployed = new DeployedLists();
const visitor = new Visitor(deployed, "192.0.2.1", ofScreening);
let owner: { readonly id: string; readonly apiKey: string };

beforeAll(async () => {
  await deployed.open();
  await deployed.publish([wallet]);
  owner = await deployed.account("pro");
  expect((await visitor.signIn()).status).toBe(303);
});
afterAll(() => deployed.stop());

describe("the screening interface", () => {
  promiseCostsOfFarDates({
    ...{ deployed, operations: allScreeningOperations, visitor, owner: () => owner },
    among: ["listAccountScreens", "listMonitors", "showAudit"],
  });
});
