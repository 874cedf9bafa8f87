import { beforeEach, describe, expect, test } from "vitest";
import { requestAccess } from "../../../functions/app/access/request-access.ts";
import { acceptSignupRequest, declineSignupRequest, listSignups } from "../../../functions/app/access/signups.ts";
import { loadKyb } from "../../../functions/app/onboarding/reads.ts";
import { createTenant, getTenant, listKeys } from "../../../functions/app/tenants/tenants.ts";
import { currentApiVersion } from "../../../functions/domain/core/api-version.ts";
import type { Refusal } from "../../../functions/domain/core/refusal.ts";
import { noon } from "../../support/core/samples.ts";
import { TestApi } from "../../support/core/test-api.ts";

const input = { stable: "USDT", note: null };
let api: TestApi;
let id: string;

beforeEach(async () => {
  api = new TestApi();
  const asked = { companyName: "Acme Inc.", contactName: "Ada", contactEmail: "ada@acme.example" };
  ({ requestId: id } = await requestAccess(api.context, asked, { address: "192.0.2.1", locale: "es" }));
});

function accept(change: object = {}, request = id) {
  const context = { ...api.context, onboardUrl: "https://onboard.example", environment: "test" as const };
  return acceptSignupRequest(context, request, { ...input, ...change });
}

describe("a business that is let in", () => {
  test("is a tenant of its name with a key and an invitation, and its request says so", async () => {
    const { signup, tenant, apiKey, invite } = await accept();
    expect(tenant).toEqual({
      apiVersion: currentApiVersion,
      country: null,
      ...{ id: expect.stringMatching(/^ten_/), slug: "acme-inc", name: "Acme Inc.", contactEmail: "ada@acme.example" },
      ...{ destChain: "", destWallet: "", stable: "USDT", partnerCustomerId: null, isoRef: null, metadata: {} },
      ...{ payers: "business", timeZone: "UTC", status: "active", ratioBreached: false, creditSuspended: null },
      ...{ frozenWallets: [], createdAt: noon, updatedAt: noon },
    });
    expect((await getTenant(api.context, tenant.id)).state).toEqual(tenant);
    expect(signup).toMatchObject({ id, status: "accepted", tenantId: tenant.id, kybId: invite.id, note: null });
    expect(await listSignups(api.context, { status: "accepted", limit: 9 })).toEqual({
      data: [signup],
      nextCursor: null,
    });
    const { data } = await listKeys(api.context, tenant.id, { limit: 9 });
    expect(data).toMatchObject([{ name: null, last4: apiKey.slice(-4) }]);
    expect(invite).toEqual({
      id: expect.stringMatching(/^kyb_/),
      magicLink: expect.stringMatching(/^https:\/\/onboard\.example\/k\/[\w-]{43}$/),
      expiresAt: "2026-11-28T12:00:00.000Z",
    });
    const { state } = await loadKyb(api.context, invite.id);
    expect(state).toMatchObject({
      ...{ legalName: "Acme Inc.", contactEmail: "ada@acme.example", tenantId: tenant.id, locale: "es" },
    });
  });

  test("has the slug and the wallet that the operator says", async () => {
    const own = { slug: "own", destChain: "base", destWallet: "0xW", stable: "USDC" };
    expect((await accept(own)).tenant).toMatchObject(own);
  });

  test("loses its slug to a tenant that has it, and nothing is made", async () => {
    const tenant = { slug: "own", name: "Own", contactEmail: "o@own.example", destChain: "", destWallet: "" };
    await createTenant(api.context, { ...tenant, stable: "USDT", partnerCustomerId: null, isoRef: null, metadata: {} });
    const before = api.store.rows().length;
    await expect(accept({ slug: "own" })).rejects.toMatchObject({ code: "tenant_exists" });
    expect(api.store.rows()).toHaveLength(before);
  });

  test("loses its slug to one who was let in beside it", async () => {
    const other = id;
    const asked = { companyName: "Acme Two", contactName: "Bob", contactEmail: "bob@acme.example" };
    ({ requestId: id } = await requestAccess(api.context, asked, { address: "192.0.2.2", locale: "en" }));
    const both = [other, id].map((each) => accept({ slug: "own" }, each).catch(({ code }: Refusal) => code));
    expect(await Promise.all(both)).toEqual([expect.objectContaining({ apiKey: expect.any(String) }), "tenant_exists"]);
  });

  test("cannot be declined any more, nor one that was declined be let in", async () => {
    await declineSignupRequest(api.context, id, "not ours");
    await expect(accept()).rejects.toMatchObject({ code: "signup_decided" });
    await expect(declineSignupRequest(api.context, id, "late")).rejects.toMatchObject({ code: "signup_decided" });
  });
});
