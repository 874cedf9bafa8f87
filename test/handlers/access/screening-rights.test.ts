import { describe } from "vitest";
import { allScreeningOperations } from "../../../functions/contract/screening.ts";
import { keyScopes } from "../../../functions/domain/tenants/key-scope.ts";
import { promiseRights } from "../../support/access/rights-matrix.ts";
import { ofScreening } from "../../support/routes/visitor.ts";
import { DeployedScreening } from "../../support/screening/deployed-screening.ts";

const deployed = new DeployedScreening({ SERVICE: "screening", LISTS_BUCKET: "lists" });

async function keys(): Promise<ReadonlyMap<string, string>> {
  const { id } = await deployed.account("unlimited");
  const made = new Map<string, string>();
  for (const scope of keyScopes) {
    const reply = await deployed.call("mintAccountKey", deployed.operatorToken, { id }, { scopes: [scope] });
    made.set(scope, JSON.parse(reply.text).apiKey);
  }
  return made;
}

describe("who may ask for each operation of the screening interface", () => {
  promiseRights({
    ...{ deployed, operations: allScreeningOperations, keys, scopes: keyScopes, visited: ofScreening },
    ...{ golden: "./screening-rights.golden.txt" },
    documents: ["docs/openapi.screening.json", "docs/openapi.screening.operator.json"],
  });
});
