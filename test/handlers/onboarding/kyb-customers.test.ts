import { describe, expect, test } from "vitest";
import { entry } from "../../../functions/app/core/aggregate.ts";
import { partnerMoved } from "../../../functions/app/onboarding/receive-partner.ts";
import { getTenant } from "../../../functions/app/tenants/tenants.ts";
import { noon } from "../../support/core/samples.ts";
import { approval, OnboardingDesk, submittedKyb, word } from "../../support/onboarding/partner-desk.ts";

/** What the trail of an application, or of a tenant, says was done to it. */
function trail(desk: OnboardingDesk, id: string): string[] {
  const entries = desk.rows("entry").map(({ body }) => entry.parse(body));
  return entries.filter(({ aggregateId }) => aggregateId === id).map(({ reason }) => reason);
}

describe("a tenant", () => {
  test("that becomes another customer leaves the earlier one to nobody: approved again, that one is a tenant of its own", async () => {
    const desk = new OnboardingDesk();
    const { id } = desk.tenant(null);
    for (const [nth, tenantId] of [id, id, null, null].entries()) {
      desk.keep(submittedKyb({ id: `kyb_${nth}`, tenantId }));
      desk.onboarding.says = { ...approval, partnerCustomerId: nth === 1 ? "cust_2" : "cust_1" };
      await desk.ask(`kyb_${nth}`);
    }
    const { tenantId } = await desk.read("kyb_2");
    expect(tenantId).not.toBe(id);
    expect((await getTenant(desk, tenantId ?? "")).state.partnerCustomerId).toBe("cust_1");
    expect((await desk.read("kyb_3")).tenantId).toBe(tenantId);
    expect((await getTenant(desk, id)).state.partnerCustomerId).toBe("cust_2");
  });

  test("whose customer is another tenant's too says so in its trail", async () => {
    const desk = new OnboardingDesk();
    const [one, other] = [desk.tenant(null, "one"), desk.tenant(null, "other")];
    desk.keep(submittedKyb({ id: "kyb_1", tenantId: one.id }));
    desk.keep(submittedKyb({ id: "kyb_2", tenantId: other.id }));
    desk.onboarding.says = approval;
    await desk.ask("kyb_1");
    await desk.ask("kyb_2");
    expect(trail(desk, other.id).at(-1)).toContain(`the customer is ${one.id}'s too`);
    expect((await getTenant(desk, one.id)).state.partnerCustomerId).toBe("cust_1");
  });
});

describe("a customer of the partner's", () => {
  test("has news for the application that waits for it, once however many names they tell", async () => {
    const desk = new OnboardingDesk();
    for (const id of ["kyb_1", "kyb_2"]) desk.keep(submittedKyb({ id }));
    desk.onboarding.says = word({ partnerCustomerId: "cust_1" });
    await desk.ask("kyb_1");
    await partnerMoved(desk, ["cust_1"]);
    expect((await desk.read("kyb_1")).partner?.lookAt).toBe(noon);
    await partnerMoved(desk, ["link_1", "cust_1"]);
    expect(trail(desk, "kyb_1").filter((reason) => reason === "the partner has news")).toHaveLength(2);
    expect(trail(desk, "kyb_2")).toEqual(["furnished"]);
  });
});
