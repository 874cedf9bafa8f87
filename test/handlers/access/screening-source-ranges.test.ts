import { afterAll, beforeAll, describe } from "vitest";
import { allScreeningOperations } from "../../../functions/contract/screening.ts";
import { promiseSourceRanges } from "../../support/access/source-ranges.ts";
import { DeployedScreening } from "../../support/screening/deployed-screening.ts";

const deployed = new DeployedScreening({ SERVICE: "screening", LISTS_BUCKET: "lists" });

beforeAll(() => deployed.open());
afterAll(() => deployed.stop());

describe("every operation of the screening interface that takes a key", () => {
  promiseSourceRanges(deployed, allScreeningOperations, async (sourceRanges) => {
    const { id } = await deployed.account("unlimited");
    const made = await deployed.call("mintAccountKey", deployed.operatorToken, { id }, { sourceRanges });
    return JSON.parse(made.text).apiKey;
  });
});
