import { beforeEach, describe, expect, test } from "vitest";
import type { DisputeRule } from "../../../functions/domain/disputes/rule.ts";
import { later } from "../../support/core/samples.ts";
import { AlertApi } from "../../support/disputes/alert-api.ts";

let api: AlertApi;

beforeEach(async () => {
  api = await AlertApi.open({ isoRef: "iso-7" });
});

const _operator = "operator:anna";

function _end(id: string, how: "resolve" | "dismiss", body?: unknown) {
  return api.send("POST", `/alerts/${id}/${how}`, { body });
}

describe("a tenant's rules", () => {
  const rule = (id: string, change: Partial<DisputeRule> = {}): DisputeRule => ({
    ...{ id, name: id, when: [{ attribute: "kind", operator: "EqualTo", value: "fraud" }], action: "dismiss" },
    ...change,
  });
  const holder = { attribute: "descriptor", operator: "Contains" } as const;
  const put = (...rules: unknown[]) => api.send("PUT", "/rules", { body: { rules } });

  test("are the default ones until it puts its own; each list has a number", async () => {
    const before = (await api.send("GET", "/rules")).json;
    expect([before.version, before.rules.length > 0]).toEqual([null, true]);
    expect((await put(rule("a"))).json).toMatchObject({ version: 1, rules: [rule("a")] });
    expect((await put(rule("a"))).json.version).toBe(1);
    expect((await put()).json).toMatchObject({ version: 2, rules: [] });
    expect((await api.send("GET", "/rules")).json).toMatchObject({ version: 2, rules: [] });
  });

  test.each([
    ["an id twice", [rule("a"), rule("a")]],
    ["over a hundred rules", Array.from({ length: 101 }, (_, at) => rule(`r${at}`))],
    [
      "an attribute that there is not",
      [{ ...rule("a"), when: [{ attribute: "mood", operator: "EqualTo", value: "x" }] }],
    ],
    [
      "an operator that does not fit",
      [{ ...rule("a"), when: [{ attribute: "kind", operator: "GreaterThan", value: 1 }] }],
    ],
    ["no conditions", [rule("a", { when: [] })]],
    ["a control character in a name", [rule("a", { name: "A\u0000" })]],
    ["a control character in a value", [rule("a", { when: [{ ...holder, value: "CORP\u0007" }] })]],
    ["half a character in a list of values", [rule("a", { when: [{ ...holder, operator: "In", value: ["\ud800"] }] })]],
    [
      "more conditions than can be kept",
      Array.from({ length: 11 }, (_, at) => rule(`r${at}`, { when: Array(20).fill(rule("x").when[0]) })),
    ],
  ])("with %s are refused, and the list before stays", async (_, rules) => {
    await put(rule("kept"));
    const reply = await put(...rules);
    expect([reply.status, reply.json.code]).toEqual([400, "validation_error"]);
    expect((await api.send("GET", "/rules")).json.rules).toEqual([rule("kept")]);
  });

  test("are tried on past alerts without changing anything", async () => {
    for (const [at, kind] of ["fraud", "dispute", "fraud"].entries()) {
      await api.ingest({ externalId: `A-${at}`, kind });
      api.pass(1);
    }
    const count = () => api.store.rows().filter(({ type }) => type !== "claim").length;
    const rows = count();
    const body = { rules: [rule("a")], limit: 2 };
    const first = (await api.send("POST", "/rules/dry-run", { body })).json;
    expect(first.data.map(({ action, ruleId }: { action: string; ruleId: string }) => [action, ruleId])).toEqual([
      ["dismiss", "a"],
      [null, null],
    ]);
    expect(first.counts).toMatchObject({ dismiss: 1, none: 1, refund: 0 });
    expect(first.data[1].audit[0].conditions).toMatchObject([{ actual: "dispute", held: false }]);
    const next = await api.send("POST", "/rules/dry-run", { body: { ...body, cursor: first.nextCursor } });
    expect(next.json).toMatchObject({ data: [{ action: "dismiss" }], nextCursor: null });
    expect(count()).toBe(rows);
  });

  test("are tried one alone, and over a time", async () => {
    await api.ingest({ kind: "fraud" });
    api.pass(86_400);
    await api.ingest({ externalId: "A-2", kind: "fraud" });
    await put(rule("a"), rule("b"));
    const dry = async (body: unknown) => api.send("POST", "/rules/dry-run", { body });
    expect((await dry({ ruleId: "b" })).json.data.map(({ ruleId }: { ruleId: string }) => ruleId)).toEqual(["b", "b"]);
    expect((await dry({ from: later(3600) })).json.data).toHaveLength(1);
    expect((await dry({ to: later(3600) })).json.data).toHaveLength(1);
    expect((await dry({ ruleId: "c" })).json).toMatchObject({ code: "validation_error", fields: [{ path: "ruleId" }] });
    expect((await dry({ cursor: "nonsense" })).json.code).toBe("invalid_cursor");
  });

  test("are tried over a time that is longer than all alerts without a read for each of its months", async () => {
    await api.ingest();
    const { calls } = api.store;
    const body = { from: "0000-01-01T00:00:00Z", to: "9999-12-31T23:59:59Z" };
    const { status, json } = await api.send("POST", "/rules/dry-run", { body });
    expect([status, json.data.length]).toEqual([200, 1]);
    expect(api.store.calls - calls).toBeLessThan(10);
  });
});
