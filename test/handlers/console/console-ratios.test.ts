import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DisputeOffice, shownTo } from "../../support/disputes/dispute-office.ts";
import { Visitor } from "../../support/routes/visitor.ts";
import type { Owner } from "../../support/runner/deployed.ts";

const screening = new DisputeOffice();
let owner: Owner;
let other: Owner;
let one: Visitor;

const hostile = `"><script>alert(1)</script> & 'Söhne' 株式会社`;

const shown = (page: string, params?: Record<string, string>, query?: string) => shownTo(one, page, params, query);

beforeAll(async () => {
  ({ one: owner, other } = await screening.start());
  one = new Visitor(screening);
  expect((await one.signIn()).status).toBe(303);
});

afterAll(() => screening.stop());

describe("the ratios in the console", () => {
  test("list every tenant, and show one tenant's programs", async () => {
    const all = await shown("showRatios");
    for (const { id } of [owner, other]) expect(all).toContain(`disputes/ratios/${id}`);
    const text = await shown("showTenantRatios", { id: owner.id });
    for (const labels of ["Visa Acquirer Monitoring Program", "would breach it", "Suspend the credit"])
      expect(text).toContain(labels);
  });

  test("suspend a tenant's credit by hand and give it back", async () => {
    const id = other.id;
    const reply = await one.post("orderCreditByHand", { action: "suspend", note: hostile }, { id });
    expect([reply.status, reply.headers.location?.endsWith("done=credit-suspended")]).toEqual([303, true]);
    const suspended = await shown("showTenantRatios", { id });
    for (const labels of ["Give the credit back", "an operator", "wait out their return windows"])
      expect(suspended).toContain(labels);
    expect(await shown("showTenant", { id })).toContain("credit suspended");
    expect(await shown("showRatios")).toContain("manual");
    expect((await one.post("orderCreditByHand", { action: "reinstate", note: "" }, { id })).status).toBe(303);
    expect(await shown("showTenantRatios", { id })).toContain("Suspend the credit");
    expect((await one.post("orderCreditByHand", { action: "maybe", note: "" }, { id })).status).toBe(400);
  });
});

describe("every form about disputes", () => {
  test("of another site does nothing", async () => {
    const { id } = await screening.alert();
    const foreign = { "sec-fetch-site": "cross-site" };
    const reply = await one.post("dismissAlertByHand", { note: "" }, { id }, foreign);
    expect(reply.status).toBe(403);
    expect((await screening.made("getAlert", { id })).status).toBe("unmatched");
  });

  test.each([
    ["bindAlert", "alr"],
    ["resolveAlertByHand", "alr"],
    ["gatherCaseByHand", "cas"],
    ["addCaseFile", "cas"],
    ["submitCaseByHand", "cas"],
    ["orderCreditByHand", "ten"],
  ])("%s about nothing is a page that says so", async (form, prefix) => {
    const fields = {
      bindAlert: { paymentId: owner.paymentId },
      resolveAlertByHand: { resolution: "other" },
      addCaseFile: { type: "receipt", contentType: "application/pdf" },
      orderCreditByHand: { action: "suspend" },
    };
    const sent = fields[form as keyof typeof fields] ?? {};
    const reply = await one.post(form, sent, { id: `${prefix}_${"0".repeat(26)}` });
    expect([reply.status, reply.text.includes("There is nothing here")], reply.text).toEqual([404, true]);
  });
});
