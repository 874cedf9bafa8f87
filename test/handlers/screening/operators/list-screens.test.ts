import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ofScreening, Visitor } from "../../../support/routes/visitor.ts";
import { screeningOperationOf } from "../../../support/runner/lambdas.ts";
import { DeployedLists } from "../../../support/screening/deployed-lists.ts";
import type { AccountOwner } from "../../../support/screening/deployed-screening.ts";
import { seededWallets, wallet } from "../../../support/screening/screen-samples.ts";

const deployed = new DeployedLists();
const fresh = seededWallets("listed screens");
const nobody = "7ZZZZZZZZZZZZZZZZZZZZZZZZZ";
const tron = "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8";
const tronInHex = "415cbdd86a2fa8dc4bddd8a8f69dba48572eec07fb";
const month = 31 * 86_400;

interface Listed {
  readonly id: string;
  readonly accountId: string;
  readonly value: string;
  readonly action: string;
  readonly risk_level: string;
  readonly createdAt: string;
}

let one: AccountOwner;
let other: AccountOwner;
let blocked: Listed;
let old: Listed;

async function list(query: Record<string, string> = {}, bearer = deployed.operatorToken) {
  const reply = await deployed.send(screeningOperationOf("listAccountScreens"), {
    method: "GET",
    path: `/admin/screens?${new URLSearchParams(query)}`,
    headers: { authorization: `Bearer ${bearer}` },
  });
  const body = JSON.parse(reply.text) as { data: Listed[]; nextCursor: string | null; code?: string };
  return { status: reply.status, ...body };
}

async function screen({ apiKey }: AccountOwner, value: string): Promise<Listed> {
  const reply = await deployed.call("screenValue", apiKey, {}, { type: "wallet", value });
  expect(reply.status, reply.text).toBe(200);
  await deployed.advance(1);
  return JSON.parse(reply.text);
}

const ids = (all: readonly { readonly id: string }[]) => all.map(({ id }) => id);

beforeAll(async () => {
  await deployed.open();
  await deployed.publish([wallet]);
  one = await deployed.account("unlimited", "One");
  other = await deployed.account("unlimited", "Other");
  old = await screen(one, fresh());
  await deployed.advance(2 * month);
  blocked = await screen(one, wallet);
  for (let at = 0; at < 8; at++) await screen(at % 2 === 0 ? one : other, fresh());
});

afterAll(() => deployed.stop());

describe("the screens of all accounts", () => {
  test("are listed newest first, across months and accounts, with whose they are", async () => {
    const { data, nextCursor } = await list({ limit: "100" });
    expect([data.length, nextCursor]).toEqual([10, null]);
    expect(data.at(-1)).toMatchObject({ id: old.id, accountId: one.id });
    expect(new Set(data.map(({ accountId }) => accountId))).toEqual(new Set([one.id, other.id]));
    const times = data.map(({ createdAt }) => createdAt);
    expect(times).toEqual(times.toSorted().toReversed());
  });

  test("are read one by one, an unknown one by no operator", async () => {
    const read = (id: string) => deployed.call("readAccountScreen", deployed.operatorToken, { id });
    expect(JSON.parse((await read(blocked.id)).text)).toEqual({ ...blocked, accountId: one.id });
    const missed = await read(`scr_${nobody}`);
    expect([missed.status, JSON.parse(missed.text).code]).toEqual([404, "screening_not_found"]);
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
    }
    expect(ids(seen)).toEqual(ids(whole.data));
    // The pages within the newest month.
    expect(new Set(costs.slice(0, 2)).size).toBe(1);
  });

  test("are those of one account", async () => {
    const { data } = await list({ accountId: other.id });
    expect([data.length, new Set(data.map(({ accountId }) => accountId))]).toEqual([4, new Set([other.id])]);
  });

  test("are those of a verdict or a risk, of everybody or of an account", async () => {
    for (const query of [{ action: "block" }, { risk_level: "critical" }, { action: "block", accountId: one.id }])
      expect(ids((await list(query)).data)).toEqual([blocked.id]);
    expect((await list({ action: "block", accountId: other.id })).data).toEqual([]);
    expect((await list({ action: "review" })).data).toEqual([]);
    const allowed = await list({ action: "allow", limit: "100" });
    expect([allowed.data.length, ids(allowed.data).includes(blocked.id)]).toEqual([9, false]);
    const low = await list({ risk_level: "low", accountId: one.id });
    expect([low.data.length, ids(low.data).includes(blocked.id)]).toEqual([5, false]);
  });

  test("are those of an address, in whatever way it was and is written", async () => {
    expect(ids((await list({ value: wallet.toUpperCase().replace("0X", "0x") })).data)).toEqual([blocked.id]);
    expect(ids((await list({ value: wallet.slice(2) })).data)).toEqual([blocked.id]);
    const [first, second] = [await screen(one, tron), await screen(other, tronInHex)];
    for (const value of [tron, tronInHex]) expect(ids((await list({ value })).data)).toEqual([second.id, first.id]);
    expect(ids((await list({ value: tron, accountId: one.id })).data)).toEqual([first.id]);
    expect((await list({ value: "of nobody" })).data).toEqual([]);
  });

  test("are those of a stretch of time", async () => {
    const at = blocked.createdAt;
    const before = { createdBefore: at };
    for (const query of [{}, { accountId: one.id }, { action: "allow" }, { value: old.value }])
      expect(ids((await list({ ...query, ...before })).data)).toEqual([old.id]);
    for (const query of [{}, { action: "block" }, { value: wallet }, { accountId: one.id }])
      expect(ids((await list({ ...query, createdAfter: at })).data)).toContain(blocked.id);
    expect((await list({ action: "block", ...before })).data).toEqual([]);
  });

  test.each<[string, Record<string, string>, number, string]>([
    ["an account that is not there", { accountId: `acc_${nobody}` }, 404, "not_found"],
    ["no account's id", { accountId: "one" }, 400, "validation_error"],
    ["no verdict", { action: "deny" }, 400, "validation_error"],
    ["no risk", { risk_level: "Low" }, 400, "validation_error"],
    ["an empty value", { value: "" }, 400, "validation_error"],
    ["a cursor of nothing", { cursor: "x" }, 400, "invalid_cursor"],
  ])("are not asked for by %s", async (_, query, status, code) => {
    expect(await list(query)).toMatchObject({ status, code });
  });

  test("are no account's to list, and a cursor is of its list alone", async () => {
    expect((await list({}, one.apiKey)).status).toBe(401);
    const { nextCursor } = await list({ accountId: one.id, limit: "1" });
    expect(await list({ accountId: other.id, cursor: nextCursor ?? "" })).toMatchObject({ code: "invalid_cursor" });
    expect(await list({ cursor: nextCursor ?? "" })).toMatchObject({ code: "invalid_cursor" });
  });

  test("are in the console, with its filters", async () => {
    const visitor = new Visitor(deployed, "192.0.2.1", ofScreening);
    await visitor.signIn();
    const { status, text } = await visitor.get("showScreens", undefined, "action=block&accountId=&value=");
    expect(status).toBe(200);
    expect(text).toContain(`console/screens/${blocked.id}`);
    expect(text).not.toContain(old.id);
  });
});
