import { beforeEach, describe, expect, test } from "vitest";
import { kybCalls } from "../../../functions/api/onboarding/kyb-handlers.ts";
import { kybOperations } from "../../../functions/contract/onboarding/kyb.ts";
import { addDays } from "../../../functions/domain/core/time.ts";
import { KybApi } from "../../support/onboarding/kyb-api.ts";
import { goodForms } from "../../support/onboarding/kyb-forms.ts";

const root = "/admin/kyb/invites";
const acme = { legalName: "Acme Widgets, Inc.", contactEmail: "ada@acme.example" };
let api: KybApi;

beforeEach(() => {
  api = new KybApi();
});

async function call(method: "GET" | "POST", path: string, body?: unknown, live = false) {
  const { operator, operatorToken } = api;
  const open = api.open(
    kybOperations,
    kybCalls((each) => ({ ...operator, actor: each.principal.actor, action: each.operation, live })),
  );
  const reply = await open({
    ...{ method, path: `${root}${path}`, headers: { authorization: `Bearer ${operatorToken}` } },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: reply.status, json: JSON.parse(reply.text) };
}

describe("an operator who invites a business", () => {
  test("is answered the link, once, and sees how far the application is", async () => {
    const { status, json } = await call("POST", "", acme);
    expect(status).toBe(201);
    expect(json).toMatchObject({
      ...{ ...acme, tenantId: null, locale: "en", status: "invited", partnerCustomerId: null },
      ...{ expiresAt: addDays(api.clock.now(), 7), stepsDone: [], rejectionReasons: [] },
      missing: ["company", "addresses", "people", "documents", "payout", "review", "consent"],
      magicLink: expect.stringMatching(/^https:\/\/onboard\.test\/k\/[\w-]{43}$/),
    });
    await api.save(json.magicLink.slice(-43), "company", goodForms.company);
    const read = await call("GET", `/${json.id}`);
    expect(read.json).toMatchObject({ status: "started", stepsDone: ["company"] });
    expect(read.json.history).toMatchObject([
      { from: null, to: "invited", actor: "operator:one" },
      { from: "invited", to: "started", reason: "company saved", actor: `applicant:${json.id}` },
    ]);
    for (const shown of [read.json, (await call("GET", "")).json, ...api.log.lines])
      expect(JSON.stringify(shown)).not.toContain(json.magicLink.slice(-43));
  });

  test("sends it again with another link, and takes it back", async () => {
    const { json } = await call("POST", "", acme);
    const again = await call("POST", `/${json.id}/resend`);
    expect(again.status).toBe(200);
    expect(again.json.magicLink).not.toBe(json.magicLink);
    const revoked = await call("POST", `/${json.id}/revoke`);
    expect(revoked).toMatchObject({ status: 200, json: { status: "revoked", missing: [] } });
    expect(await call("POST", `/${json.id}/resend`)).toMatchObject({
      ...{ status: 409, json: { code: "illegal_kyb_transition" } },
    });
  });

  test("names a tenant that there is", async () => {
    const { id } = await api.tenant();
    expect((await call("POST", "", { ...acme, tenantId: id })).json.tenantId).toBe(id);
    const unknown = { ...acme, tenantId: `ten_${"0".repeat(26)}` };
    expect((await call("POST", "", unknown)).status).toBe(404);
  });

  test("has a link end sooner in the sandbox, and not in production", async () => {
    const soon = { ...acme, expiresInSeconds: 60 };
    expect((await call("POST", "", soon)).status).toBe(201);
    const { status, json } = await call("POST", "", soon, true);
    expect(status).toBe(400);
    expect(json.fields).toMatchObject([{ path: "expiresInSeconds" }]);
  });

  test("lists applications by status, newest first, page by page", async () => {
    const ids: string[] = [];
    for (const legalName of ["One Ltd", "Two Ltd", "Three Ltd"]) {
      ids.unshift((await call("POST", "", { ...acme, legalName })).json.id);
      api.pass(1);
    }
    await call("POST", `/${ids[1]}/revoke`);
    const first = await call("GET", "?limit=2");
    const rest = await call("GET", `?limit=2&cursor=${first.json.nextCursor}`);
    const shown = [...first.json.data, ...rest.json.data].map(({ id }: { id: string }) => id);
    expect(shown).toEqual(ids);
    const revoked = (await call("GET", "?status=revoked")).json.data;
    expect(revoked.map(({ id }: { id: string }) => id)).toEqual([ids[1]]);
  });
});
