import { describe } from "vitest";
import { allOperations } from "../../../functions/contract/billing.ts";
import { keyScopes } from "../../../functions/domain/tenants/key-scope.ts";
import { promiseRights } from "../../support/access/rights-matrix.ts";
import { goodBody } from "../../support/routes/bad-input.ts";
import { DeployedSandbox } from "../../support/runner/deployed.ts";
import { operationOf } from "../../support/runner/lambdas.ts";

const deployed = new DeployedSandbox();

async function keys(): Promise<ReadonlyMap<string, string>> {
  const made = async (id: string, params: Record<string, string>, body: unknown) =>
    JSON.parse((await deployed.call(id, deployed.operatorToken, params, body)).text);
  const { id } = await made("createTenant", {}, goodBody(operationOf("createTenant")));
  const entries = keyScopes.map(async (scope) => [scope, (await made("mintKey", { id }, { scopes: [scope] })).apiKey]);
  return new Map((await Promise.all(entries)) as [string, string][]);
}

describe("who may ask for each operation of the billing interface", () => {
  promiseRights({
    ...{ deployed, operations: allOperations, keys, scopes: keyScopes, golden: "./rights.golden.txt" },
    documents: ["docs/openapi.json", "docs/openapi.operator.json"],
  });
});
