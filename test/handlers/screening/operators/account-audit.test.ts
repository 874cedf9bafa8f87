import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { entry } from "../../../../functions/app/core/aggregate.ts";
import { ofScreening, Visitor } from "../../../support/routes/visitor.ts";
import { screeningOperationOf } from "../../../support/runner/lambdas.ts";
import { DeployedLists } from "../../../support/screening/deployed-lists.ts";
import type { AccountOwner } from "../../../support/screening/deployed-screening.ts";
import { wallet } from "../../../support/screening/screen-samples.ts";

const deployed = new DeployedLists();
const { operatorToken } = deployed;
const secondToken = `${operatorToken}-2`;
const nobody = "7ZZZZZZZZZZZZZZZZZZZZZZZZZ";
let one: AccountOwner;
let other: AccountOwner;

type Line = Readonly<Record<string, unknown>> & { readonly hash: string; readonly prevHash: string };

async function audit(query: Record<string, string> = {}, bearer = operatorToken) {
  const reply = await deployed.send(screeningOperationOf("listAudit"), {
    method: "GET",
    path: `/admin/audit?${new URLSearchParams(query)}`,
    headers: { authorization: `Bearer ${bearer}` },
  });
  const body = JSON.parse(reply.text) as { data: Line[]; nextCursor: string | null; code?: string };
  return { status: reply.status, ...body };
}

async function screen({ apiKey }: AccountOwner, value: string) {
  return JSON.parse((await deployed.call("screenValue", apiKey, {}, { type: "wallet", value })).text);
}

beforeAll(async () => {
  await deployed.open();
  await deployed.publish([wallet]);
  one = await deployed.account("sandbox", "One");
  other = await deployed.account("sandbox", "Other");
  await deployed.call("changeAccount", secondToken, { id: one.id }, { name: "One Ltd." });
});

afterAll(() => deployed.stop());

describe("the audit trail of the screening interface", () => {
  test("has what operators did, newest first, and nothing of what accounts did", async () => {
    await screen(one, wallet);
    const { data } = await audit();
    expect(data[0]).toMatchObject({
      ...{ actor: "operator:two", action: "changeAccount", subject: one.id, subjectType: "account" },
      ...{ accountId: one.id, before: { name: "One" }, after: { name: "One Ltd." } },
    });
    expect(new Set(data.map(({ actor }) => actor))).toEqual(new Set(["operator:one", "operator:two"]));
    expect(JSON.stringify(data)).not.toMatch(/sha256|tenantId/);
    expect(await audit({ actor: "operator:two" })).toMatchObject({ data: [{ action: "changeAccount" }] });
  });

  test("has every entry of an account that is stored, once, and nobody else's, each page for as many calls", async () => {
    for (let at = 0; at < 5; at++) await screen(one, wallet);
    const seen: Line[] = [];
    const costs = new Set<number>();
    for (let cursor: string | null = ""; cursor !== null; ) {
      const before = deployed.aws.store.calls;
      const page = await audit({ accountId: one.id, limit: "3", ...(cursor ? { cursor } : {}) });
      costs.add(deployed.aws.store.calls - before);
      seen.push(...page.data);
      cursor = page.nextCursor;
    }
    const stored = deployed.aws.store
      .rows()
      .flatMap(({ type, body }) => (type === "entry" ? entry.parse(body) : []))
      .filter(({ tenantId }) => tenantId === one.id);
    expect(seen.map(({ hash }) => hash).toSorted()).toEqual(stored.map(({ hash }) => hash).toSorted());
    expect(new Set(seen.map(({ accountId }) => accountId))).toEqual(new Set([one.id]));
    expect(costs.size).toBe(1);
  });

  test("shows a record's own trail, whose hashes lead from one entry to the next", async () => {
    const { data } = await audit({ subject: one.id });
    expect(data.map(({ action }) => action)).toEqual(["changeAccount", "createAccount"]);
    expect(data[0]?.prevHash).toBe(data[1]?.hash);
    expect(data[1]?.prevHash).toBe("0".repeat(64));
    const { id } = await screen(other, wallet);
    expect((await audit({ subject: id })).data).toMatchObject([{ subjectType: "screen", accountId: other.id }]);
    expect((await audit({ subject: "lists" })).data).toMatchObject([{ accountId: null }]);
  });

  test("is narrowed by time", async () => {
    const { data } = await audit();
    const last = String(data[0]?.at);
    expect((await audit({ from: last })).data.map(({ at }) => at)).toEqual([last]);
    expect((await audit({ from: "2026-01-01", to: "2026-01-02" })).data).toEqual([]);
    const since = await audit({ createdAfter: last });
    const before = await audit({ createdBefore: last });
    expect(since.data.map(({ at }) => at)).toEqual([last]);
    expect([...since.data, ...before.data]).toEqual(data);
    expect(await audit({ createdAfter: last, createdBefore: last })).toMatchObject({
      ...{ status: 400, fields: [{ path: "createdBefore" }] },
    });
  });

  test.each<[string, Record<string, string>, number, string]>([
    ["an account that is not there", { accountId: `acc_${nobody}` }, 404, "not_found"],
    ["a record that is not there", { subject: `scr_${nobody}` }, 404, "not_found"],
    ["a tenant, whom only the rails have", { tenantId: `ten_${nobody}` }, 400, "validation_error"],
    ["from after to", { from: "2026-11-22", to: "2026-11-21" }, 400, "validation_error"],
    ["a cursor of another account's trail", { cursor: "x" }, 400, "invalid_cursor"],
  ])("is not asked for %s", async (_, query, status, code) => {
    expect(await audit(query)).toMatchObject({ status, code });
  });

  test("is not for an account's key, nor for its cursor elsewhere", async () => {
    expect((await audit({}, one.apiKey)).status).toBe(401);
    const { nextCursor } = await audit({ accountId: one.id, limit: "1" });
    expect(await audit({ accountId: other.id, cursor: nextCursor ?? "" })).toMatchObject({ code: "invalid_cursor" });
  });

  test("is in the console, leading to the records that have a page", async () => {
    const visitor = new Visitor(deployed, "192.0.2.1", ofScreening);
    await visitor.signIn();
    const { status, text } = await visitor.get("showAudit", undefined, `accountId=${one.id}`);
    expect([status, text.match(/<h1>[^<]*/)?.[0]]).toEqual([200, "<h1>Audit trail"]);
    expect(text).toContain(`console/accounts/${one.id}`);
    expect(text).not.toMatch(/tenantId|\[object Object\]/);
  });
});
