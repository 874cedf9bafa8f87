import { afterAll, describe } from "vitest";
import { allOperations } from "../../../functions/contract/billing.ts";
import { promisePagesByRole } from "../../support/access/role-pages.ts";
import { DisputeOffice } from "../../support/disputes/dispute-office.ts";
import { Crawl } from "../../support/routes/crawl.ts";
import { crawledRecords } from "../../support/routes/crawled-records.ts";
import { ofRails, Visitor } from "../../support/routes/visitor.ts";

const home = "http://localhost:4000";
const deployed = new DisputeOffice({
  ...{ PUBLIC_URL: home, ONBOARD_URL: home, CONSOLE_URL: `${home}/console` },
  ...{ HOLD: "true", TWO_PERSON_CONTROL: "true" },
});
// A PDF needs fonts that lie beside a bundle.
const unopened = ["getHostedInvoicePdf", "getHostedCreditNotePdf", "showInvoiceFile", "showCreditNoteFile"];

afterAll(() => deployed.stop());

describe("an operator at the rails' console", () => {
  promisePagesByRole({
    ...{ deployed, operations: allOperations, visited: ofRails, home },
    entriesOf: {
      ...{ showErasures: "People", showSubject: "People", showLetters: "People", showCreditNote: "Invoices" },
      ...{ showFeeSweeps: "Books", showFeeSweep: "Books", showCase: "Disputes", showOverview: "Overview" },
    },
    crawl: async () => {
      await deployed.start();
      const visitor = new Visitor(deployed);
      await visitor.signIn();
      const links = await crawledRecords(deployed, visitor, home);
      const crawl = new Crawl(deployed, allOperations, { home, unopened });
      crawl.cookie = visitor.cookie;
      for (const link of links.filter((each) => each.startsWith(`${home}/console`))) await crawl.from(link);
      return crawl;
    },
  });
});
