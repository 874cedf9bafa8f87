import { afterAll, beforeAll, describe, expect } from "vitest";
import { allOperations } from "../../../functions/contract/billing.ts";
import { DisputeOffice } from "../../support/disputes/dispute-office.ts";
import { promiseCostsOfFarDates } from "../../support/routes/far-dates.ts";
import { Visitor } from "../../support/routes/visitor.ts";

const deployed = new DisputeOffice({ HOLD: "true" });
const visitor = new Visitor(deployed);

beforeAll(async () => {
  await deployed.start();
  expect((await visitor.signIn()).status).toBe(303);
});
afterAll(() => deployed.stop());

describe("the rails", () => {
  promiseCostsOfFarDates({
    ...{ deployed, operations: allOperations, visitor, owner: () => deployed.owner },
    among: ["listInvoices", "listAllSettlements", "getTrialBalance", "reconcile", "showBalance"],
  });
});
