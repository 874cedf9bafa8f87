import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { allScreeningOperations } from "../../../functions/contract/screening.ts";
import { isConsole } from "../../../lib/api/routes.ts";
import { ofScreening, Visitor } from "../../support/routes/visitor.ts";
import { eventOf, handlerOf, invocation, replyOf, screeningOperationOf } from "../../support/runner/lambdas.ts";
import { DeployedLists } from "../../support/screening/deployed-lists.ts";
import { wallet } from "../../support/screening/screen-samples.ts";

const deployed = new DeployedLists();
let visitor: Visitor;
let addresses = 0;

beforeAll(async () => {
  await deployed.open();
  await deployed.publish([wallet]);
});

afterAll(() => deployed.stop());

function arrives(): Visitor {
  addresses += 1;
  return new Visitor(deployed, `192.0.2.${addresses}`, ofScreening);
}

beforeEach(async () => {
  visitor = arrives();
  expect((await visitor.signIn()).status).toBe(303);
});

const pages = allScreeningOperations.filter((op) => isConsole(op) && op.caller === "console");
const shown = pages.filter(({ method }) => method === "GET");
const forms = pages.filter(({ method, session }) => method === "POST" && session === undefined);

describe("the screening interface's console", () => {
  test.each(shown.map(({ id }) => [id]))("sends a stranger from %s to the sign-in", async (id) => {
    const { status, headers, text } = await arrives().get(id);
    expect([status, text]).toEqual([303, ""]);
    expect(headers.location).toMatch(/^(\.\.?\/)+console\/sign-in(\?next=[\w%./-]+)?$/);
  });

  test.each(shown.map(({ id }) => [id]))("answers %s with a page, whatever it is asked", async (id) => {
    for (const query of ["", "nosuch=1", "limit=0", "cursor=x", "before=0", "status=nope", "q=%00"]) {
      const reply = await visitor.get(id, undefined, query);
      expect(reply.status, `${query}: ${reply.text.slice(0, 300)}`).toBeLessThan(500);
      expect(reply.headers["content-type"]).toMatch(/^text\/html/);
      expect(reply.text).not.toMatch(/node_modules|\[object Object\]|undefined|\bNaN\b|<script/);
    }
  });

  test.each(forms.map(({ id }) => [id]))("does nothing by %s for a stranger or another site", async (id) => {
    const commits = deployed.aws.store.commits;
    expect((await arrives().post(id)).status).toBe(303);
    const foreign = [
      await visitor.post(id, { form: "" }),
      await visitor.post(id, { form: "x".repeat(43) }),
      await visitor.post(id, {}, undefined, { "sec-fetch-site": "cross-site" }),
    ];
    expect(foreign.map(({ status }) => status)).toEqual([403, 403, 403]);
    expect(deployed.aws.store.commits).toBe(commits);
  });

  test("says what is not there in a page, and whose console it is", async () => {
    for (const [id, params] of [
      ["showAccount", { id: "acc_7ZZZZZZZZZZZZZZZZZZZZZZZZZ" }],
      ["showScreen", { id: "scr_7ZZZZZZZZZZZZZZZZZZZZZZZZZ" }],
      ["showOwnEntry", { id: "own_7ZZZZZZZZZZZZZZZZZZZZZZZZZ" }],
      ["showAccountRequest", { id: "acr_7ZZZZZZZZZZZZZZZZZZZZZZZZZ" }],
      ["showListVersion", { version: "77" }],
      ["showListVersion", { version: "999999999" }],
    ] as const) {
      const { status, text } = await visitor.get(id, params);
      expect([id, status]).toEqual([id, 404]);
      expect(text).toContain("<h1>There is nothing here</h1>");
      expect(text).toContain("sluice screening</title>");
    }
    const { text } = await visitor.get("showOverview");
    for (const name of ["Requests", "Accounts", "Own lists", "Screens", "Lists"])
      expect(text).toContain(`>${name}</a>`);
    expect(text).not.toMatch(/Settlements|Tenants/);
  });
});

describe("signing in to it", () => {
  test("takes an operator's token, and keeps the session in a cookie of its own", async () => {
    const reply = await arrives().signIn();
    expect([reply.status, reply.headers.location]).toEqual([303, "../console"]);
    expect(reply.headers["set-cookie"]).toMatch(
      /^sluice-screening-console=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/,
    );
  });

  test("takes no account's key, no session of the rails', and locks who guesses", async () => {
    const { apiKey } = await deployed.account("free");
    const guest = arrives();
    const refused = await guest.signIn(apiKey);
    expect([refused.status, refused.headers["set-cookie"]]).toEqual([401, undefined]);
    expect(refused.text).not.toContain(apiKey);
    guest.cookie = visitor.cookie.replace("sluice-screening-console", "sluice-console");
    expect((await guest.get("showAccounts")).status).toBe(303);
    guest.cookie = "";
    for (let tries = 0; tries < 4; tries += 1) expect((await guest.signIn("wrong")).status).toBe(401);
    expect((await guest.signIn()).status).toBe(429);
  });

  test("takes a one-use link of an IAM principal, and ends where they leave", async () => {
    const op = screeningOperationOf("mintConsoleLink");
    const handler = await handlerOf(op);
    const request = { method: "POST", path: op.path, headers: {}, body: "" };
    const arn = "arn:aws:sts::1:assumed-role/operators/anna";
    const minted = replyOf(await handler(eventOf(request, arn), invocation));
    const token = JSON.parse(minted.text).url.slice(-43);
    const guest = arrives();
    expect((await guest.get("showEnter", { token })).status).toBe(200);
    expect((await guest.post("enterConsole", {}, { token })).status).toBe(303);
    const { text } = await guest.get("showOverview");
    expect(text).toContain("Signed in as <b");
    const { cookie } = guest;
    expect((await guest.post("signOut")).headers.location).toBe("../console/sign-in?out=1");
    guest.cookie = cookie;
    expect((await guest.get("showOverview")).status).toBe(303);
  });
});
