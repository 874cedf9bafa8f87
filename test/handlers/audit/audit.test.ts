import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { entry } from "../../../functions/app/core/aggregate.ts";
import { DeployedSandbox, type Owner } from "../../support/runner/deployed.ts";
import { operationOf } from "../../support/runner/lambdas.ts";

const deployed = new DeployedSandbox();
const token = deployed.operatorToken;
const second = `${token}-2`;
const nobody = "7ZZZZZZZZZZZZZZZZZZZZZZZZZ";
let one: Owner;
let other: Owner;

interface Line {
  readonly actor: string;
  readonly action: string | null;
  readonly subject: string;
  readonly tenantId: string | null;
  readonly at: string;
  readonly [field: string]: unknown;
}

async function ask(path: string, query: Record<string, string> = {}) {
  const op = operationOf({ "/admin/audit": "listAudit", "/admin/flags/history": "listFlagHistory" }[path] ?? "");
  const headers = { authorization: `Bearer ${token}` };
  const reply = await deployed.send(op, { method: "GET", path: `${path}?${new URLSearchParams(query)}`, headers });
  const body = JSON.parse(reply.text);
  return { ...body, status: reply.status } as { status: number; data: Line[]; nextCursor: string; code?: string };
}

const audit = (query: Record<string, string> = {}) => ask("/admin/audit", query);

beforeAll(async () => {
  ({ one, other } = await deployed.start());
  for (const enabled of [false, true, null])
    await deployed.call(
      "setFlag",
      second,
      {},
      { key: "escrow.enabled", enabled, note: enabled === false ? "trial: one" : null },
    );
  await deployed.call("setFlag", token, {}, { key: "vendor.conversion.mock", enabled: false, tenantId: one.id });
  await deployed.call("setFlag", token, {}, { key: "vendor.conversion.mock", enabled: null, tenantId: one.id });
  await deployed.call("sweepWebhooks", token, {}, { limit: 5 });
});

afterAll(() => deployed.stop());

describe("the operators' log", () => {
  test("has what operators did, newest first, and nothing of what tenants or the service did", async () => {
    const { data } = await audit({ limit: "100" });
    expect(data[0]).toMatchObject({
      actor: "operator:one",
      action: "sweepWebhooks",
      subjectType: "operator_action",
      tenantId: null,
      from: null,
      to: "done",
      after: { detail: { limit: 5, force: false } },
    });
    expect(new Set(data.map(({ actor }) => actor))).toEqual(new Set(["operator:one", "operator:two"]));
    expect(data.map(({ at }) => at)).toEqual(
      data
        .map(({ at }) => at)
        .toSorted()
        .reverse(),
    );
  });

  test("is filtered by who and by what, and says what changed", async () => {
    const { data } = await audit({ actor: "operator:two", action: "setFlag" });
    expect(data).toHaveLength(3);
    expect(data.at(-1)).toMatchObject({
      subject: "flags#global",
      from: "escrow.enabled=unset",
      to: "escrow.enabled=false",
      before: null,
      after: { settings: { "escrow.enabled": { enabled: false, note: "trial: one" } } },
    });
    expect((await audit({ actor: "operator:nobody" })).data).toEqual([]);
  });

  test("begins and ends where it is asked to", async () => {
    const { data } = await audit({ limit: "100" });
    const [last, first] = [data.at(0)?.at ?? "", data.at(-1)?.at ?? ""];
    expect((await audit({ from: last })).data.map(({ at }) => at)).toEqual([last]);
    expect((await audit({ to: first })).data).toEqual([]);
    expect((await audit({ to: last, limit: "100" })).data).toHaveLength(data.length - 1);
    expect((await audit({ from: "2026-01-01", to: "2026-01-02" })).data).toEqual([]);
    expect((await audit({ from: "9998-01-01", to: "9999-01-01" })).data).toEqual([]);
  });
});

describe("a tenant's trail", () => {
  test("has what everybody did to everything of it, and nothing of another's", async () => {
    const { data } = await audit({ tenantId: one.id, limit: "100" });
    expect(new Set(data.map(({ tenantId }) => tenantId))).toEqual(new Set([one.id]));
    expect(new Set(data.map(({ actor }) => actor))).toEqual(new Set(["operator:one", "tenant:one"]));
    const subjects = data.map(({ subject }) => subject);
    expect(subjects).toEqual(expect.arrayContaining([one.id, one.keyId, one.invoiceId, one.settlementId]));
    expect(subjects).not.toContain(other.invoiceId);
  });

  test("has every entry that is stored of it, once", async () => {
    const response: string[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const page = await audit({ tenantId: one.id, limit: "7", ...(cursor ? { cursor } : {}) });
      response.push(...page.data.map(({ hash }) => String(hash)));
      cursor = page.nextCursor;
    }
    const stored = deployed.aws.store
      .rows()
      .flatMap(({ type, body }) => (type === "entry" ? entry.parse(body) : []))
      .filter(({ tenantId }) => tenantId === one.id);
    expect(stored.length).toBeGreaterThan(5);
    expect(response.toSorted()).toEqual(stored.map(({ hash }) => hash).toSorted());
  });

  test("is read page by page, each for a query and a read", async () => {
    const whole = (await audit({ tenantId: one.id, limit: "100" })).data;
    const seen: unknown[] = [];
    const costs = new Set<number>();
    for (let cursor: string | null = ""; cursor !== null; ) {
      const before = deployed.aws.store.calls;
      const page = await audit({ tenantId: one.id, limit: "2", ...(cursor ? { cursor } : {}) });
      costs.add(deployed.aws.store.calls - before);
      seen.push(...page.data);
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(whole);
    // The clock, the role, the tenant, the page, its rows.
    expect([...costs]).toEqual([5]);
  });
});

describe("a record's trail", () => {
  test("is its own, newest first, whichever of its names is given", async () => {
    const { data } = await audit({ subject: one.settlementId });
    expect(data.map(({ to }) => to)).toEqual(["screening", "collecting", "created"]);
    expect((await audit({ subject: one.paymentId })).data).toEqual(data);
    expect((await audit({ subject: one.settlementId, limit: "1" })).data).toEqual(data.slice(0, 1));
    expect((await audit({ subject: one.settlementId, tenantId: other.id })).data).toEqual([]);
    expect((await audit({ subject: "flags#global" })).data).toHaveLength(3);
  });

  test("shows neither a machine's token nor a payment's instructions", async () => {
    const { data } = await audit({ tenantId: one.id, limit: "100" });
    const text = JSON.stringify(data);
    for (const word of ["postings", "follows", "instructions", "sha256", "sealedSecret", "hostedUrl"])
      expect(text).not.toContain(`"${word}"`);
  });
});

describe("what cannot be asked", () => {
  test.each<[string, Record<string, string>, number, string]>([
    ["a day that does not exist", { from: "2026-02-30" }, 400, "validation_error"],
    ["a moment that does not exist", { to: "2026-11-21T25:00:00Z" }, 400, "validation_error"],
    ["a word for a date", { from: "yesterday" }, 400, "validation_error"],
    ["from after to", { from: "2026-11-22", to: "2026-11-21" }, 400, "validation_error"],
    ["an unknown tenant", { tenantId: `ten_${nobody}` }, 404, "not_found"],
    ["a tenant's slug", { tenantId: "one" }, 400, "validation_error"],
    ["an unknown record", { subject: `stl_${nobody}` }, 404, "not_found"],
    ["a blank subject", { subject: " " }, 400, "validation_error"],
    ["a cursor of nothing", { cursor: "nope" }, 400, "invalid_cursor"],
    ["no record at all on a page", { limit: "0" }, 400, "validation_error"],
  ])("%s is told", async (_, query, status, code) => {
    expect(await audit(query)).toMatchObject({ status, code });
  });

  test("is a cursor of another tenant's list, or of another record's", async () => {
    const { nextCursor } = await audit({ tenantId: one.id, limit: "1" });
    expect(await audit({ tenantId: other.id, cursor: nextCursor })).toMatchObject({ code: "invalid_cursor" });
    const own = (await audit({ subject: one.settlementId, limit: "1" })).nextCursor;
    expect(await audit({ subject: other.settlementId, cursor: own })).toMatchObject({
      status: 400,
      code: "invalid_cursor",
    });
  });
});

describe("the flags' history", () => {
  const history = (query: Record<string, string> = {}) => ask("/admin/flags/history", query);

  test("tells who set what, from what, and why, everywhere", async () => {
    const { data } = await history({ key: "escrow.enabled" });
    expect(data.map(({ key, from, to, note, actor, tenantId }) => [key, from, to, note, actor, tenantId])).toEqual([
      ["escrow.enabled", true, null, null, "operator:two", null],
      ["escrow.enabled", false, true, null, "operator:two", null],
      ["escrow.enabled", null, false, "trial: one", "operator:two", null],
    ]);
    const all = (await history()).data;
    expect(new Set(all.map(({ tenantId }) => tenantId))).toEqual(new Set([null, one.id]));
    expect(all.map(({ at }) => at)).toEqual(
      all
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    );
    const own = (await history({ tenantId: one.id })).data;
    expect(all.filter(({ tenantId }) => tenantId === one.id)).toEqual(own);
    expect((await history({ key: "vendor.conversion.mock" })).data).toEqual(own);
    const first = await history({ limit: "1" });
    const rest = await history({ cursor: first.nextCursor });
    expect([...first.data, ...rest.data]).toEqual(all);
  });

  test("of a tenant is its own, flag by flag, page by page", async () => {
    const { data, nextCursor } = await history({ tenantId: one.id, key: "vendor.conversion.mock", limit: "1" });
    expect(data).toMatchObject([{ tenantId: one.id, from: false, to: null }]);
    const rest = await history({ tenantId: one.id, key: "vendor.conversion.mock", cursor: nextCursor });
    expect(rest).toMatchObject({ data: [{ from: null, to: false }], nextCursor: null });
    expect(await history({ tenantId: `ten_${nobody}` })).toMatchObject({ status: 404 });
    expect(await history({ key: "nosuch" })).toMatchObject({ status: 400 });
  });
});
