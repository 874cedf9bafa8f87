import { describe, expect, test } from "vitest";
import { entry } from "../../../functions/app/core/aggregate.ts";
import { sweepKyb } from "../../../functions/app/onboarding/partner.ts";
import { changeKyb } from "../../../functions/app/onboarding/reads.ts";
import { applyPartnerReport } from "../../../functions/app/onboarding/receive-partner.ts";
import { changeTenant, getTenant } from "../../../functions/app/tenants/tenants.ts";
import { noon } from "../../support/core/samples.ts";
import { approval, submittedKyb, TestOnboarding, word } from "../../support/onboarding/test-onboarding.ts";

function contextWith(...applications: Parameters<typeof submittedKyb>[0][]): TestOnboarding {
  const context = new TestOnboarding();
  for (const change of applications) context.keep(submittedKyb(change));
  return context;
}

/** What the trail of an application, or of a tenant, says was done to it. */
function trail(context: TestOnboarding, id = "kyb_1"): string[] {
  const entries = context.rows("entry").map(({ body }) => entry.parse(body));
  return entries.filter(({ aggregateId }) => aggregateId === id).map(({ reason }) => reason);
}

function follows(context: TestOnboarding): string[] {
  return context.rows("entry").flatMap(({ body }) => entry.parse(body).follows.map(({ kind }) => kind));
}

describe("an approval", () => {
  test("makes one tenant with the wizard's wallet, and links it to the partner's customer", async () => {
    const context = contextWith({});
    context.onboarding.says = approval;
    const { tenantId, status } = await context.ask();
    expect(status).toBe("approved");
    expect((await getTenant(context, tenantId ?? "")).state).toMatchObject({
      ...{ slug: "acme-widgets-inc", name: "Acme Widgets, Inc.", contactEmail: "owner@acme.test" },
      ...{ destChain: "base", destWallet: "0x52908400098527886E0F7030069857D2E4169EE7", stable: "USDC" },
      ...{ partnerCustomerId: "cust_1", status: "active" },
    });
  });

  test.each(["before", "after"] as const)(
    "whose commit is lost %s it took effect is heard again, once",
    async (fault) => {
      const context = contextWith({});
      context.onboarding.says = approval;
      context.store.fault = fault;
      await expect(context.ask()).rejects.toThrow();
      context.pass(60);
      for (const row of context.rows("kyb")) await sweepKyb(context, row);
      expect(await context.read()).toMatchObject({ status: "approved", partnerCustomerId: "cust_1" });
      expect(context.rows("tenant")).toHaveLength(1);
      expect(context.rows("slug")).toHaveLength(1);
      expect(new Set(context.onboarding.applied.map(({ key }) => key))).toEqual(new Set(["kyb_1"]));
      expect(follows(context).filter((kind) => kind === "send_mail")).toHaveLength(1);
    },
  );

  test("that is said twice, and by two sweeps at once, makes one tenant", async () => {
    const context = contextWith({});
    context.onboarding.says = approval;
    await Promise.all([context.ask(), context.ask(), context.ask()]);
    await context.ask();
    expect(context.rows("tenant")).toHaveLength(1);
    expect(trail(context).filter((reason) => reason === "approved by the partner")).toHaveLength(1);
  });

  test.each([
    ["a rejection", word({ standing: "rejected", reasons: ["No."] })],
    ["another review", word({ missing: ["formation_document"] })],
    ["another customer", word({ standing: "approved", partnerCustomerId: "cust_2" })],
  ])("stands, though %s is told by a look that began before it", async (_, later) => {
    const context = contextWith({});
    context.onboarding.says = later;
    context.onboarding.meanwhile = async () => {
      context.onboarding.says = approval;
      await context.ask();
    };
    await context.ask();
    context.onboarding.says = later;
    await context.ask();
    expect(await context.read()).toMatchObject({ status: "approved", partnerCustomerId: "cust_1" });
    expect(context.rows("tenant")).toHaveLength(1);
  });

  test("that comes while a rejection is being heard does not undo it", async () => {
    const context = contextWith({});
    context.onboarding.says = approval;
    context.onboarding.meanwhile = async () => {
      context.onboarding.says = word({ standing: "rejected", reasons: ["No."] });
      await context.ask();
    };
    await context.ask();
    expect(await context.read()).toMatchObject({ status: "rejected", tenantId: null });
    expect(context.rows("tenant")).toHaveLength(0);
  });

  test("without a customer is none yet", async () => {
    const context = contextWith({});
    context.onboarding.says = word({ standing: "approved" });
    expect(await context.ask()).toMatchObject({ status: "under_review", tenantId: null });
    expect(context.rows("tenant")).toHaveLength(0);
  });

  test("of businesses of one name at once gives each a slug of its own", async () => {
    const ids = Array.from({ length: 5 }, (_, nth) => `kyb_${nth}`);
    const context = contextWith(...ids.map((id) => ({ id })));
    context.onboarding.says = ({ key }) => ({ ...approval, ref: `link_${key}`, partnerCustomerId: `cust_${key}` });
    await Promise.all(ids.map((id) => context.ask(id)));
    expect(new Set(context.rows("slug").map(({ pk }) => pk)).size).toBe(5);
    const tenants = await Promise.all(ids.map(async (id) => (await context.read(id)).tenantId));
    expect(new Set(tenants).size).toBe(5);
  });
});

describe("a business that was invited twice", () => {
  test("is one customer of the partner's, and one tenant, though both are approved at once", async () => {
    const context = contextWith({ id: "kyb_1" }, { id: "kyb_2" });
    context.onboarding.says = approval;
    const [one, other] = await Promise.all([context.ask("kyb_1"), context.ask("kyb_2")]);
    expect([one?.status, other?.status]).toEqual(["approved", "approved"]);
    expect(other?.tenantId).toBe(one?.tenantId);
    expect(context.rows("tenant")).toHaveLength(1);
  });

  test("once for a tenant and once for none, is that tenant", async () => {
    const context = new TestOnboarding();
    const { id } = context.tenant(null);
    context.keep(submittedKyb({ id: "kyb_1", tenantId: id }));
    context.keep(submittedKyb({ id: "kyb_2" }));
    context.onboarding.says = approval;
    await context.ask("kyb_1");
    expect(await context.ask("kyb_2")).toMatchObject({ status: "approved", tenantId: id });
    expect(context.rows("tenant")).toHaveLength(1);
  });
});

describe("an approval of a tenant's own application", () => {
  test("leaves the wallet that the tenant has, and a suspended tenant suspended", async () => {
    const context = new TestOnboarding();
    const { id } = context.tenant(null);
    await changeTenant(context, id, { status: "suspended" });
    context.keep(submittedKyb({ tenantId: id }));
    context.onboarding.says = approval;
    expect(await context.ask()).toMatchObject({ status: "approved", tenantId: id });
    expect((await getTenant(context, id)).state).toMatchObject({
      ...{ status: "suspended", partnerCustomerId: "cust_1", destWallet: "0xW", destChain: "base" },
    });
  });

  test("brings the wizard's wallet to a tenant that has none", async () => {
    const context = new TestOnboarding();
    const { id } = context.tenant(null, "acme", "");
    context.keep(submittedKyb({ tenantId: id }));
    context.onboarding.says = approval;
    await context.ask();
    expect((await getTenant(context, id)).state).toMatchObject({
      ...{ destWallet: expect.stringMatching(/^0x529/), stable: "USDC" },
    });
  });

  test("takes the place of an earlier customer, and the trail says whose", async () => {
    const context = new TestOnboarding();
    const { id } = context.tenant("cust_old");
    context.keep(submittedKyb({ tenantId: id }));
    context.onboarding.says = approval;
    await context.ask();
    expect((await getTenant(context, id)).state.partnerCustomerId).toBe("cust_1");
    expect(trail(context, id).at(-1)).toContain("cust_old");
  });

  test("does not lose what an operator changes of the tenant at that moment", async () => {
    const context = new TestOnboarding();
    const { id } = context.tenant(null);
    context.keep(submittedKyb({ tenantId: id }));
    context.onboarding.says = approval;
    await Promise.all([context.ask(), changeTenant(context, id, { name: "Acme Anew" })]);
    expect((await getTenant(context, id)).state).toMatchObject({
      ...{ name: "Acme Anew", partnerCustomerId: "cust_1" },
    });
  });
});

describe("a partner that is slow, silent or forgetful", () => {
  test("is told of an application until it has answered once, and then only looked at", async () => {
    const context = contextWith({});
    context.onboarding.says = new Error("no answer");
    await context.ask();
    expect(await context.read()).toMatchObject({ status: "submitted", partner: { told: false } });
    context.onboarding.says = word();
    await context.ask();
    await context.ask();
    expect(context.onboarding.applied).toHaveLength(2);
    expect(context.onboarding.looked).toEqual(["link_1"]);
  });

  test("says nothing about a submission that came after it was asked", async () => {
    const context = contextWith({ status: "under_review" });
    context.onboarding.says = word({ missing: ["formation_document"] });
    context.onboarding.meanwhile = () => {
      context.pass(1);
      const again = submittedKyb({ submittedAt: context.now });
      return changeKyb(context, "kyb_1", (state) => [
        { next: again, from: state.status, to: "submitted", reason: "submitted again" },
      ]);
    };
    await context.ask();
    expect(await context.read()).toMatchObject({ status: "submitted", partner: { missing: [], told: false } });
  });

  test("knows a corrected application by the name that it gave it before", async () => {
    const context = new TestOnboarding();
    const before = submittedKyb().partner ?? expect.fail();
    context.keep(submittedKyb({ partner: { ...before, ref: "link_1", brought: ["tax_id"] } }));
    await context.ask();
    expect(context.onboarding.applied).toMatchObject([{ key: "kyb_1", ref: "link_1", brought: ["tax_id"] }]);
  });
});

describe("news of the partner's", () => {
  test("of a name that nobody has yet change nothing, and the next look is not put off", async () => {
    const context = contextWith({});
    await applyPartnerReport(context, ["link_1", "cust_1"]);
    expect(trail(context)).toEqual(["furnished"]);
    expect((await context.read()).partner?.lookAt).toBe("2026-11-21T12:01:00.000Z");
  });

  test("make the application look at once, every one that has the name", async () => {
    const context = contextWith({ id: "kyb_1" }, { id: "kyb_2" }, { id: "kyb_3" });
    await context.ask("kyb_1");
    await context.ask("kyb_2");
    await applyPartnerReport(context, ["link_1", "cust_1"]);
    for (const id of ["kyb_1", "kyb_2"]) {
      expect((await context.read(id)).partner?.lookAt).toBe(noon);
      expect(trail(context, id).at(-1)).toBe("the partner has news");
    }
    expect(trail(context, "kyb_3")).toEqual(["furnished"]);
    expect(follows(context).filter((kind) => kind === "ask_partner")).toHaveLength(2);
  });

  test("that come while a look is under way are looked at again, and not put off by it", async () => {
    const context = contextWith({});
    await context.ask();
    context.pass(60);
    context.onboarding.meanwhile = () => applyPartnerReport(context, ["link_1"]);
    await context.ask();
    expect((await context.read()).partner?.lookAt).toBe(context.now);
  });

  test.each(["approved", "rejected"] as const)("change nothing of an application that is %s", async (status) => {
    const context = contextWith({});
    context.onboarding.says = word({ standing: status, partnerCustomerId: "cust_1" });
    await context.ask();
    const { length } = trail(context);
    await applyPartnerReport(context, ["link_1"]);
    expect(trail(context)).toHaveLength(length);
    expect((await context.read()).partner?.lookAt).toBeNull();
  });
});
