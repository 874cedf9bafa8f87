import { fixtureFile, importList } from "../operate/lists.ts";
import { jsonClient } from "./client.ts";

/** Gives the screening interface the sandbox's own list, and opens the account `sandbox` as an operator would; answers its key. */
export async function seedScreening(kytUrl: string, operatorToken: string, awsEndpoint: string): Promise<string> {
  const call = jsonClient(kytUrl, operatorToken);
  const [{ apiKey }] = await Promise.all([
    call<{ apiKey: string }>("POST", "/admin/accounts", { name: "sandbox", plan: "sandbox" }),
    importList({ stage: "sandbox", endpoint: awsEndpoint }, { list: "fixture", file: fixtureFile }),
  ]);
  return apiKey;
}
