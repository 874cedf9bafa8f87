import { describe, expect, test } from "vitest";
import { bridgePartnerRefs } from "../../../functions/adapters/bridge/callback-event.ts";
import { codesIn } from "../../../functions/adapters/bridge/onboarding-bridge-schema.ts";
import { applicant, partnerOn } from "../../support/bridge-sim/applicants.ts";
import { BridgeSim } from "../../support/bridge-sim/sim.ts";

async function onBridge() {
  const sim = await BridgeSim.start();
  return { sim, partner: partnerOn(sim), [Symbol.asyncDispose]: () => sim[Symbol.asyncDispose]() };
}

const other = { ...applicant, key: "kyb_01JC0000000000000000000002" };
const day = 86_400;

describe("a business that applies", () => {
  test("is asked for as a business that wants dollars moved, and is sent back to us", async () => {
    await using world = await onBridge();
    await world.partner.apply(applicant);
    expect(JSON.parse(world.sim.api.heard[0]?.raw ?? "")).toEqual({
      ...{ full_name: "Acme Widgets, Inc.", email: "owner@acme.example", type: "business" },
      ...{ endorsements: ["base"], redirect_uri: "https://onboard.example/k/back" },
    });
  });

  test("is given Bridge's pages, each until it has been gone through", async () => {
    await using world = await onBridge();
    const first = await world.partner.apply(applicant);
    expect(first).toMatchObject({ standing: "waiting", missing: ["terms", "identity_check"] });
    const { identity, terms } = first.pages;
    const answer = await fetch(terms ?? expect.fail(), { redirect: "manual" });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, applicant.returnTo]);
    const agreed = await world.partner.look(first.ref);
    expect(agreed).toMatchObject({ standing: "waiting", pages: { identity, terms: null } });
    await fetch(identity ?? expect.fail(), { redirect: "manual" });
    expect(await world.partner.look(first.ref)).toMatchObject({
      ...{ standing: "under_review", missing: [], pages: { identity: null, terms: null } },
    });
  });

  test("is told what its own look says now, and not what a repeat of the call is answered", async () => {
    await using world = await onBridge();
    const { ref } = await world.partner.apply(applicant);
    world.sim.kyc.stand(ref, { kyc_status: "approved", tos_status: "approved" });
    expect(await world.partner.apply(applicant)).toMatchObject({ ref, standing: "approved" });
    expect(world.sim.api.done).toEqual(["POST /kyc_links"]);
  });

  test("is found again by a repeat a day later, when Bridge refuses the key", async () => {
    await using world = await onBridge();
    const { ref } = await world.partner.apply(applicant);
    await world.sim.pass(2 * day);
    expect(await world.partner.apply(applicant)).toMatchObject({ ref, standing: "waiting" });
    expect(world.sim.kyc.links).toHaveLength(1);
  });

  test("that corrected its name is known by the name that Bridge gave it, and asked for no second time", async () => {
    await using world = await onBridge();
    const { ref } = await world.partner.apply(applicant);
    expect(await world.partner.apply({ ...applicant, ref, legalName: "Acme Gadgets, Inc." })).toMatchObject({ ref });
    expect(world.sim.api.heard).toHaveLength(1);
    expect(await world.partner.apply({ ...applicant, ref: "kyc_lost" })).toMatchObject({ ref });
  });

  test("that corrected its address is another link, and is not held to the first one", async () => {
    await using world = await onBridge();
    const first = await world.partner.apply(applicant);
    const second = await world.partner.apply({ ...applicant, email: "office@acme.example" });
    expect(second.ref).not.toBe(first.ref);
  });

  test("is not believed to have been refused by a no that nobody explains: it is asked again", async () => {
    await using world = await onBridge();
    const bad = world.partner.apply({ ...applicant, email: "no address" });
    await expect(bad).rejects.toThrow("bridge refused a kyc link: 400 invalid_parameters");
    await expect(bad).rejects.not.toThrow("no address");
  });
});

describe("an address that Bridge knows", () => {
  test.each([
    ["with the link", false],
    ["without it", true],
  ])("answers %s, and the same business goes on with it", async (_, bareDuplicates) => {
    await using world = await onBridge();
    world.sim.kyc.knobs.bareDuplicates = bareDuplicates;
    const { ref } = await world.partner.apply(applicant);
    const again = await world.partner.apply({ ...other, legalName: "ACME widgets Inc", email: "Owner@ACME.example" });
    expect(again.ref).toBe(ref);
    expect(world.sim.kyc.links).toHaveLength(1);
  });

  test.each([
    ["another business", { legalName: "Other Widgets, Inc." }, "business"],
    ["a person of that name", {}, "individual"],
  ] as const)("as %s's opens nothing, and is never approved by the other's approval", async (_, change, type) => {
    await using world = await onBridge();
    const { ref } = await world.partner.apply(applicant);
    Object.assign(world.sim.kyc.links[0] ?? {}, { type });
    world.sim.kyc.stand(ref, { kyc_status: "approved", tos_status: "approved" });
    const reply = await world.partner.apply({ ...other, ...change });
    expect(reply).toMatchObject({ standing: "rejected", partnerCustomerId: null });
    expect(reply.reasons.join()).toMatch(/address of your own/);
    expect(reply.ref).not.toBe(ref);
    expect(await world.partner.look(reply.ref)).toEqual(reply);
  });
});

describe("what Bridge says", () => {
  test("is shown in the words that it wrote for its customer, each once, and in no other", async () => {
    await using world = await onBridge();
    const { ref } = await world.partner.apply(applicant);
    const reason = (text: string) => ({ reason: text, developer_reason: "Watchlist hit", created_at: "now" });
    world.sim.kyc.stand(ref, {
      kyc_status: "rejected",
      rejection_reasons: [reason("Send a clear photo."), reason("Send a clear photo."), "Watchlist hit", null],
    });
    expect(await world.partner.look(ref)).toMatchObject({ standing: "rejected", reasons: ["Send a clear photo."] });
  });

  test("is no approval while the terms wait, the customer is not active, or its endorsement is gone", async () => {
    await using world = await onBridge();
    const { ref } = await world.partner.apply(applicant);
    world.sim.kyc.stand(ref, { kyc_status: "approved" });
    expect(await world.partner.look(ref)).toMatchObject({ standing: "waiting", missing: ["terms"] });
    world.sim.kyc.stand(ref, { tos_status: "approved" });
    expect(await world.partner.look(ref)).toMatchObject({ standing: "approved" });
    const endorsements = [{ name: "base", status: "revoked" }];
    world.sim.setCustomer("cust_kyc_1", { status: "active", endorsements });
    expect(await world.partner.look(ref)).toMatchObject({ standing: "under_review" });
    world.sim.setCustomer("cust_kyc_1", { status: "paused", endorsements: [{ name: "base", status: "approved" }] });
    expect(await world.partner.look(ref)).toMatchObject({ standing: "under_review" });
  });

  test("may name the customer only once it is approved", async () => {
    await using world = await onBridge();
    world.sim.kyc.knobs.lateCustomer = true;
    const { ref, partnerCustomerId } = await world.partner.apply(applicant);
    expect(partnerCustomerId).toBeNull();
    world.sim.kyc.stand(ref, { kyc_status: "approved", tos_status: "approved" });
    expect(await world.partner.look(ref)).toMatchObject({ standing: "approved", partnerCustomerId: "cust_kyc_1" });
  });

  test("approves nothing without a customer that it knows", async () => {
    await using world = await onBridge();
    const { ref } = await world.partner.apply(applicant);
    world.sim.kyc.stand(ref, { kyc_status: "approved", tos_status: "approved" });
    world.sim.bank.customers.delete("cust_kyc_1");
    expect(await world.partner.look(ref)).toMatchObject({ standing: "under_review" });
  });

  test.each(["javascript:alert(1)", "data:text/html,x", "www.kyclink.com/blah", "//evil.example", ""])(
    "a page at %j is no page that anybody is sent to",
    async (page) => {
      await using world = await onBridge();
      const { ref } = await world.partner.apply(applicant);
      const shown = world.sim.kyc.shown.bind(world.sim.kyc);
      world.sim.kyc.shown = (link) => ({ ...shown(link), kyc_link: page, tos_link: page });
      expect(await world.partner.look(ref)).toMatchObject({ pages: { identity: null, terms: null } });
    },
  );

  test("that cannot be read is no answer", async () => {
    await using world = await onBridge();
    const { ref } = await world.partner.apply(applicant);
    world.sim.faults.add({ on: "GET /kyc_links/{id}", kind: "garbage" });
    await expect(world.partner.look(ref)).rejects.toThrow("cannot read");
    world.sim.faults.add({ on: "GET /customers/{id}", kind: "500_before" });
    await expect(world.partner.look(ref)).rejects.toThrow("500");
  });
});

describe("a callback about a business", () => {
  const event = { event_id: "wh_1", event_category: "kyc_link", event_object_id: "kyc_1" };

  test("names it by its application and its customer, and what is said of it is left unread", () => {
    const event_object = { customer_id: "cust_1", kyc_status: 7 };
    expect(bridgePartnerRefs({ ...event, event_object })).toEqual(["kyc_1", "cust_1"]);
    for (const less of [null, "text", {}, { customer_id: 7 }, { customer_id: null }])
      expect(bridgePartnerRefs({ ...event, event_object: less })).toEqual(["kyc_1"]);
    expect(bridgePartnerRefs({ ...event, event_category: "customer" })).toEqual(["kyc_1"]);
  });

  test("that names none, and one about anything else, is about nobody", () => {
    expect(bridgePartnerRefs({ ...event, event_object_id: 7 })).toEqual([]);
    for (const body of [{ ...event, event_category: "transfer" }, {}, null])
      expect(bridgePartnerRefs(body)).toEqual([]);
  });
});

describe("what an endorsement lacks", () => {
  test("is found in lists of all and any, in people, and in issues by their field", () => {
    const missing = {
      all_of: [
        "business_formation_document",
        { any_of: ["proof_of_address", { all_of: ["has_base", "tax_identification_number"] }] },
        { associated_person: "11111111-1111-1111-1111-111111111111", items: ["date_of_birth"] },
      ],
    };
    const issues = ["government_id_verification_failed", { id_front_photo: "id_expired" }];
    expect(codesIn({ complete: ["business_name"], pending: ["kyb_review"], missing, issues })).toEqual([
      ...["business_formation_document", "proof_of_address", "has_base", "tax_identification_number"],
      ...["date_of_birth", "government_id_verification_failed", "id_front_photo"],
    ]);
  });

  test.each([[undefined], [null], ["text"], [{ missing: null, issues: [] }], [{ missing: 7, issues: "a b" }]])(
    "is nothing in %j",
    (response) => {
      expect(codesIn(response)).toEqual([]);
    },
  );

  test("is looked for only so deep", () => {
    let response: unknown = "business_industry";
    for (let depth = 0; depth < 10_000; depth++) response = [response];
    expect(codesIn({ missing: response, issues: null })).toEqual([]);
  });
});
