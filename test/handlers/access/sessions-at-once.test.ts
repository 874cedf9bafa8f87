import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { entriesIn } from "../../../functions/app/core/aggregate.ts";
import { secretDigest } from "../../../functions/app/core/api-key.ts";
import { beginSession, findSession } from "../../../functions/app/core/console-sessions.ts";
import type { Context } from "../../../functions/app/core/context.ts";
import { TestApi } from "../../support/core/test-api.ts";
import { Visitor } from "../../support/routes/visitor.ts";
import { DeployedSandbox } from "../../support/runner/deployed.ts";

const deployed = new DeployedSandbox();

beforeAll(() => deployed.start());
afterAll(() => deployed.stop());

/** Somebody with the cookie that a browser had, who tries it after that browser went on. */
function thiefOf(browser: Visitor): Visitor {
  const thief = new Visitor(deployed, "203.0.113.9");
  thief.cookie = browser.cookie;
  return thief;
}

async function isIn(who: Visitor): Promise<boolean> {
  return (await who.get("showTenants")).status === 200;
}

async function linkFrom(token: string): Promise<string> {
  return JSON.parse((await deployed.call("mintConsoleLink", token)).text).url.slice(-43);
}

describe("a browser that signs in again", () => {
  let browser: Visitor;
  let elsewhere: Visitor;
  let thief: Visitor;

  beforeEach(async () => {
    browser = new Visitor(deployed);
    elsewhere = new Visitor(deployed, "192.0.2.2");
    await Promise.all([browser.signIn(), elsewhere.signIn()]);
    thief = thiefOf(browser);
    expect(await isIn(thief)).toBe(true);
  });

  test("has a new session, and its earlier one has ended; another browser's goes on", async () => {
    const before = browser.cookie;
    await browser.signIn();
    expect(browser.cookie).not.toBe(before);
    expect([await isIn(browser), await isIn(elsewhere), await isIn(thief)]).toEqual([true, true, false]);
    const entries = entriesIn(deployed.aws.store.rows()).filter(({ reason }) => reason === "signed in to the console");
    expect(entries.at(-1)?.after).toMatchObject({ detail: { ended: [expect.stringMatching(/^ses_/)] } });
  });

  test("ends the earlier one by a link too, and as another operator", async () => {
    await browser.post("enterConsole", {}, { token: await linkFrom(`${deployed.operatorToken}-2`) });
    expect([await isIn(browser), await isIn(elsewhere), await isIn(thief)]).toEqual([true, true, false]);
  });

  test("keeps it where the token is wrong", async () => {
    expect((await browser.signIn("a-wrong-token")).status).toBe(401);
    expect([await isIn(browser), await isIn(thief)]).toEqual([true, true]);
  });
});

describe("a sign-out", () => {
  test("has the browser keep nothing of the console; a sign-in does not", async () => {
    const browser = new Visitor(deployed);
    expect((await browser.signIn()).headers).not.toHaveProperty("clear-site-data");
    const out = await browser.post("signOut");
    expect([out.status, out.headers["clear-site-data"]]).toEqual([303, '"cache", "storage"']);
    await browser.signIn();
    await browser.get("showSessions");
    expect((await browser.post("endOwnSessions")).headers["clear-site-data"]).toBe('"cache", "storage"');
  });
});

describe("an operator with as many sessions as there may be", () => {
  const anna = { actor: "operator:anna", tokenSha256: "token" };
  const terms = { address: "192.0.2.7", mostSessions: 3 };
  let api: TestApi;
  let context: Context;

  beforeEach(() => {
    api = new TestApi();
    context = { ...api.context, actor: anna.actor };
  });

  const standing = async (secrets: readonly string[]) =>
    Promise.all(secrets.map(async (secret) => (await findSession(context, secret)) !== undefined));

  async function begun(count: number): Promise<string[]> {
    const secrets: string[] = [];
    for (let each = 0; each < count; each += 1) {
      secrets.push(await beginSession(context, anna, terms));
      api.pass(61);
    }
    return secrets;
  }

  test("gives up the one that was used longest ago for a new one, which the trail says", async () => {
    const secrets = await begun(3);
    expect(await standing(secrets.slice(0, 1))).toEqual([true]);
    api.pass(61);
    secrets.push(await beginSession(context, anna, terms));
    expect(await standing(secrets)).toEqual([true, false, true, true]);
    const ended = entriesIn(api.store.rows()).flatMap(
      ({ after }) => (after as { detail: { ended?: [] } }).detail.ended ?? [],
    );
    expect(ended).toEqual([expect.stringMatching(/^ses_/)]);
  });

  test("takes no room from another operator", async () => {
    const secrets = await begun(3);
    await beginSession(context, { actor: "operator:bo", tokenSha256: "bo's" }, terms);
    expect(await standing(secrets)).toEqual([true, true, true]);
  });

  test("had more of them before there was such a limit: they end with the next sign-in", async () => {
    const many = { ...terms, mostSessions: 30 };
    const before: string[] = [];
    for (let each = 0; each < 12; each += 1) before.push(await beginSession(context, anna, many));
    const last = await beginSession(context, anna, terms);
    expect((await standing([...before, last])).filter(Boolean)).toHaveLength(3);
    expect(await standing([last])).toEqual([true]);
  });

  test("has room again for the session that the browser carried", async () => {
    const secrets = await begun(3);
    const carried = { ...terms, carriedSha256: secretDigest(secrets[2] ?? "") };
    secrets.push(await beginSession(context, anna, carried));
    expect(await standing(secrets)).toEqual([true, true, false, true]);
  });
});
