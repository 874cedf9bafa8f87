import { createHash } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { entriesIn } from "../../../functions/app/core/aggregate.ts";
import { getBrand, type NewBrand, putBrand, removeBrand } from "../../../functions/app/tenants/brand-changes.ts";
import {
  applicantBrand,
  type BrandOwner,
  brandOf,
  brandsOf,
  givenBrand,
  listBrands,
} from "../../../functions/app/tenants/brands.ts";
import { feeRuleInForce, feeRuleKeys, rulesAround } from "../../../functions/app/tenants/fee-rule-rows.ts";
import { addFeeRule } from "../../../functions/app/tenants/flags-and-fees.ts";
import { findLogo, logoById, logoWrites, newLogo } from "../../../functions/app/tenants/logos.ts";
import { feesKey } from "../../../functions/app/tenants/tenant-settings.ts";
import {
  brandedUrl,
  isServed,
  logoPath,
  ownColours,
  plainBrand,
  platformBrand,
} from "../../../functions/domain/tenants/brand.ts";
import { type FeeRule, freeRule } from "../../../functions/domain/tenants/fee-rule.ts";
import { aPng } from "../../support/core/files.ts";
import { later, noon } from "../../support/core/samples.ts";
import { TestApi } from "../../support/core/test-api.ts";

const look: NewBrand = { ...platformBrand, name: "Rosa", supportEmail: "help@rosa.test" };
const png = Buffer.from(aPng(4, 2));
const id = createHash("sha256").update(png).digest("hex");
const logo = { id, contentType: "image/png", width: 4, height: 2 } as const;
let api: TestApi;
let one: string;

beforeEach(async () => {
  api = new TestApi();
  ({ id: one } = await api.tenant({ isoRef: "iso-7" }));
});

const context = (change: object = {}) => ({
  ...{ ...api.context, readsPng: () => true, stage: { hosts: ["pay.rosa.test"], local: false } },
  ...change,
});
const put = (owner: BrandOwner, change: Partial<NewBrand> = {}, stage: object = {}) =>
  putBrand(context(stage), owner, { ...look, ...change });
const trail = (record: string) => entriesIn(api.store.rows()).filter(({ aggregateId }) => aggregateId === record);

describe("a brand", () => {
  test("is set, changed, removed and set again, each on its trail, and the same again is nothing", async () => {
    const owner = { tenantId: one };
    const first = { ...look, ownerId: one, status: "set", createdAt: noon, updatedAt: noon };
    expect(await put(owner)).toEqual(first);
    api.pass(5);
    expect(await put(owner)).toEqual(first);
    expect(await put(owner, { name: "B" })).toEqual({ ...first, name: "B", updatedAt: later(5) });
    expect(await getBrand(context(), owner)).toEqual({ ...first, name: "B", updatedAt: later(5) });
    api.pass(5);
    expect(await removeBrand(context(), owner)).toEqual({
      ...{ ...first, name: "B", status: "removed", updatedAt: later(10) },
    });
    const none = { code: "not_found", message: "it has no brand of its own" };
    await expect(removeBrand(context(), owner)).rejects.toMatchObject(none);
    await expect(getBrand(context(), owner)).rejects.toMatchObject(none);
    expect(await put(owner)).toEqual({ ...first, createdAt: later(10), updatedAt: later(10) });
    expect(trail(`brand#${one}`).map(({ from, to, reason }) => `${from} ${to}: ${reason}`)).toEqual([
      ...["null set: brand set", "set set: brand set", "set removed: brand removed", "removed set: brand set"],
    ]);
    expect(trail(`brand#${one}`)[0]?.tenantId).toBe(one);
  });

  test("of a reseller is the platform's to keep, and nobody's tenant is asked for", async () => {
    expect(await put({ isoRef: "iso-9" })).toMatchObject({ ownerId: "iso#iso-9" });
    expect(trail("brand#iso#iso-9")[0]?.tenantId).toBe("platform");
    await expect(put({ tenantId: "ten_0" })).rejects.toMatchObject({ code: "not_found" });
  });

  test("is a tenant's own, else its reseller's, else plainly its name", async () => {
    const tenant = { id: one, name: "Acme", contactEmail: "a@acme.test", isoRef: "iso-7" };
    const plain = { ...platformBrand, name: "Acme", supportEmail: "a@acme.test" };
    expect(plainBrand(tenant)).toEqual(plain);
    expect([await brandOf(context(), tenant), await brandOf(context(), null)]).toEqual([plain, platformBrand]);
    expect([await givenBrand(context(), tenant), await applicantBrand(context(), tenant)]).toEqual([
      ...[undefined, platformBrand],
    ]);
    await put({ isoRef: "iso-7" }, { name: "Reseller", supportEmail: null });
    expect(await brandOf(context(), tenant)).toEqual({ ...look, name: "Reseller", supportEmail: "a@acme.test" });
    expect(await applicantBrand(context(), tenant)).toEqual({ ...look, name: "Reseller", supportEmail: null });
    expect(await brandOf(context(), { ...tenant, isoRef: null })).toEqual(plain);
    await put({ tenantId: one });
    expect(await brandOf(context(), tenant)).toEqual(look);
    expect(await applicantBrand(context(), null)).toEqual(platformBrand);
  });

  test("is listed with its tenant and its reseller", async () => {
    api.pass(1);
    const { id: two } = await api.tenant({ slug: "two", isoRef: "iso-7" });
    api.pass(1);
    const { id: three } = await api.tenant({ slug: "three" });
    const resellers = await put({ isoRef: "iso-7" }, { name: "Reseller" });
    const own = await put({ tenantId: two });
    const { data, nextCursor } = await listBrands(context(), { limit: 9 });
    expect([nextCursor, data.map(({ tenant, ...brands }) => ({ id: tenant.id, ...brands }))]).toEqual([
      null,
      [
        { id: three, own: null, resellers: null },
        { id: two, own, resellers },
        { id: one, own: null, resellers },
      ],
    ]);
    await removeBrand(context(), { tenantId: two });
    expect(await brandsOf(context(), [{ tenantId: two }, { isoRef: "iso-7" }])).toEqual([null, resellers]);
    const before = api.store.calls;
    expect([await brandsOf(context(), []), api.store.calls]).toEqual([[], before]);
    expect((await listBrands(context(), { limit: 9 })).data[1]).toMatchObject({ own: null });
  });

  test("has all that is wrong with it named, in the order of its fields", async () => {
    const refused = (change: Partial<NewBrand>, stage: object = {}) =>
      put({ tenantId: one }, change, stage).catch(({ message, detail }) => [message, detail.fields.length]);
    const unknown = "logo.id: no such picture is kept";
    expect(await refused({ logo: { id: "x" } })).toEqual([unknown, 1]);
    expect(await refused({ logo: { data: "" } })).toEqual(["logo.data: is neither PNG nor JPEG", 1]);
    expect(await refused({ logo: { data: png.toString("base64") } }, { readsPng: () => false })).toEqual([
      ...["logo.data: the PNG image cannot be unpacked", 1],
    ]);
    const colours = { ...ownColours, accent: "#ffcc00", text: "#eeeeee" };
    expect(await refused({ logo: { id: "x" }, colours, domain: "x.test" })).toEqual([unknown, 4]);
    const elsewhere = "domain: this stage does not answer under it;";
    const file = "(brandDomains in the stage's file)";
    expect(await refused({ domain: "x.test" })).toEqual([`${elsewhere} it has pay.rosa.test ${file}`, 1]);
    const local = { stage: { hosts: ["a.test", "b.test"], local: true } };
    expect(await refused({ domain: "x.test" }, local)).toEqual([
      `${elsewhere} it has a.test, b.test, *.localhost:PORT ${file}`,
      1,
    ]);
    const bare = { stage: { hosts: [], local: false } };
    expect(await refused({ domain: "x.test" }, bare)).toEqual([`${elsewhere} it has none for brands ${file}`, 1]);
    expect(await put({ tenantId: one }, { domain: "pay.rosa.test" })).toMatchObject({ domain: "pay.rosa.test" });
  });
});

describe("a logo", () => {
  test("is kept once under its hash, and found by it", async () => {
    expect(await put({ tenantId: one }, { logo: { data: png.toString("base64") } })).toMatchObject({ logo });
    const found = { logo, bytes: png };
    expect([await findLogo(context(), id), await logoById(context(), id)]).toEqual([found, found]);
    expect(await logoWrites(context(), found)).toEqual([]);
    const other = newLogo(Buffer.from(aPng(3, 3)).toString("base64"), () => true);
    if (typeof other === "string") throw new Error(other);
    expect(await logoWrites(context(), other)).toMatchObject([
      { put: { pk: `logo#${other.logo.id}`, sk: "row", v: 1, type: "logo" }, expect: "absent" },
    ]);
    expect(await put({ isoRef: "iso-9" }, { logo: { id } })).toMatchObject({ logo });
    expect(await findLogo(context(), "none")).toBeUndefined();
    await expect(logoById(context(), "none")).rejects.toMatchObject({ code: "not_found", message: "no such picture" });
    expect(logoPath(logo)).toBe(`brand/${id}`);
  });
});

describe("a brand's address", () => {
  test("is its domain under our scheme, or ours", () => {
    expect(brandedUrl({ domain: "pay.rosa.test" }, "https://ours.test/x")).toBe("https://pay.rosa.test");
    expect(brandedUrl({ domain: null }, "https://ours.test/x")).toBe("https://ours.test/x");
  });

  test.each([
    ["pay.rosa.test", true, true],
    ["x.pay.rosa.test", false, false],
    ["rosa.localhost", true, false],
    ["a-1.rosa.localhost:4002", true, false],
    ["localhost", false, false],
    ["rosa.localhost:", false, false],
    ["x rosa.localhost", false, false],
    ["rosa.localhost.test", false, false],
    ["rosa.localhost:x", false, false],
  ])("%s is served by one machine: %s, by a stage in the cloud: %s", (host, onMachine, inCloud) => {
    const served = [true, false].map((local) => isServed(host, { hosts: ["pay.rosa.test"], local }));
    expect(served).toEqual([onMachine, inCloud]);
  });
});

describe("a fee rule that is added", () => {
  const { id: _, createdAt: __, ...free } = freeRule;
  const add = (change: Partial<FeeRule> = {}) =>
    addFeeRule({ ...api.context, actor: "operator:one" }, { ...free, tenantId: one, effectiveFrom: null, ...change });

  test("has two rows that never change, and its scope counts it", async () => {
    const rule = await add({ bps: 5 });
    expect(rule).toEqual({
      ...{ ...free, tenantId: one, bps: 5, id: expect.stringMatching(/^fee_/), effectiveFrom: noon, createdAt: noon },
    });
    const rows = api.store.rows().filter(({ type }) => type === "fee_rule");
    const whole = { pk: `fees#${one}`, v: 1, type: "fee_rule", body: rule, index: {} };
    expect(rows).toEqual([
      { ...whole, sk: `rule#${rule.id}` },
      { ...whole, sk: `effective#settlement#${noon}#${rule.id}` },
    ]);
    const later = await add({ kind: "escrow" });
    const [scope] = await api.store.read([feesKey(one)]);
    expect(scope?.body).toMatchObject({ state: { tenantId: one, count: 2, newest: later } });
    const said = trail(`fees#${one}`).map(({ from, to, reason, tenantId }) => [from, to, reason, tenantId]);
    expect(said).toEqual([rule, later].map((each) => [null, each.id, "fee rule added", one]));
    expect(trail(`fees#${one}`)[1]?.after).toMatchObject({ schedules: { settlement: [rule.id], escrow: [later.id] } });
    expect(feeRuleKeys(one, rule.id)).toEqual([
      { pk: `fees#${one}`, sk: `rule#${rule.id}` },
      { pk: "fees#default", sk: `rule#${rule.id}` },
    ]);
    await expect(add({ tenantId: "ten_0" })).rejects.toMatchObject({ code: "not_found" });
    await add({ tenantId: null });
    expect(trail("fees#default")[0]?.tenantId).toBe("platform");
  });

  test("is made after the last one, and begins no earlier than that one where both begin at once", async () => {
    const first = await add();
    const second = await add();
    expect([second.createdAt, second.effectiveFrom]).toEqual([later(0.001), noon]);
    api.pass(-60);
    const third = await add();
    expect([third.createdAt, third.effectiveFrom]).toEqual([later(0.002), first.effectiveFrom]);
    const ahead = await add({ effectiveFrom: later(500) });
    const after = await add();
    expect([ahead.createdAt, after.createdAt, after.effectiveFrom]).toEqual([later(0.003), later(0.004), later(-60)]);
    api.pass(120);
    const now = await add();
    expect([now.createdAt, now.effectiveFrom]).toEqual([later(60), later(60)]);
  });

  test("is in force from its moment on, until the next one", async () => {
    const first = await add({ bps: 1 });
    const next = await add({ bps: 2, effectiveFrom: later(60) });
    await add({ kind: "escrow", bps: 3 });
    expect(await rulesAround(api.context, one, "settlement", later(59))).toEqual({ inForce: first, upcoming: [next] });
    expect(await rulesAround(api.context, one, "settlement", later(60))).toEqual({ inForce: next, upcoming: [] });
    expect(await rulesAround(api.context, "ten_0", "settlement", noon)).toEqual({ inForce: undefined, upcoming: [] });
    const none = { ownFees: undefined, defaultFees: undefined };
    expect(await feeRuleInForce(api.context, none, "settlement", noon)).toBe(freeRule);
  });
});
