import { beforeEach, describe, expect, test } from "vitest";
import { type AuditFilter, listAudit } from "../../../functions/app/audit/audit.ts";
import type { Entry } from "../../../functions/app/core/aggregate.ts";
import { recordAction } from "../../../functions/app/core/record-action.ts";
import { setFlag } from "../../../functions/app/tenants/flags-and-fees.ts";
import { changeTenant, mintKey } from "../../../functions/app/tenants/tenants.ts";
import { later, noon } from "../../support/core/samples.ts";
import { TestApi } from "../../support/core/test-api.ts";

let api: TestApi;
let id: string;

const by = (actor: string, action?: string) => ({ ...api.context, actor, ...(action !== undefined && { action }) });
const list = async (filter: Partial<AuditFilter> = {}) => (await listAudit(api.context, { limit: 50, ...filter })).data;
const reasons = async (filter: Partial<AuditFilter> = {}) => (await list(filter)).map(({ reason }) => reason);

beforeEach(async () => {
  api = new TestApi();
  ({ id } = await api.tenant());
  api.pass(60);
  await changeTenant(by("operator:one", "changeTenant"), id, { name: "B" });
  api.pass(60);
  await recordAction(by("operator:two"), { subject: "lst_1", reason: "list read", detail: { size: 3 } });
});

describe("a line of the trail", () => {
  test("says of a record what changed, by whom, and when", async () => {
    const [line] = await list({ tenantId: id, actor: "operator:one" });
    expect(line).toEqual({
      ...{ id: `${id}.2`, at: later(60), actor: "operator:one", action: "changeTenant", subject: id },
      ...{ subjectType: "tenant", tenantId: id, from: "active", to: "active", reason: "changed name" },
      before: { name: "Acme", updatedAt: noon },
      after: { name: "B", updatedAt: later(60) },
      ...{ requestId: "req_test", prevHash: expect.stringMatching(/^[0-9a-f]{64}$/) },
      ...{ hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
    expect(await reasons({ tenantId: id })).toEqual(["changed name", "tenant created", "key minted"]);
    expect((await list({ tenantId: id })).at(-1)).toMatchObject({ action: null, before: null, after: null });
  });

  test("says of an action what it was about, and of one about nothing itself", async () => {
    api.pass(1);
    await recordAction(by("operator:two"), { reason: "swept" });
    const [swept, read] = await list();
    expect(read).toMatchObject({
      subject: "lst_1",
      subjectType: "operator_action",
      tenantId: null,
      reason: "list read",
    });
    expect(swept).toMatchObject({ subject: expect.stringMatching(/^act_/), reason: "swept" });
  });
});

describe("the trail", () => {
  test("of operators is theirs alone, from a moment on and before another", async () => {
    expect(await reasons()).toEqual(["list read", "changed name"]);
    expect(await reasons({ actor: "operator:one" })).toEqual(["changed name"]);
    expect(await reasons({ action: "changeTenant" })).toEqual(["changed name"]);
    expect(await reasons({ action: "other" })).toEqual([]);
    expect(await reasons({ from: later(60), to: later(120) })).toEqual(["changed name"]);
    expect(await reasons({ from: later(120) })).toEqual(["list read"]);
    expect(await reasons({ to: later(60) })).toEqual([]);
    expect(await reasons({ from: later(60), to: later(60) })).toEqual([]);
    for (const range of [
      { createdAfter: later(60), createdBefore: later(120) },
      { from: noon, createdAfter: later(60), to: later(120), createdBefore: later(999) },
      { from: later(60), createdAfter: noon, to: later(999), createdBefore: later(120) },
    ])
      expect(await reasons(range)).toEqual(["changed name"]);
    expect(await reasons({ from: later(120), createdBefore: later(60) })).toEqual([]);
    await expect(list({ from: later(60), to: later(59) })).rejects.toMatchObject({
      ...{ code: "validation_error", message: "from: later than to" },
      detail: { fields: [{ path: "from", message: "later than to" }] },
    });
  });

  test("of a record is its own, or what operators did with it", async () => {
    const key = await mintKey(by("operator:one"), id, { name: null, environment: "test" });
    expect(await reasons({ subject: key.id })).toEqual(["key minted"]);
    expect(await reasons({ subject: "lst_1" })).toEqual(["list read"]);
    expect(await reasons({ subject: id })).toEqual(["changed name", "tenant created"]);
    expect(await reasons({ subject: id, tenantId: id, to: later(60) })).toEqual(["tenant created"]);
    expect(await reasons({ subject: id, createdBefore: later(60) })).toEqual(["tenant created"]);
    expect(await reasons({ subject: id, createdAfter: later(60) })).toEqual(["changed name"]);
    expect(await reasons({ subject: "lst_1", createdBefore: later(120) })).toEqual([]);
    const flag = { key: "escrow.enabled", enabled: false, tenantId: null, note: null } as const;
    await setFlag({ ...by("operator:one"), live: false }, flag);
    expect(await list({ subject: "flags#global" })).toMatchObject([{ subject: "flags#global", tenantId: null }]);
    await expect(list({ subject: "stl_0" })).rejects.toMatchObject({ code: "not_found", message: "no such record" });
    await expect(list({ tenantId: "ten_0" })).rejects.toMatchObject({ code: "not_found" });
  });

  test("of a screen is found by the screen's own id", async () => {
    const [row] = api.store.rows().filter(({ type, pk }) => type === "entry" && pk === id);
    if (!row) throw new Error("no entry");
    const body = { ...(row.body as Entry), after: { subject: "somebody" } };
    const put = { ...row, pk: "screen#scr_1", body, index: {} };
    await api.store.write([{ put, expect: "absent" }], "screen");
    // What a record calls its subject is no name of the record.
    expect(await list({ subject: "scr_1" })).toMatchObject([{ reason: "tenant created", subject: id }]);
  });

  test("goes on with a cursor of the same question, and of no other", async () => {
    await changeTenant(by("operator:one"), id, { name: "C" });
    const { nextCursor: cursor } = await listAudit(api.context, { limit: 1 });
    expect(await reasons({ cursor: cursor ?? "" })).toEqual(["list read", "changed name"]);
    for (const other of [
      { actor: "operator:one" },
      { action: "x" },
      { from: noon },
      { to: later(999) },
      { tenantId: id },
    ])
      await expect(list({ ...other, cursor: cursor ?? "" })).rejects.toMatchObject({ code: "invalid_cursor" });
    const own = (await listAudit(api.context, { subject: id, limit: 1 })).nextCursor ?? "";
    expect(await reasons({ subject: id, cursor: own })).toEqual(["changed name", "tenant created"]);
    await expect(list({ subject: id, actor: "test", cursor: own })).rejects.toMatchObject({ code: "invalid_cursor" });
  });

  test("reaches back to the beginning of the service, or of the tenant", async () => {
    api.nowMs = Date.parse("2027-03-01T00:00:00.000Z");
    expect(await reasons()).toEqual(["list read", "changed name"]);
    const { calls } = api.store;
    await list({ tenantId: id });
    // The tenant, and a month each from March back to November.
    expect(api.store.calls - calls).toBe(7);
    expect(await reasons({ from: "2025-01-01", to: "2027-02-01" })).toHaveLength(2);
    expect(await reasons({ from: "2026-12-01" })).toEqual([]);
  });
});
