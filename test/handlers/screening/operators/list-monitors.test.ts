import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectHeadLikeGet } from "../../../support/routes/head.ts";
import { ofScreening, Visitor } from "../../../support/routes/visitor.ts";
import { screeningOperationOf } from "../../../support/runner/lambdas.ts";
import { DeployedLists } from "../../../support/screening/deployed-lists.ts";
import type { AccountOwner } from "../../../support/screening/deployed-screening.ts";
import { seededWallets, wallet } from "../../../support/screening/screen-samples.ts";

const deployed = new DeployedLists();
const fresh = seededWallets("listed monitors");
const nobody = "7ZZZZZZZZZZZZZZZZZZZZZZZZZ";
const webhook = "http://127.0.0.1:9/alerts";
const month = 31 * 86_400;

interface Listed {
  readonly id: string;
  readonly accountId: string;
  readonly value: string;
  readonly status: string;
  readonly action: string;
  readonly createdAt: string;
}

let one: AccountOwner;
let other: AccountOwner;
let old: Listed;
let blocked: Listed;
let deleted: Listed;
/** Ids, newest first. */
let all: string[];

function request(query: Record<string, string>, bearer = deployed.operatorToken) {
  const path = `/admin/monitors?${new URLSearchParams(query)}`;
  return { method: "GET", path, headers: { authorization: `Bearer ${bearer}` } };
}

async function list(query: Record<string, string> = {}, bearer?: string) {
  const reply = await deployed.send(screeningOperationOf("listAccountMonitors"), request(query, bearer));
  const body = JSON.parse(reply.text) as { data: Listed[]; nextCursor: string | null; code?: string };
  return { status: reply.status, ...body };
}

async function read(id: string) {
  const reply = await deployed.call("readAccountMonitor", deployed.operatorToken, { id });
  return { status: reply.status, body: JSON.parse(reply.text) };
}

async function watch({ apiKey }: AccountOwner, value: string): Promise<Listed> {
  const reply = await deployed.call("openMonitor", apiKey, {}, { value, webhook });
  expect(reply.status, reply.text).toBe(201);
  await deployed.advance(10);
  return JSON.parse(reply.text);
}

const ids = (found: readonly { readonly id: string }[]) => found.map(({ id }) => id);

beforeAll(async () => {
  await deployed.open();
  await deployed.publish([wallet]);
  one = await deployed.account("unlimited", "One");
  other = await deployed.account("unlimited", "Other");
  old = await watch(one, fresh());
  await deployed.advance(2 * month);
  blocked = await watch(one, wallet);
  deleted = await watch(other, fresh());
  await deployed.call("deleteMonitor", other.apiKey, { id: deleted.id });
  const more: Listed[] = [];
  for (let at = 0; at < 8; at++) more.push(await watch(at % 2 === 0 ? one : other, fresh()));
  all = ids([old, blocked, deleted, ...more]).toReversed();
});

afterAll(() => deployed.stop());

describe("the monitors of all accounts", () => {
  test("are listed newest first, across months and accounts, with whose they are, deleted ones too", async () => {
    const { data, nextCursor } = await list({ limit: "100" });
    expect([ids(data), nextCursor]).toEqual([all, null]);
    expect(new Set(data.map(({ accountId }) => accountId))).toEqual(new Set([one.id, other.id]));
    expect(data.filter(({ status }) => status !== "active")).toMatchObject([{ id: deleted.id, status: "deleted" }]);
  });

  test("are read one by one as their account reads them, an unknown one by no operator", async () => {
    const own = JSON.parse((await deployed.call("getMonitor", one.apiKey, { id: blocked.id })).text);
    expect(await read(blocked.id)).toEqual({ status: 200, body: { ...own, accountId: one.id } });
    expect((await read(deleted.id)).body).toMatchObject({ status: "deleted", accountId: other.id, alerts: [] });
    expect(await read(`mon_${nobody}`)).toMatchObject({ status: 404, body: { code: "not_found" } });
    expect((await deployed.call("getMonitor", other.apiKey, { id: deleted.id })).status).toBe(404);
  });

  test.each<[string, () => Record<string, string>]>([
    ["all of them", () => ({})],
    ["one account's", () => ({ accountId: one.id })],
  ])("come page by page, each once and for as many calls: %s", async (_, query) => {
    const whole = await list({ ...query(), limit: "100" });
    const seen: Listed[] = [];
    const costs: number[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const before = deployed.aws.store.calls;
      const page = await list({ ...query(), limit: "2", ...(cursor ? { cursor } : {}) });
      costs.push(deployed.aws.store.calls - before);
      seen.push(...page.data);
      cursor = page.nextCursor;
      if (cursor !== null) expect(Buffer.from(cursor, "base64url").toString("latin1")).not.toContain("mon");
    }
    expect(ids(seen)).toEqual(ids(whole.data));
    // The pages within the newest month.
    expect(new Set(costs.slice(0, 2)).size).toBe(1);
  });

  test("are those of an account, an address, a verdict, a risk, or that were deleted", async () => {
    const others = await list({ accountId: other.id });
    expect(new Set(others.data.map(({ accountId }) => accountId))).toEqual(new Set([other.id]));
    expect(others.data).toHaveLength(5);
    for (const query of [{ action: "block" }, { risk_level: "critical" }, { value: wallet }])
      for (const accountId of [undefined, one.id])
        expect(ids((await list({ ...query, ...(accountId && { accountId }) })).data)).toEqual([blocked.id]);
    expect(ids((await list({ value: wallet.slice(2).toLowerCase() })).data)).toEqual([blocked.id]);
    expect((await list({ value: wallet, accountId: other.id })).data).toEqual([]);
    expect(ids((await list({ deleted: "true" })).data)).toEqual([deleted.id]);
    expect(ids((await list({ deleted: "false", limit: "100" })).data)).toEqual(all.filter((id) => id !== deleted.id));
  });

  test("are those of a stretch of time", async () => {
    const at = blocked.createdAt;
    for (const query of [{}, { accountId: one.id }, { value: old.value }, { action: "allow" }]) {
      expect(ids((await list({ ...query, createdBefore: at })).data)).toEqual([old.id]);
      expect(ids((await list({ ...query, createdAfter: at })).data)).not.toContain(old.id);
    }
  });

  test("rest where their account is suspended", async () => {
    const setStatus = (status: string) =>
      deployed.call("changeAccount", deployed.operatorToken, { id: one.id }, { status });
    await setStatus("suspended");
    const { data } = await list({ limit: "100", deleted: "false" });
    for (const { accountId, status } of data) expect(status).toBe(accountId === one.id ? "paused" : "active");
    expect((await read(blocked.id)).body.status).toBe("paused");
    await setStatus("active");
  });

  test.each<[string, Record<string, string>, number, string]>([
    ["an account that is not there", { accountId: `acc_${nobody}` }, 404, "not_found"],
    ["no account's id", { accountId: "one" }, 400, "validation_error"],
    ["no verdict", { action: "deny" }, 400, "validation_error"],
    ["no risk", { risk_level: "Low" }, 400, "validation_error"],
    ["an empty value", { value: "" }, 400, "validation_error"],
    ["neither true nor false", { deleted: "1" }, 400, "validation_error"],
    ["a cursor of nothing", { cursor: "x" }, 400, "invalid_cursor"],
  ])("are not asked for by %s", async (_, query, status, code) => {
    expect(await list(query)).toMatchObject({ status, code });
  });

  test("are no account's to list, a cursor is of its list alone, and HEAD is answered", async () => {
    expect((await list({}, one.apiKey)).status).toBe(401);
    const { nextCursor } = await list({ accountId: one.id, limit: "1" });
    for (const query of [{}, { accountId: other.id }, { accountId: one.id, action: "block" }])
      expect(await list({ ...query, cursor: nextCursor ?? "" })).toMatchObject({ code: "invalid_cursor" });
    expect(await expectHeadLikeGet(deployed, screeningOperationOf("listAccountMonitors"), request({}))).toBe(200);
  });

  test("are in the console, with its filters, each on a page of its own", async () => {
    const visitor = new Visitor(deployed, "192.0.2.1", ofScreening);
    await visitor.signIn();
    const { status, text } = await visitor.get("showMonitors", undefined, "action=block&accountId=&value=");
    expect(status).toBe(200);
    expect(text).toContain(`console/monitors/${blocked.id}`);
    expect(text).not.toContain(old.id);
    const page = await visitor.get("showMonitor", { id: blocked.id });
    for (const part of [wallet, `accounts/${one.id}`, webhook, "Its risk has not changed."])
      expect(page.text).toContain(part);
    expect((await visitor.get("showMonitor", { id: deleted.id })).text).toContain(">deleted<");
    expect((await visitor.get("showMonitor", { id: `mon_${nobody}` })).status).toBe(404);
    expect((await visitor.get("showSearch", undefined, `q=${blocked.id}`)).headers.location).toContain(
      `monitors/${blocked.id}`,
    );
  });
});
