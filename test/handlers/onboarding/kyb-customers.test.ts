import { describe, expect, test } from "vitest";
import { entry } from "../../../functions/app/core/aggregate.ts";
import { applyPartnerReport } from "../../../functions/app/onboarding/receive-partner.ts";
import { getTenant } from "../../../functions/app/tenants/tenants.ts";
import { noon } from "../../support/core/samples.ts";
import { approval, submittedKyb, TestOnboarding, word } from "../../support/onboarding/test-onboarding.ts";

/** What the trail of an application, or of a tenant, says was done to it. */
function trail(context: TestOnboarding, id: string): string[] {
  const entries = context.rows("entry").map(({ body }) => entry.parse(body));
  return entries.filter(({ aggregateId }) => aggregateId === id).map(({ reason }) => reason);
}

describe("a tenant", () => {
  test("that becomes another customer leaves the earlier one to nobody: approved again, that one is a tenant of its own", async () => {
    const context = new TestOnboarding();
    const { id } = context.tenant(null);
    for (const [nth, tenantId] of [id, id, null, null].entries()) {
      context.keep(submittedKyb({ id: `kyb_${nth}`, tenantId }));
      context.onboarding.says = { ...approval, partnerCustomerId: nth === 1 ? "cust_2" : "cust_1" };
      await context.ask(`kyb_${nth}`);
    }
    const { tenantId } = await context.read("kyb_2");
    expect(tenantId).not.toBe(id);
    expect((await getTenant(context, tenantId ?? "")).state.partnerCustomerId).toBe("cust_1");
    expect((await context.read("kyb_3")).tenantId).toBe(tenantId);
    expect((await getTenant(context, id)).state.partnerCustomerId).toBe("cust_2");
  });

  test("whose customer is another tenant's too says so in its trail", async () => {
    const context = new TestOnboarding();
    const [one, other] = [context.tenant(null, "one"), context.tenant(null, "other")];
    context.keep(submittedKyb({ id: "kyb_1", tenantId: one.id }));
    context.keep(submittedKyb({ id: "kyb_2", tenantId: other.id }));
    context.onboarding.says = approval;
    await context.ask("kyb_1");
    await context.ask("kyb_2");
    expect(trail(context, other.id).at(-1)).toContain(`the customer is ${one.id}'s too`);
    expect((await getTenant(context, one.id)).state.partnerCustomerId).toBe("cust_1");
  });
});

describe("a customer of the partner's", () => {
  test("has news for the application that waits for it, once however many names they tell", async () => {
    const context = new TestOnboarding();
    for (const id of ["kyb_1", "kyb_2"]) context.keep(submittedKyb({ id }));
    context.onboarding.says = word({ partnerCustomerId: "cust_1" });
    await context.ask("kyb_1");
    await applyPartnerReport(context, ["cust_1"]);
    expect((await context.read("kyb_1")).partner?.lookAt).toBe(noon);
    await applyPartnerReport(context, ["link_1", "cust_1"]);
    expect(trail(context, "kyb_1").filter((reason) => reason === "the partner has news")).toHaveLength(2);
    expect(trail(context, "kyb_2")).toEqual(["furnished"]);
  });
});
