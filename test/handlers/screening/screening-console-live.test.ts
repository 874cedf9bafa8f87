import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ofScreening, Visitor } from "../../support/routes/visitor.ts";
import { DeployedLists } from "../../support/screening/deployed-lists.ts";
import { wallet } from "../../support/screening/screen-samples.ts";

const deployed = new DeployedLists();
let visitor: Visitor;

beforeAll(async () => {
  await deployed.open();
  const runbook = "https://runbook.example/book";
  Object.assign(process.env, { STAGE: "prod", LIVE: "true", LOCAL: "false", RUNBOOK_URL: runbook });
  visitor = new Visitor(deployed, "192.0.2.1", ofScreening);
});

afterAll(() => deployed.stop());

describe("the screening interface's console in production", () => {
  test("keeps its session where no other host can set it", async () => {
    const { headers } = await visitor.signIn();
    expect(headers["set-cookie"]).toMatch(/^__Host-sluice-screening-console=[\w-]{43}; Path=\/;.*; Secure$/);
    const { headers: page } = await visitor.get("showOverview");
    expect(page["strict-transport-security"]).toMatch(/^max-age=31536000/);
  });

  test("says why nobody is screened, and where the runbook is", async () => {
    const missing = (await visitor.get("showOverview")).text;
    for (const labels of ["answers nobody", "ofac_sdn: is not there"]) expect(missing).toContain(labels);
    expect(missing).toContain('<a href="https://runbook.example/book#stale-lists">What to do</a>');
    await deployed.publish([wallet]);
    const [row] = await deployed.aws.store.read([{ pk: "lists", sk: "row" }]);
    if (!row) throw new Error("no list was published");
    const text = JSON.stringify(row.body)
      .replace(/"loadedAt":"[^"]+"/, '"loadedAt":"2020-02-01T03:04:05.000Z"')
      .replace('"staleAfterSeconds":null', '"staleAfterSeconds":60');
    await deployed.aws.store.write([{ put: { ...row, v: row.v + 1, body: JSON.parse(text) }, expect: row.v }], "aged");
    const stale = (await visitor.get("showOverview")).text;
    expect(stale).toMatch(/fixture: was last loaded at <time[^>]*>2020-02-01 03:04:05/);
    expect(stale).toMatch(/every screen is refused until this is mended[\s\S]*>stale</);
  });

  test("has no plan of the sandbox's, whatever a form says", async () => {
    const form = (await visitor.get("showNewAccount")).text;
    expect(form).not.toContain('value="sandbox"');
    const opened = await visitor.post("openAccount", { name: "Acme", plan: "sandbox" });
    expect([opened.status, opened.text.includes('id="openAccount-plan-error"')]).toEqual([400, true]);
    const free = await visitor.post("openAccount", { name: "Acme", plan: "free" });
    expect(free.text).toMatch(/>slc_live_\w+/);
    const at = { id: /acc_\w{26}/.exec(free.text)?.[0] ?? "" };
    expect((await visitor.post("setAccountPlan", { plan: "sandbox" }, at)).status).toBe(400);
    expect((await visitor.get("showAccount", at)).text).toContain("0 of 100");
    const input = { companyName: "Acme", contactName: "Ada", contactEmail: "ada@example.com" };
    const { text } = await deployed.call("requestAccount", "", {}, input);
    const request = { id: JSON.parse(text).requestId };
    expect((await visitor.post("letAccountIn", { plan: "sandbox" }, request)).status).toBe(400);
    expect((await visitor.get("showAccountRequest", request)).text).toContain(">received<");
  });
});
