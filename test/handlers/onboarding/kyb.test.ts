import { beforeEach, describe, expect, test } from "vitest";
import { revokeInvite } from "../../../functions/app/onboarding/invites.ts";
import { kybByLink, listKyb, readKyb } from "../../../functions/app/onboarding/reads.ts";
import { getTenant } from "../../../functions/app/tenants/tenants.ts";
import { KybApi } from "../../support/onboarding/kyb-api.ts";
import { goodForms, secretsOfForms } from "../../support/onboarding/kyb-forms.ts";
import { refusalCodeOf } from "../../support/routes/refused.ts";

let api: KybApi;

beforeEach(() => {
  api = new KybApi();
});

describe("an application that is submitted", () => {
  test("is approved by the partner, and makes a tenant with the wizard's wallet", async () => {
    const { id } = await api.submitted();
    await api.handOn();
    const state = await api.state(id);
    expect(state).toMatchObject({ status: "approved", partnerCustomerId: expect.stringMatching(/^cus_mock_/) });
    const tenant = (await getTenant(api.context, state.tenantId ?? "")).state;
    expect(tenant).toMatchObject({
      ...{ slug: "acme-widgets-inc", name: "Acme Widgets, Inc.", destChain: "base", stable: "USDT" },
      ...{ destWallet: goodForms.payout.wallet, partnerCustomerId: state.partnerCustomerId },
    });
  });

  test("of a tenant links it, and changes no wallet that it has", async () => {
    const { id: tenantId } = await api.tenant();
    const before = (await getTenant(api.context, tenantId)).state;
    const { id } = await api.submitted("Acme Widgets, Inc.", tenantId);
    await api.handOn();
    const { state } = await getTenant(api.context, tenantId);
    expect(state.partnerCustomerId).toBe((await api.state(id)).partnerCustomerId);
    expect(state.destWallet).toBe(before.destWallet);
  });

  test("twice by the same form is submitted once", async () => {
    const { token, id } = await api.invite();
    await api.fill(token);
    const revision = await api.revision(token);
    expect(await api.submit(token, goodForms.consent, revision)).toMatchObject({ kind: "saved" });
    expect(await api.submit(token, goodForms.consent, revision)).toMatchObject({ kind: "saved" });
    expect((await api.state(id)).consents).toEqual([
      expect.objectContaining({ address: "203.0.113.7", userAgent: "Firefox", title: "Chief Executive" }),
    ]);
  });

  test("without all that it needs stays as it is", async () => {
    const { token, id } = await api.invite();
    await api.save(token, "company", goodForms.company);
    expect(await api.submit(token)).toMatchObject({
      ...{ kind: "incomplete", missing: ["addresses", "people", "documents", "payout", "review"] },
    });
    expect((await api.state(id)).status).toBe("started");
  });

  test("takes nothing more: whoever goes back is told so", async () => {
    const { token } = await api.submitted();
    expect(await refusalCodeOf(api.save(token, "company", goodForms.company))).toBe("illegal_kyb_transition");
    expect(await refusalCodeOf(revokeInvite(api.operator, (await kybByLink(api.context, token)).state.id))).toBe(
      "illegal_kyb_transition",
    );
  });

  test("under a denied name is rejected, with the partner's reasons", async () => {
    const { id } = await api.submitted("Denied Goods LLC");
    await api.handOn();
    const state = await api.state(id);
    expect(state).toMatchObject({ status: "rejected", tenantId: null, partnerCustomerId: null });
    expect(state.partner?.reasons).toHaveLength(1);
  });

  test("that the partner asks more of is open again for that alone, and approved once it is brought", async () => {
    const { id, token } = await api.submitted("Review Goods LLC");
    await api.handOn();
    expect(await api.state(id)).toMatchObject({
      ...{ status: "under_review", partner: { missing: ["formation_document"] } },
    });
    expect(await refusalCodeOf(api.save(token, "payout", goodForms.payout))).toBe("illegal_kyb_transition");
    expect(await api.submit(token)).toMatchObject({ kind: "incomplete", missing: ["documents", "review"] });
    api.pass(60);
    await api.bring(token, { kind: "formation_document" });
    await api.save(token, "review");
    expect(await api.submit(token)).toMatchObject({ kind: "saved" });
    expect((await api.state(id)).consents).toHaveLength(2);
    await api.handOn();
    expect((await api.state(id)).status).toBe("approved");
  });
});

describe("what is kept", () => {
  test("has no secret of the applicant's in any row, and nothing of the answers in the trail", async () => {
    const { id, token } = await api.submitted();
    await api.handOn();
    const rows = JSON.stringify(api.store.rows());
    for (const secret of [...secretsOfForms, token]) expect(rows).not.toContain(secret);
    expect(api.sealed).toEqual(["123456789", "1980-02-29", "PA1234567", "000123456789"]);
    const { entries } = await readKyb(api.context, id);
    const trail = JSON.stringify(entries);
    for (const answer of ["Zoë", "Main Street", "021000021", goodForms.payout.wallet, "203.0.113.7"])
      expect(trail).not.toContain(answer);
  });

  test("is listed newest first, and by status", async () => {
    const first = await api.submitted();
    api.pass(1);
    const second = await api.invite();
    const listed = async (status?: "invited" | "submitted") =>
      (await listKyb(api.context, { limit: 10, status })).data.map(({ id }) => id);
    expect(await listed()).toEqual([second.id, first.id]);
    expect(await listed("invited")).toEqual([second.id]);
    expect(await listed("submitted")).toEqual([first.id]);
  });
});
