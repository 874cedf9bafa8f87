import { beforeEach, describe, expect, test } from "vitest";
import { entriesIn } from "../../../functions/app/core/aggregate.ts";
import { effectiveFlags, listFlagHistory, setFlag } from "../../../functions/app/tenants/flags-and-fees.ts";
import {
  feesKey,
  flagsKey,
  tenantSettingsKeys,
  tenantSettingsOf,
} from "../../../functions/app/tenants/tenant-settings.ts";
import {
  askerFor,
  changeTenant,
  createTenant,
  freeSlug,
  getTenant,
  listKeys,
  listTenants,
  mintKey,
  namedTenant,
  revokeKey,
  tenantNames,
} from "../../../functions/app/tenants/tenants.ts";
import { currentApiVersion } from "../../../functions/domain/core/api-version.ts";
import type { FlagKey } from "../../../functions/domain/tenants/flag.ts";
import { later, noon } from "../../support/core/samples.ts";
import { TestApi } from "../../support/core/test-api.ts";

const input = {
  ...{ slug: "acme", name: "Acme", contactEmail: "a@acme.test", destChain: "base", destWallet: "0xW" },
  ...{ stable: "USDT", partnerCustomerId: "cust_1", isoRef: null, metadata: { ref: "7" } },
};
let api: TestApi;

beforeEach(() => {
  api = new TestApi();
});

const context = () => ({ ...api.context, actor: "operator:one", live: false });
const trail = (id: string) => entriesIn(api.store.rows()).filter(({ aggregateId }) => aggregateId === id);
const moves = (id: string) => trail(id).map(({ from, to, reason }) => `${from} ${to}: ${reason}`);

describe("a tenant", () => {
  test("is made active with what was said, and its slug is its own", async () => {
    const made = await createTenant(context(), input);
    expect(made).toEqual({
      ...{ ...input, id: expect.stringMatching(/^ten_/), status: "active", payers: "business", timeZone: "UTC" },
      ...{ country: null, apiVersion: null },
      ...{ ratioBreached: false, creditSuspended: null, frozenWallets: [], createdAt: noon, updatedAt: noon },
    });
    expect((await getTenant(context(), made.id)).state).toEqual(made);
    expect(moves(made.id)).toEqual(["null active: tenant created"]);
    const [slug] = api.store.rows().filter(({ type }) => type === "slug");
    expect(slug).toEqual({ pk: "slug#acme", sk: "row", v: 1, type: "slug", body: { tenantId: made.id }, index: {} });
    const pointers = api.store.rows().filter(({ type }) => type === "pointer");
    expect(pointers.map(({ pk, sk }) => [pk, sk])).toEqual([
      [expect.stringContaining("partner_customer cust_1"), made.id],
    ]);
    await createTenant(context(), { ...input, slug: "alone", partnerCustomerId: null });
    expect(api.store.rows().filter(({ type }) => type === "pointer")).toEqual(pointers);
    const refused = { code: "tenant_exists", message: "a tenant with this slug exists" };
    await expect(createTenant(context(), input)).rejects.toMatchObject(refused);
    const twins = [0, 1].map(() => createTenant(context(), { ...input, slug: "twin" }).catch(({ code }) => code));
    expect((await Promise.all(twins)).filter((each) => each === "tenant_exists")).toHaveLength(1);
    expect(await createTenant(context(), { ...input, slug: "who", payers: "unknown" })).toMatchObject({
      payers: "unknown",
    });
  });

  test("is changed in what is said, and by nothing not at all", async () => {
    const made = await createTenant(context(), input);
    api.pass(5);
    const changed = await changeTenant(context(), made.id, { name: "B", status: "suspended", isoRef: undefined });
    expect(changed).toEqual({ ...made, name: "B", status: "suspended", updatedAt: later(5) });
    const commits = api.store.commits;
    expect(await changeTenant(context(), made.id, { name: undefined })).toEqual(changed);
    expect(api.store.commits).toBe(commits);
    expect(moves(made.id)).toEqual(["null active: tenant created", "active suspended: changed name, status"]);
    await expect(changeTenant(context(), "ten_0", {})).rejects.toMatchObject({ message: "no such tenant" });
  });

  test("is found by its id, with its name, and as who asks", async () => {
    const one = await createTenant(context(), input);
    api.pass(1);
    const other = await createTenant(context(), { ...input, slug: "other", name: "Other" });
    expect((await listTenants(context(), { limit: 9 })).data).toEqual([other, one]);
    expect([...(await tenantNames(context(), [one.id, other.id, one.id, "ten_0"]))]).toEqual([
      [one.id, "Acme"],
      [other.id, "Other"],
    ]);
    expect(await askerFor(context(), other.id)).toEqual({ tenantId: other.id, tenantCreatedAt: later(1) });
    expect(await namedTenant(context(), one.id)).toEqual({ id: one.id, createdAt: noon });
    expect([await namedTenant(context(), null), await namedTenant(context(), undefined)]).toEqual([null, null]);
    await expect(namedTenant(context(), "ten_0")).rejects.toMatchObject({
      ...{ code: "validation_error", message: "tenantId: no such tenant" },
      detail: { fields: [{ path: "tenantId", message: "no such tenant" }] },
    });
  });

  test("has the first slug of its name that is free, and letters of its own after twenty", async () => {
    expect(await freeSlug(context(), "Acme")).toBe("acme");
    await createTenant(context(), input);
    expect(await freeSlug(context(), "Acme")).toBe("acme-2");
    for (let nth = 2; nth <= 20; nth += 1) await createTenant(context(), { ...input, slug: `acme-${nth}` });
    expect(await freeSlug(context(), "Acme")).toMatch(/^acme-[0-9a-z]{4}$/);
  });
});

describe("a key", () => {
  test("is minted with a secret that is nowhere on record, and revoked once", async () => {
    const { id, slug } = await createTenant(context(), input);
    api.pass(5);
    const { secret, ...key } = await mintKey(context(), id, { name: "ci", environment: "live" });
    expect(secret).toMatch(/^slc_live_/);
    expect(key).toEqual({
      ...{ id: expect.stringMatching(/^key_/), tenantId: id, tenantSlug: slug, tenantCreatedAt: noon, name: "ci" },
      apiVersion: currentApiVersion,
      ...{ scopes: ["*"], expiresAt: null, sourceRanges: null },
      ...{ prefix: secret.slice(0, 15), last4: secret.slice(-4), sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
      ...{ createdAt: later(5), revokedAt: null },
    });
    expect(JSON.stringify(api.store.rows())).not.toContain(secret);
    expect((await listKeys(context(), id, { limit: 9 })).data).toEqual([{ ...key, lastUsedAt: null }]);
    expect(trail(key.id)[0]?.after).not.toHaveProperty("sha256");
    api.pass(5);
    const revoked = { ...key, lastUsedAt: null, revokedAt: later(10) };
    expect(await revokeKey(context(), id, key.id)).toEqual(revoked);
    api.pass(5);
    expect(await revokeKey(context(), id, key.id)).toEqual(revoked);
    expect(moves(key.id)).toEqual(["null active: key minted", "active revoked: key revoked"]);
    for (const ask of [revokeKey(context(), "ten_0", key.id), revokeKey(context(), id, "key_0")])
      await expect(ask).rejects.toMatchObject({ code: "not_found", message: "no such key" });
    for (const ask of [
      listKeys(context(), "ten_0", { limit: 9 }),
      mintKey(context(), "ten_0", { name: null, environment: "test" }),
    ])
      await expect(ask).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("a flag", () => {
  const key: FlagKey = "escrow.enabled";
  const set = (enabled: boolean | null, tenantId: string | null = null, note: string | null = null) =>
    setFlag(context(), { key, enabled, tenantId, note });
  const shown = async (tenantId: string | null) =>
    (await effectiveFlags(context(), tenantId)).find((flag) => flag.key === key);

  test("is on or off for everybody, or for one tenant, who is named where it is theirs", async () => {
    const { id } = await createTenant(context(), input);
    const plain = { key, enabled: true, source: "default", note: null, tenantId: null };
    expect([await shown(null), await shown(id)]).toEqual([plain, plain]);
    const all = { ...plain, enabled: false, source: "global", note: "trial" };
    expect((await set(false, null, "trial")).find((flag) => flag.key === key)).toEqual(all);
    expect(await shown(id)).toEqual(all);
    const own = { ...plain, source: "tenant", tenantId: id };
    expect((await set(true, id)).find((flag) => flag.key === key)).toEqual(own);
    expect([await shown(null), await shown(id)]).toEqual([all, own]);
    await set(null, id);
    expect(await shown(id)).toEqual(all);
    await expect(effectiveFlags(context(), "ten_0")).rejects.toMatchObject({ code: "not_found" });
    await expect(set(true, "ten_0")).rejects.toMatchObject({ code: "not_found" });
  });

  test("is on the trail with what it was and is, and in its history by who and why", async () => {
    const { id } = await createTenant(context(), input);
    await setFlag(context(), { key: "webhooks.retry.enabled", enabled: true, tenantId: id, note: null });
    await set(null, id);
    await set(false, id, "trial: one");
    api.pass(5);
    await set(true, id);
    await set(null, id);
    expect(moves(`flags#${id}`)).toEqual([
      "webhooks.retry.enabled=unset webhooks.retry.enabled=true: webhooks.retry.enabled",
      "escrow.enabled=unset escrow.enabled=false: escrow.enabled: trial: one",
      "escrow.enabled=false escrow.enabled=true: escrow.enabled",
      "escrow.enabled=true escrow.enabled=unset: escrow.enabled",
    ]);
    await set(true);
    expect([trail(`flags#${id}`)[0]?.tenantId, trail("flags#global")[0]?.tenantId]).toEqual([id, "platform"]);
    await set(null);
    const by = { key, tenantId: id, actor: "operator:one", requestId: "req_test" };
    const history = async (query: object) => (await listFlagHistory(context(), { limit: 9, ...query })).data;
    expect(await history({ tenantId: id, key })).toEqual([
      { ...by, at: later(5), from: true, to: null, note: null },
      { ...by, at: later(5), from: false, to: true, note: null },
      { ...by, at: noon, from: null, to: false, note: "trial: one" },
    ]);
    expect(await history({ tenantId: id })).toHaveLength(4);
    const everywhere = await history({});
    expect(everywhere.filter(({ tenantId }) => tenantId === id)).toEqual(await history({ tenantId: id }));
    expect(everywhere).toHaveLength(6);
    expect(await history({ tenantId: null })).toMatchObject([
      { tenantId: null, to: null },
      { tenantId: null, to: true },
    ]);
    const { nextCursor: cursor } = await listFlagHistory(context(), { tenantId: id, key, limit: 1 });
    for (const other of [
      { tenantId: id, cursor },
      { tenantId: id, key: "webhooks.retry.enabled", cursor },
    ])
      await expect(history(other)).rejects.toMatchObject({ code: "invalid_cursor" });
    const settings = tenantSettingsOf(await api.store.read(tenantSettingsKeys(id)));
    expect(settings.tenant?.id).toBe(id);
    expect([settings.ownFees, settings.defaultFees, settings.flags.on(key)]).toEqual([undefined, undefined, true]);
    expect([flagsKey(null), feesKey(null)]).toEqual([
      { pk: "flags#global", sk: "row" },
      { pk: "fees#default", sk: "row" },
    ]);
  });

  test("that loosens a safeguard stays on in production", async () => {
    const strict = { ...context(), live: true };
    const off = { key: "kyt.screening.enforce", enabled: false, tenantId: null, note: null } as const;
    await expect(setFlag(strict, off)).rejects.toMatchObject({
      ...{ code: "flag_not_allowed", message: "kyt.screening.enforce cannot be switched off in production" },
    });
    for (const allowed of [
      { ...off, enabled: true },
      { ...off, enabled: null },
      { ...off, key },
    ] as const)
      expect(await setFlag(strict, allowed)).toHaveLength(12);
    expect(await setFlag(context(), off)).toContainEqual(expect.objectContaining({ key: off.key, enabled: false }));
  });
});
