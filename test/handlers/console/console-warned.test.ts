import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DisputeOffice, shownTo } from "../../support/disputes/dispute-office.ts";
import { Visitor } from "../../support/routes/visitor.ts";
import type { Owner } from "../../support/runner/deployed.ts";

/** A day on which the GENIUS Act warns of USDT and refuses it not yet. */
const warnedDay = "2027-06-01T12:00:00.000Z";

const office = new DisputeOffice({ HOLD: "true" });
let owner: Owner;
let one: Visitor;
let before: Record<string, unknown>;

const read = (id: string, params: Record<string, string>) => office.made(id, params, undefined, office.operatorToken);
const shown = (page: string, params?: Record<string, string>) => shownTo(one, page, params);
const notice = "USDT in the US: the GENIUS Act is in force";

beforeAll(async () => {
  ({ one: owner } = await office.start());
  before = await read("getTenant", { id: owner.id });
  await office.advance(Math.round((Date.parse(warnedDay) - Date.now()) / 1000));
  one = new Visitor(office);
  expect((await one.signIn()).status).toBe(303);
});

afterAll(() => office.stop());

describe("a stablecoin that a rule warns of", () => {
  test("is said of its tenant over HTTP, alone and in the list, and was not before", async () => {
    expect(before).not.toHaveProperty("warnings");
    const warnings = [expect.objectContaining({ code: "asset_warned", stable: "USDT", refusedFrom: "2028-07-18" })];
    expect(await read("getTenant", { id: owner.id })).toMatchObject({ warnings });
    const { data } = await read("listTenants", {});
    expect(data.find((each: { id: string }) => each.id === owner.id)).toMatchObject({ warnings });
  });

  test("is marked in the console on the tenant, in the tenants' list and on the overview", async () => {
    expect(await shown("showTenant", { id: owner.id })).toContain(notice);
    expect(await shown("showTenants")).toMatch(/USDT on base <span class="[^"]*warn[^"]*">warned/);
    const overview = await shown("showOverview");
    for (const each of ["Stablecoins that a rule warns of", "USDT, DAI", "may not be offered"])
      expect(overview).toContain(each);
  });

  test("is marked on a settlement and an escrow that are under way", async () => {
    expect(await shown("showSettlement", { id: owner.settlementId })).toContain(notice);
    const body = { reference: "warned", amountCents: 10_000, payoutAddress: "0xSELLER" };
    const escrow = await office.made("createEscrow", {}, body, owner.apiKey);
    expect(escrow.warnings).toMatchObject([{ rule: "genius_in_force", refusedFrom: "2028-07-18" }]);
    expect(await shown("showEscrow", { id: escrow.id })).toContain(notice);
  });

  test("is no more where the tenant is paid in another", async () => {
    await office.made("changeTenant", { id: owner.id }, { stable: "USDC" }, office.operatorToken);
    expect(await read("getTenant", { id: owner.id })).not.toHaveProperty("warnings");
    expect(await shown("showTenant", { id: owner.id })).not.toContain(notice);
  });
});
