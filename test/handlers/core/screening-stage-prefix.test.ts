import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { allScreeningOperations } from "../../../functions/contract/screening.ts";
import { Crawl } from "../../support/routes/crawl.ts";
import { ofScreening, Visitor } from "../../support/routes/visitor.ts";
import { DeployedLists } from "../../support/screening/deployed-lists.ts";
import { otherWallet, wallet } from "../../support/screening/screen-samples.ts";

const stageUrl = "https://d4e5f6.execute-api.us-east-1.amazonaws.com/live";
const urls = { PUBLIC_URL: stageUrl, ONBOARD_URL: stageUrl, CONSOLE_URL: `${stageUrl}/console` };
const deployed = new DeployedLists(urls);
const visitor = new Visitor(deployed, "192.0.2.1", ofScreening);
const pages = allScreeningOperations.filter((op) => op.reply.contentType?.startsWith("text/html"));
const places = ["", "/", "/signup", "/signup/received", "/playground", "/docs", "/docs/openapi.json"];
const links: string[] = [];

beforeAll(async () => {
  await deployed.open();
  await deployed.publish([wallet]);
  expect((await visitor.signIn()).status).toBe(303);
  const { apiKey } = await deployed.account("pro");
  const screened = await deployed.call("screenValue", apiKey, {}, { type: "wallet", value: otherWallet });
  const watched = { value: otherWallet, webhook: "http://127.0.0.1:9/alerts" };
  const opened = await deployed.call("openMonitor", apiKey, {}, watched);
  expect(opened.status).toBe(201);
  const who = { companyName: "Asker", contactName: "Ada", contactEmail: "ada@asker.example", plan: "free" };
  await deployed.call("requestAccount", "", {}, who);
  const entry = { kind: "block", category: "scam", entity: "A shop", reason: "never delivered" };
  await visitor.post("proposeEntry", { ...entry, value: otherWallet });
  const { url } = JSON.parse((await deployed.call("mintConsoleLink", deployed.operatorToken)).text);
  const screen = `/console/screens/${JSON.parse(screened.text).id}`;
  const monitor = `/console/monitors/${JSON.parse(opened.text).id}`;
  links.push(
    url,
    ...[...places, "/console", "/console/sign-in", "/console/search?q=x", screen, monitor].map(
      (place) => `${stageUrl}${place}`,
    ),
  );
});
afterAll(() => deployed.stop());

function crawlAt(home: string): Crawl {
  return new Crawl(deployed, allScreeningOperations, { home });
}

describe("screening's pages behind a host of their own", () => {
  test("lead to what is there, from the same deployment", async () => {
    const home = "https://screen.example.com";
    const crawl = crawlAt(home);
    for (const link of links) await crawl.from(link.replace(stageUrl, home));
    expect(crawl.faults).toEqual([]);
    expect(crawl.answered.size).toBeGreaterThan(8);
  });
});

describe("screening's pages under the address of a gateway's stage", () => {
  test("lead to nothing outside of it, and to nothing that is not served", async () => {
    const crawl = crawlAt(stageUrl);
    crawl.cookie = visitor.cookie;
    for (const link of links) await crawl.from(link);
    expect(crawl.faults).toEqual([]);
    // What is for who owes a passkey is for nobody who is signed in.
    const shown = pages.filter(({ method, session }) => method === "GET" && session === undefined);
    expect(shown.filter(({ id }) => !crawl.answered.has(id)).map(({ id }) => id)).toEqual([]);
    await crawl.sendForms();
    expect(crawl.faults).toEqual([]);
    const sent = pages.filter(({ id, method }) => method === "POST" && crawl.answered.has(id));
    expect(sent.length).toBeGreaterThan(12);
  });
});
