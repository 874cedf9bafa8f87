import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { allOperations } from "../../../functions/contract/billing.ts";
import { DisputeOffice } from "../../support/disputes/dispute-office.ts";
import { goodRequest } from "../../support/routes/bad-input.ts";
import { Crawl } from "../../support/routes/crawl.ts";
import { crawledRecords } from "../../support/routes/crawled-records.ts";
import { referencesIn } from "../../support/routes/references.ts";
import { Visitor } from "../../support/routes/visitor.ts";
import { takenByGateway } from "../../support/runner/gateway-headers.ts";

const stageUrl = "https://a1b2c3.execute-api.us-east-1.amazonaws.com/live";
const urls = { PUBLIC_URL: stageUrl, ONBOARD_URL: stageUrl, CONSOLE_URL: `${stageUrl}/console` };
const screening = new DisputeOffice({ ...urls, HOLD: "true" });
const visitor = new Visitor(screening);
const pages = allOperations.filter((op) => op.reply.contentType?.startsWith("text/html"));

/** A PDF needs fonts that lie beside a bundle; an export and a packet are made by queues, which do not run here. */
const withFonts = ["getHostedInvoicePdf", "getHostedCreditNotePdf", "showInvoiceFile", "showCreditNoteFile"];
// The last is for who owes a passkey, and for nobody who is signed in.
const withoutPage = [...withFonts, "showExport", "showPacket", "showPasskeySignIn"];

let links: readonly string[];
let crawled: Crawl;

beforeAll(async () => {
  await screening.start();
  await visitor.signIn();
  links = await crawledRecords(screening, visitor, stageUrl);
  crawled = crawlAt(stageUrl);
  crawled.cookie = visitor.cookie;
  for (const link of links) await crawled.from(link);
});
afterAll(() => screening.stop());

function crawlAt(home: string): Crawl {
  return new Crawl(screening, allOperations, { home, unopened: withFonts });
}

describe("pages under the address of a gateway's stage", () => {
  test("lead to nothing outside of it, and to nothing that is not served", () => {
    expect(crawled.faults).toEqual([]);
    const shown = pages.filter(({ id, method }) => method === "GET" && !withoutPage.includes(id));
    expect(shown.filter(({ id }) => !crawled.answered.has(id)).map(({ id }) => id)).toEqual([]);
    const files = ["getAsset", "getDocsAsset", "showStyle", "showLogo", "getOpenApi", "getOverview"];
    expect([...crawled.answered]).toEqual(expect.arrayContaining(files));
  });

  test("lead nowhere else when nothing is found, a form is refused or the service is broken", async () => {
    const crawl = crawlAt(stageUrl);
    crawl.cookie = visitor.cookie;
    for (const op of pages) {
      const request = { ...goodRequest(op), path: op.path.replace(/\{\w+\}/g, "x".repeat(43)) };
      expect((await crawl.look(op, request)).status, op.id).toBeLessThan(500);
      screening.aws.broken = true;
      expect((await crawl.look(op, request)).headers["content-type"], op.id).toMatch(/^text/);
      screening.aws.broken = false;
    }
    expect(crawl.faults).toEqual([]);
  });

  test("are told from a page that begins a link at its host", () => {
    const crawl = crawlAt(stageUrl);
    const headers = { "content-type": "text/html", location: "/docs" };
    const text = `<script src="/assets/x.js"></script><form method="post" action="../nowhere"></form><style>a{background:url(/x.png)}</style>`;
    for (const each of referencesIn(new URL(`${stageUrl}/console/flags`), { headers, text })) crawl.served(each);
    expect(crawl.faults).toEqual([
      "Location: /docs on /live/console/flags leaves /live",
      `<script src="/assets/x.js"> on /live/console/flags leaves /live`,
      `<form method="post" action="../nowhere"> on /live/console/flags: nothing answers POST /nowhere`,
      "url(/x.png) on /live/console/flags leaves /live",
    ]);
  });
});

describe("pages behind a host of their own", () => {
  test("lead to what is there, from the same deployment", async () => {
    const home = "https://pay.example.com";
    const crawl = crawlAt(home);
    for (const link of links) await crawl.from(link.replace(stageUrl, home));
    expect(crawl.faults).toEqual([]);
    expect(crawl.answered.size).toBeGreaterThan(20);
  });
});

describe("a page's headers", () => {
  test("are none that the gateway renames or removes", () => {
    expect([...crawled.headers].filter((name) => takenByGateway.has(name))).toEqual([]);
    expect([...crawled.headers]).toEqual(expect.arrayContaining(["content-encoding", "location"]));
  });
});

// Last, because forms change what the others look at.
describe("forms under the address of a gateway's stage", () => {
  test("answer with pages that stay in it", async () => {
    await crawled.sendForms();
    expect(crawled.faults).toEqual([]);
    const sent = pages.filter(({ id, method }) => method === "POST" && crawled.answered.has(id));
    expect(sent.length).toBeGreaterThan(40);
  });
});
