import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ofScreening, Visitor } from "../../../support/routes/visitor.ts";
import { screeningOperationOf } from "../../../support/runner/lambdas.ts";
import { DeployedLists } from "../../../support/screening/deployed-lists.ts";
import type { AccountOwner } from "../../../support/screening/deployed-screening.ts";
import { wallet } from "../../../support/screening/screen-samples.ts";

const deployed = new DeployedLists();
const { operatorToken } = deployed;
const tron = "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8";
const tronInHex = "415cbdd86a2fa8dc4bddd8a8f69dba48572eec07fb";
let one: AccountOwner;
let other: AccountOwner;

interface Found {
  readonly kind: string;
  readonly id: string;
  readonly accountId: string | null;
  readonly title: string;
  readonly status: string;
}

async function search(query: Record<string, string>, bearer = operatorToken) {
  const reply = await deployed.send(screeningOperationOf("search"), {
    method: "GET",
    path: `/admin/search?${new URLSearchParams(query)}`,
    headers: { authorization: `Bearer ${bearer}` },
  });
  const body = JSON.parse(reply.text) as { data: Found[]; nextCursor: string | null; code?: string };
  return { status: reply.status, ...body };
}

const found = async (q: string) => (await search({ q })).data;
const kinds = async (q: string) => (await found(q)).map(({ kind }) => kind).toSorted();

async function made(id: string, bearer: string, body: unknown, params: Record<string, string> = {}) {
  const reply = await deployed.call(id, bearer, params, body);
  expect(reply.status, reply.text).toBeLessThan(300);
  await deployed.advance(1);
  return JSON.parse(reply.text);
}

const screen = ({ apiKey }: AccountOwner, value: string) => made("screenValue", apiKey, { type: "wallet", value });

beforeAll(async () => {
  await deployed.open();
  await deployed.publish([wallet]);
  one = await deployed.account("sandbox", "Acme Payments");
  other = await deployed.account("sandbox", "Other");
});

afterAll(() => deployed.stop());

describe("an operator's search on the screening interface", () => {
  test("finds an account by its id and by its name, in any case, with its keys", async () => {
    const key = await made("mintAccountKey", operatorToken, { name: "till" }, { id: one.id });
    const account = { kind: "account", id: one.id, accountId: one.id, status: "active" };
    for (const q of [one.id, one.id.toUpperCase(), ` ${one.id} `])
      expect(await kinds(q)).toEqual(["account", "key", "key"]);
    expect(await found("acme PAYMENTS")).toMatchObject([{ ...account, title: "Acme Payments (sandbox)" }]);
    expect(await found("acme")).toEqual([]);
    expect(await found(key.id)).toMatchObject([{ kind: "key", id: key.id, accountId: one.id, status: "active" }]);
    await made("revokeAccountKey", operatorToken, undefined, { id: one.id, keyId: key.id });
    expect(await found(key.id)).toMatchObject([{ kind: "key", status: "revoked" }]);
    expect(JSON.stringify(await found(one.id))).not.toMatch(/sha256|secret/);
  });

  test("finds an account by the name that it had", async () => {
    const { id } = await deployed.account("sandbox", "Before Ltd.");
    await made("changeAccount", operatorToken, { name: "After Ltd." }, { id });
    for (const q of ["before ltd.", "after ltd."]) expect(await found(q)).toMatchObject([{ id, kind: "account" }]);
  });

  test("finds all that is about an address, in whatever way it is written", async () => {
    const screens = [await screen(one, tron), await screen(other, tronInHex)];
    const monitor = await made("openMonitor", one.apiKey, { value: tron, webhook: "http://127.0.0.1:9/" });
    const entry = await made("proposeOwnEntry", operatorToken, { kind: "block", value: tron, reason: "seen" });
    for (const q of [tron, tronInHex]) {
      const results = await found(q);
      const ids = results.map(({ id }) => id);
      expect(ids).toEqual(expect.arrayContaining([...screens.map(({ id }) => id), monitor.id, entry.id]));
      expect(new Set(results.map(({ kind }) => kind))).toEqual(new Set(["screen", "monitor", "own_entry"]));
    }
    expect(await found(monitor.id)).toMatchObject([{ kind: "monitor", accountId: one.id, status: "allow" }]);
    expect(await found(`whe_${monitor.id.slice(4)}`)).toMatchObject([{ kind: "monitor", id: monitor.id }]);
    expect(await found(entry.id)).toMatchObject([{ kind: "own_entry", accountId: null, status: "proposed" }]);
  });

  test("finds the lists that have an address, and versions by list, number and hash", async () => {
    const blocked = await screen(one, wallet);
    const [version] = (await found(wallet)).filter(({ kind }) => kind === "list_version");
    expect(version).toMatchObject({ status: "in_force", accountId: null });
    const [{ sha256, list, publishedAt }] = blocked.listVersions;
    expect(version?.title).toBe(`${list} of ${publishedAt}`);
    for (const q of [list, sha256, String(version?.id)]) expect(await found(q)).toEqual([version]);
    await deployed.publish([wallet, tron]);
    expect(await found(sha256)).toMatchObject([{ id: version?.id, status: "replaced" }]);
    expect(await found(list)).toMatchObject([{ id: String(Number(version?.id) + 1), status: "in_force" }]);
    for (const q of ["0", "99999999", "00000001x"]) expect(await found(q)).toEqual([]);
  });

  test("finds nothing by what names nothing, and pages through what it found", async () => {
    for (const q of ["nobody", "scr_7ZZZZZZZZZZZZZZZZZZZZZZZZZ", "ten_7ZZZZZZZZZZZZZZZZZZZZZZZZZ", "ﬁ".repeat(80)])
      expect(await search({ q })).toMatchObject({ status: 200, data: [], nextCursor: null });
    const { data } = await search({ q: one.id });
    const first = await search({ q: one.id, limit: "1" });
    const rest = await search({ q: one.id, cursor: first.nextCursor ?? "" });
    expect([...first.data, ...rest.data]).toEqual(data);
  });

  test.each<[string, Record<string, string>, string]>([
    ["nothing", {}, "validation_error"],
    ["blanks", { q: "  " }, "validation_error"],
    ["a control character", { q: "a\u0000b" }, "validation_error"],
    ["too long a text", { q: "a".repeat(257) }, "validation_error"],
    ["a cursor of nothing", { q: "a", cursor: "x" }, "invalid_cursor"],
  ])("is refused for %s", async (_, query, code) => {
    expect(await search(query)).toMatchObject({ status: 400, code });
  });

  test("is no account's, and stands above every page of the console", async () => {
    expect((await search({ q: one.id }, one.apiKey)).status).toBe(401);
    const visitor = new Visitor(deployed, "192.0.2.1", ofScreening);
    await visitor.signIn();
    const byName = await visitor.get("showSearch", undefined, "q=acme%20payments");
    expect(byName.text).toContain(`console/accounts/${one.id}`);
    const byAddress = await visitor.get("showSearch", undefined, `q=${wallet}`);
    expect(byAddress.text).toMatch(/console\/screens\/scr_\w{26}/);
    expect(byAddress.text).toContain("On the lists");
  });
});
