import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Tenant } from "../../../functions/domain/tenants/tenant.ts";
import { DisputeOffice, shownTo } from "../../support/disputes/dispute-office.ts";
import { Visitor } from "../../support/routes/visitor.ts";
import type { Owner } from "../../support/runner/deployed.ts";

const office = new DisputeOffice();
let owner: Owner;
let other: Owner;
let one: Visitor;

const wallet = { address: "0xFROZEN", chain: "base", stable: "USDT" };

beforeAll(async () => {
  ({ one: owner, other } = await office.start());
  one = new Visitor(office);
  expect((await one.signIn()).status).toBe(303);
});

afterAll(() => office.stop());

/** Marks wallets of a tenant as a refused payout would. */
function mark(id: string, ...wallets: readonly object[]) {
  const found = { since: "2026-11-21T12:00:00.000Z", subjectId: owner.settlementId };
  return office.set<Tenant>(id, () => ({ frozenWallets: wallets.map((each) => ({ ...wallet, ...found, ...each })) }));
}

const tenantPage = (id: string) => shownTo(one, "showTenant", { id });

describe("a tenant's page in the console", () => {
  test("says nothing of frozen wallets where there is none", async () => {
    expect(await tenantPage(owner.id)).not.toContain("frozen by the issuer");
  });

  test("lists each with what found it, and clears the mark of one", async () => {
    await mark(owner.id, {}, { address: "0xANOTHER" });
    const text = await tenantPage(owner.id);
    for (const shown of ["Wallets frozen by the issuer", "0xFROZEN", "0xANOTHER", `settlements/${owner.settlementId}`])
      expect(text).toContain(shown);
    const reply = await one.post("clearFrozen", wallet, { id: owner.id });
    expect([reply.status, reply.headers.location?.endsWith("done=frozen-cleared")]).toEqual([303, true]);
    const after = await tenantPage(owner.id);
    expect(after).toContain("0xANOTHER");
    expect(after).not.toContain("0xFROZEN");
  });

  test("takes no form without a wallet", async () => {
    expect((await one.post("clearFrozen", { ...wallet, address: "" }, { id: owner.id })).status).toBe(400);
  });
});

describe("an operator's call", () => {
  const clear = (id: string, body: object) => office.call("clearFrozenWallet", office.operatorToken, { id }, body);

  test("clears a mark over HTTP, and the same again changes nothing", async () => {
    await mark(owner.id, {});
    expect(
      (await office.made("getTenant", { id: owner.id }, undefined, office.operatorToken)).frozenWallets,
    ).toMatchObject([wallet]);
    const first = await clear(owner.id, { ...wallet, note: "released" });
    expect([first.status, JSON.parse(first.text).frozenWallets]).toEqual([200, []]);
    const second = await clear(owner.id, wallet);
    expect([second.status, second.text]).toEqual([200, first.text]);
  });

  test("touches no other tenant's mark", async () => {
    await mark(owner.id, {});
    await clear(other.id, wallet);
    expect(
      (await office.made("getTenant", { id: owner.id }, undefined, office.operatorToken)).frozenWallets,
    ).toHaveLength(1);
  });

  test.each([
    ["an unknown tenant", "ten_01K00000000000000000000000", wallet, 404],
    ["a wallet without a chain", null, { ...wallet, chain: undefined }, 400],
    ["a list of addresses", null, { ...wallet, address: ["0xFROZEN"] }, 400],
  ])("is refused for %s", async (_, id, body, status) => {
    expect((await clear(id ?? owner.id, body)).status).toBe(status);
  });
});
