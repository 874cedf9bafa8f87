import { describe, expect, test } from "vitest";
import { entry } from "../../../functions/app/core/aggregate.ts";
import { sweepKyb } from "../../../functions/app/onboarding/partner.ts";
import { changeKyb } from "../../../functions/app/onboarding/reads.ts";
import { partnerMoved } from "../../../functions/app/onboarding/receive-partner.ts";
import { changeTenant, getTenant } from "../../../functions/app/tenants/tenants.ts";
import { noon } from "../../support/core/samples.ts";
import { approval, OnboardingDesk, submittedKyb, word } from "../../support/onboarding/partner-desk.ts";

function deskWith(...applications: Parameters<typeof submittedKyb>[0][]): OnboardingDesk {
  const desk = new OnboardingDesk();
  for (const change of applications) desk.keep(submittedKyb(change));
  return desk;
}

/** What the trail of an application, or of a tenant, says was done to it. */
function trail(desk: OnboardingDesk, id = "kyb_1"): string[] {
  const entries = desk.rows("entry").map(({ body }) => entry.parse(body));
  return entries.filter(({ aggregateId }) => aggregateId === id).map(({ reason }) => reason);
}

function follows(desk: OnboardingDesk): string[] {
  return desk.rows("entry").flatMap(({ body }) => entry.parse(body).follows.map(({ kind }) => kind));
}

describe("an approval", () => {
  test("makes one tenant with the wizard's wallet, and links it to the partner's customer", async () => {
    const desk = deskWith({});
    desk.onboarding.says = approval;
    const { tenantId, status } = await desk.ask();
    expect(status).toBe("approved");
    expect((await getTenant(desk, tenantId ?? "")).state).toMatchObject({
      ...{ slug: "acme-widgets-inc", name: "Acme Widgets, Inc.", contactEmail: "owner@acme.test" },
      ...{ destChain: "base", destWallet: "0x52908400098527886E0F7030069857D2E4169EE7", stable: "USDC" },
      ...{ partnerCustomerId: "cust_1", status: "active" },
    });
  });

  test.each(["before", "after"] as const)(
    "whose commit is lost %s it took effect is heard again, once",
    async (fault) => {
      const desk = deskWith({});
      desk.onboarding.says = approval;
      desk.book.fault = fault;
      await expect(desk.ask()).rejects.toThrow();
      desk.pass(60);
      for (const row of desk.rows("kyb")) await sweepKyb(desk, row);
      expect(await desk.read()).toMatchObject({ status: "approved", partnerCustomerId: "cust_1" });
      expect(desk.rows("tenant")).toHaveLength(1);
      expect(desk.rows("slug")).toHaveLength(1);
      expect(new Set(desk.onboarding.applied.map(({ key }) => key))).toEqual(new Set(["kyb_1"]));
      expect(follows(desk).filter((kind) => kind === "send_mail")).toHaveLength(1);
    },
  );

  test("that is said twice, and by two sweeps at once, makes one tenant", async () => {
    const desk = deskWith({});
    desk.onboarding.says = approval;
    await Promise.all([desk.ask(), desk.ask(), desk.ask()]);
    await desk.ask();
    expect(desk.rows("tenant")).toHaveLength(1);
    expect(trail(desk).filter((reason) => reason === "approved by the partner")).toHaveLength(1);
  });

  test.each([
    ["a rejection", word({ standing: "rejected", reasons: ["No."] })],
    ["another review", word({ missing: ["formation_document"] })],
    ["another customer", word({ standing: "approved", partnerCustomerId: "cust_2" })],
  ])("stands, though %s is told by a look that began before it", async (_, later) => {
    const desk = deskWith({});
    desk.onboarding.says = later;
    desk.onboarding.meanwhile = async () => {
      desk.onboarding.says = approval;
      await desk.ask();
    };
    await desk.ask();
    desk.onboarding.says = later;
    await desk.ask();
    expect(await desk.read()).toMatchObject({ status: "approved", partnerCustomerId: "cust_1" });
    expect(desk.rows("tenant")).toHaveLength(1);
  });

  test("that comes while a rejection is being heard does not undo it", async () => {
    const desk = deskWith({});
    desk.onboarding.says = approval;
    desk.onboarding.meanwhile = async () => {
      desk.onboarding.says = word({ standing: "rejected", reasons: ["No."] });
      await desk.ask();
    };
    await desk.ask();
    expect(await desk.read()).toMatchObject({ status: "rejected", tenantId: null });
    expect(desk.rows("tenant")).toHaveLength(0);
  });

  test("without a customer is none yet", async () => {
    const desk = deskWith({});
    desk.onboarding.says = word({ standing: "approved" });
    expect(await desk.ask()).toMatchObject({ status: "under_review", tenantId: null });
    expect(desk.rows("tenant")).toHaveLength(0);
  });

  test("of businesses of one name at once gives each a slug of its own", async () => {
    const ids = Array.from({ length: 5 }, (_, nth) => `kyb_${nth}`);
    const desk = deskWith(...ids.map((id) => ({ id })));
    desk.onboarding.says = ({ key }) => ({
      ...approval,
      ref: `link_${key}`,
      partnerCustomerId: `cust_${key}`,
    });
    await Promise.all(ids.map((id) => desk.ask(id)));
    expect(new Set(desk.rows("slug").map(({ pk }) => pk)).size).toBe(5);
    const tenants = await Promise.all(ids.map(async (id) => (await desk.read(id)).tenantId));
    expect(new Set(tenants).size).toBe(5);
  });
});

describe("a business that was invited twice", () => {
  test("is one customer of the partner's, and one tenant, though both are approved at once", async () => {
    const desk = deskWith({ id: "kyb_1" }, { id: "kyb_2" });
    desk.onboarding.says = approval;
    const [one, other] = await Promise.all([desk.ask("kyb_1"), desk.ask("kyb_2")]);
    expect([one?.status, other?.status]).toEqual(["approved", "approved"]);
    expect(other?.tenantId).toBe(one?.tenantId);
    expect(desk.rows("tenant")).toHaveLength(1);
  });

  test("once for a tenant and once for none, is that tenant", async () => {
    const desk = new OnboardingDesk();
    const { id } = desk.tenant(null);
    desk.keep(submittedKyb({ id: "kyb_1", tenantId: id }));
    desk.keep(submittedKyb({ id: "kyb_2" }));
    desk.onboarding.says = approval;
    await desk.ask("kyb_1");
    expect(await desk.ask("kyb_2")).toMatchObject({ status: "approved", tenantId: id });
    expect(desk.rows("tenant")).toHaveLength(1);
  });
});

describe("an approval of a tenant's own application", () => {
  test("leaves the wallet that the tenant has, and a suspended tenant suspended", async () => {
    const desk = new OnboardingDesk();
    const { id } = desk.tenant(null);
    await changeTenant(desk, id, { status: "suspended" });
    desk.keep(submittedKyb({ tenantId: id }));
    desk.onboarding.says = approval;
    expect(await desk.ask()).toMatchObject({ status: "approved", tenantId: id });
    expect((await getTenant(desk, id)).state).toMatchObject({
      ...{ status: "suspended", partnerCustomerId: "cust_1", destWallet: "0xW", destChain: "base" },
    });
  });

  test("brings the wizard's wallet to a tenant that has none", async () => {
    const desk = new OnboardingDesk();
    const { id } = desk.tenant(null, "acme", "");
    desk.keep(submittedKyb({ tenantId: id }));
    desk.onboarding.says = approval;
    await desk.ask();
    expect((await getTenant(desk, id)).state).toMatchObject({
      ...{ destWallet: expect.stringMatching(/^0x529/), stable: "USDC" },
    });
  });

  test("takes the place of an earlier customer, and the trail says whose", async () => {
    const desk = new OnboardingDesk();
    const { id } = desk.tenant("cust_old");
    desk.keep(submittedKyb({ tenantId: id }));
    desk.onboarding.says = approval;
    await desk.ask();
    expect((await getTenant(desk, id)).state.partnerCustomerId).toBe("cust_1");
    expect(trail(desk, id).at(-1)).toContain("cust_old");
  });

  test("does not lose what an operator changes of the tenant at that moment", async () => {
    const desk = new OnboardingDesk();
    const { id } = desk.tenant(null);
    desk.keep(submittedKyb({ tenantId: id }));
    desk.onboarding.says = approval;
    await Promise.all([desk.ask(), changeTenant(desk, id, { name: "Acme Anew" })]);
    expect((await getTenant(desk, id)).state).toMatchObject({
      ...{ name: "Acme Anew", partnerCustomerId: "cust_1" },
    });
  });
});

describe("a partner that is slow, silent or forgetful", () => {
  test("is told of an application until it has answered once, and then only looked at", async () => {
    const desk = deskWith({});
    desk.onboarding.says = new Error("no answer");
    await desk.ask();
    expect(await desk.read()).toMatchObject({ status: "submitted", partner: { told: false } });
    desk.onboarding.says = word();
    await desk.ask();
    await desk.ask();
    expect(desk.onboarding.applied).toHaveLength(2);
    expect(desk.onboarding.looked).toEqual(["link_1"]);
  });

  test("says nothing about a submission that came after it was asked", async () => {
    const desk = deskWith({ status: "under_review" });
    desk.onboarding.says = word({ missing: ["formation_document"] });
    desk.onboarding.meanwhile = () => {
      desk.pass(1);
      const again = submittedKyb({ submittedAt: desk.now });
      return changeKyb(desk, "kyb_1", (state) => [
        { next: again, from: state.status, to: "submitted", reason: "submitted again" },
      ]);
    };
    await desk.ask();
    expect(await desk.read()).toMatchObject({ status: "submitted", partner: { missing: [], told: false } });
  });

  test("knows a corrected application by the name that it gave it before", async () => {
    const desk = new OnboardingDesk();
    const before = submittedKyb().partner ?? expect.fail();
    desk.keep(submittedKyb({ partner: { ...before, ref: "link_1", brought: ["tax_id"] } }));
    await desk.ask();
    expect(desk.onboarding.applied).toMatchObject([{ key: "kyb_1", ref: "link_1", brought: ["tax_id"] }]);
  });
});

describe("news of the partner's", () => {
  test("of a name that nobody has yet change nothing, and the next look is not put off", async () => {
    const desk = deskWith({});
    await partnerMoved(desk, ["link_1", "cust_1"]);
    expect(trail(desk)).toEqual(["furnished"]);
    expect((await desk.read()).partner?.lookAt).toBe("2026-11-21T12:01:00.000Z");
  });

  test("make the application look at once, every one that has the name", async () => {
    const desk = deskWith({ id: "kyb_1" }, { id: "kyb_2" }, { id: "kyb_3" });
    await desk.ask("kyb_1");
    await desk.ask("kyb_2");
    await partnerMoved(desk, ["link_1", "cust_1"]);
    for (const id of ["kyb_1", "kyb_2"]) {
      expect((await desk.read(id)).partner?.lookAt).toBe(noon);
      expect(trail(desk, id).at(-1)).toBe("the partner has news");
    }
    expect(trail(desk, "kyb_3")).toEqual(["furnished"]);
    expect(follows(desk).filter((kind) => kind === "ask_partner")).toHaveLength(2);
  });

  test("that come while a look is under way are looked at again, and not put off by it", async () => {
    const desk = deskWith({});
    await desk.ask();
    desk.pass(60);
    desk.onboarding.meanwhile = () => partnerMoved(desk, ["link_1"]);
    await desk.ask();
    expect((await desk.read()).partner?.lookAt).toBe(desk.now);
  });

  test.each(["approved", "rejected"] as const)(
    "change nothing of an application that is %s",
    async (standing) => {
      const desk = deskWith({});
      desk.onboarding.says = word({ standing, partnerCustomerId: "cust_1" });
      await desk.ask();
      const { length } = trail(desk);
      await partnerMoved(desk, ["link_1"]);
      expect(trail(desk)).toHaveLength(length);
      expect((await desk.read()).partner?.lookAt).toBeNull();
    },
  );
});
