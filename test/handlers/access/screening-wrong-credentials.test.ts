import { afterAll, beforeAll, describe } from "vitest";
import { allScreeningOperations } from "../../../functions/contract/screening.ts";
import { promiseWrongTries, Sources } from "../../support/access/wrong-tries.ts";
import { screeningOperationOf } from "../../support/runner/lambdas.ts";
import { DeployedScreening } from "../../support/screening/deployed-screening.ts";

const deployed = new DeployedScreening({ SERVICE: "screening", LISTS_BUCKET: "lists" });
const sources = new Sources(deployed, screeningOperationOf("getUsage"));
let apiKey: string;

beforeAll(async () => {
  await deployed.open();
  ({ apiKey } = await deployed.account("unlimited"));
});
afterAll(() => deployed.stop());

describe("every operation of the screening interface that takes a credential", () => {
  const right = ({ caller }: { readonly caller: string }) => (caller === "tenant" ? apiKey : deployed.operatorToken);
  promiseWrongTries(allScreeningOperations, () => ({ sources, right }));
});
