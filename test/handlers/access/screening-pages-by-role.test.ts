import { afterAll, describe, expect } from "vitest";
import { allScreeningOperations } from "../../../functions/contract/screening.ts";
import { promisePagesByRole } from "../../support/access/role-pages.ts";
import { Crawl } from "../../support/routes/crawl.ts";
import { ofScreening, Visitor } from "../../support/routes/visitor.ts";
import { DeployedLists } from "../../support/screening/deployed-lists.ts";
import { otherWallet, wallet } from "../../support/screening/screen-samples.ts";

const home = "http://localhost:4001";
const deployed = new DeployedLists({ PUBLIC_URL: home, ONBOARD_URL: home, CONSOLE_URL: `${home}/console` });

afterAll(() => deployed.stop());

describe("an operator at the screening interface's console", () => {
  promisePagesByRole({
    ...{ deployed, operations: allScreeningOperations, visited: ofScreening, home },
    entriesOf: { showNewOwnEntry: "Own lists", showScreen: "Screens", showListVersion: "Lists" },
    crawl: async () => {
      await deployed.open();
      await deployed.publish([wallet]);
      const visitor = new Visitor(deployed, "192.0.2.1", ofScreening);
      expect((await visitor.signIn()).status).toBe(303);
      const { apiKey } = await deployed.account("pro");
      const screened = await deployed.call("screenValue", apiKey, {}, { type: "wallet", value: otherWallet });
      const who = { companyName: "Asker", contactName: "Ada", contactEmail: "ada@asker.example", plan: "free" };
      await deployed.call("requestAccount", "", {}, who);
      const entry = { kind: "block", category: "scam", entity: "A shop", reason: "never delivered" };
      await visitor.post("proposeEntry", { ...entry, value: otherWallet });
      const crawl = new Crawl(deployed, allScreeningOperations, { home });
      crawl.cookie = visitor.cookie;
      await crawl.from(`${home}/console`);
      await crawl.from(`${home}/console/screens/${JSON.parse(screened.text).id}`);
      return crawl;
    },
  });
});
