import { beforeEach, describe, expect, test } from "vitest";
import { setFlag } from "../../../functions/app/tenants/flags-and-fees.ts";
import { changeTenant } from "../../../functions/app/tenants/tenants.ts";
import type { FlagKey } from "../../../functions/domain/tenants/flag.ts";
import { codeOf, EscrowApi } from "../../support/escrow/escrow-api.ts";

let api: EscrowApi;

beforeEach(async () => {
  api = await EscrowApi.withTenant();
});

const wish = { reference: "deal-1", amountCents: 10_000, payoutAddress: "0xSELLER" };
const nobody = "esc_01K00000000000000000000000";

function flag(key: FlagKey, enabled: boolean) {
  return setFlag({ ...api.context, live: false }, { key, enabled, tenantId: null, note: null });
}

describe("on a rail that cannot hold value", () => {
  beforeEach(async () => {
    api.reached = api.rail;
    // The first call of all writes the tenant's rate limit.
    await api.get();
  });

  test.each([
    ["create", "", wish, "escrow_not_offered"],
    ["fund", `/${nobody}/fund`, { amountCents: 1 }, "escrow_hold_unsupported"],
    ["release", `/${nobody}/release`, undefined, "escrow_disbursement_unsupported"],
    ["refund", `/${nobody}/refund`, undefined, "escrow_disbursement_unsupported"],
  ])(
    "%s is refused before any look-up, its key keeps that, and nothing else is written",
    async (_, path, body, code) => {
      const rows = api.store.rows().length;
      const call = { key: "k1", ...(body !== undefined && { body }) };
      const first = await api.post(path, call);
      expect([first.status, first.json.code]).toEqual([409, code]);
      expect(api.store.rows()).toHaveLength(rows + 1);
      const again = await api.post(path, call);
      expect([again.text, again.headers["idempotent-replay"]]).toEqual([first.text, "true"]);
    },
  );

  test("everything else looks first", async () => {
    for (const path of [`/${nobody}/expire`, `/${nobody}/approvals`])
      expect(await codeOf(api.post(path, { body: path.endsWith("s") ? { approverRef: "a" } : {} }))).toEqual([
        404,
        "not_found",
      ]);
    expect(await codeOf(api.get(`/${nobody}/conditions`))).toEqual([404, "not_found"]);
  });

  test("create is refused in the order key, body, flag, capability", async () => {
    const bad = { ...wish, milestones: [{ description: "a", amountCents: 1 }] };
    await flag("escrow.enabled", false);
    expect(await codeOf(api.post("", { apiKey: "nope", key: null, body: {} }))).toEqual([401, "invalid_api_key"]);
    expect(await codeOf(api.post("", { key: null, body: {} }))).toEqual([400, "idempotency_key_required"]);
    expect(await codeOf(api.post("", { body: {} }))).toEqual([400, "validation_error"]);
    expect(await codeOf(api.post("", { body: bad }))).toEqual([400, "milestone_sum_mismatch"]);
    expect(await codeOf(api.post("", { body: wish }))).toEqual([501, "escrow_disabled"]);
    await flag("escrow.enabled", true);
    expect(await codeOf(api.post("", { body: { ...wish, rail: "fiat" } }))).toEqual([501, "rail_disabled"]);
    expect(await codeOf(api.post("", { body: wish }))).toEqual([409, "escrow_not_offered"]);
  });

  test("a 501 is kept by no key", async () => {
    await flag("escrow.enabled", false);
    expect(await codeOf(api.post(`/${nobody}/fund`, { key: "k", body: { amountCents: 1 } }))).toEqual([
      501,
      "escrow_disabled",
    ]);
    await flag("escrow.enabled", true);
    expect(await codeOf(api.post(`/${nobody}/fund`, { key: "k", body: { amountCents: 1 } }))).toEqual([
      409,
      "escrow_hold_unsupported",
    ]);
  });
});

describe("creating", () => {
  test("fills in what is left out, and computes fee and net", async () => {
    const { status, json } = await api.post("", { body: wish });
    expect(status).toBe(201);
    expect(json).toMatchObject({
      ...{ status: "awaiting_funds", rail: "stablecoin", releaseRule: "manual", requiredApprovals: 2 },
      ...{ currency: "USD", payoutChain: "base", payoutStable: "USDT", feeCents: 0, netCents: 10_000 },
      statusUrl: expect.stringMatching(/^http:\/\/localhost:4002\/s\/[\w-]{43}$/),
    });
    expect(await api.events(json.id)).toEqual(["escrow.created"]);
  });

  test("is found by its id and by its reference, with its history, and by no stranger", async () => {
    const { json } = await api.post("", { body: wish });
    for (const name of [json.id, "deal-1"]) {
      const { json: read } = await api.get(`/${name}`);
      expect(read).toMatchObject({ ...json, history: [{ from: null, to: "awaiting_funds", actor: "tenant:acme" }] });
    }
    const stranger = await api.tenant({ slug: "other" });
    for (const name of [json.id, "deal-1"])
      expect(await codeOf(api.get(`/${name}`, { apiKey: stranger.apiKey }))).toEqual([404, "not_found"]);
  });

  test.each(["deal 7-b", "100%", "Grünes Haus", "a+b&c?d"])(
    "is found by the reference %s, percent-encoded as the gateway hands it on",
    async (reference) => {
      const { json } = await api.post("", { body: { ...wish, reference } });
      expect((await api.get(`/${encodeURIComponent(reference)}`)).json.id).toBe(json.id);
    },
  );

  test("an approver whose name is more than letters is withdrawn by that name", async () => {
    const id = await api.created({ releaseRule: "dual_approval" });
    const approverRef = "Anna M. (50 %)";
    await api.post(`/${id}/approvals`, { body: { approverRef, decision: "reject" } });
    const answer = await api.del(`/${id}/approvals/${encodeURIComponent(approverRef)}`);
    expect([answer.status, answer.json.approverRef]).toEqual([200, approverRef]);
  });

  test("shows how it moved however often its conditions were looked at", async () => {
    const id = await api.funded();
    const looks = 510;
    for (let look = 0; look < looks; look += 1) await api.get(`/${id}/conditions?screen=true`);
    const { history } = (await api.get(`/${id}`)).json;
    expect(history.filter(({ from, to }: Record<string, string>) => from === to)).toHaveLength(500);
    expect(history[0]).toMatchObject({ from: null, to: "awaiting_funds" });
    expect(history.map(({ to }: Record<string, string>) => to)).toContain("funded");
  });

  test("is listed, by status too", async () => {
    const id = await api.created();
    await api.funded();
    expect((await api.get("")).json.data).toHaveLength(2);
    const { data } = (await api.get("?status=awaiting_funds")).json;
    expect(data.map((each: { id: string }) => each.id)).toEqual([id]);
    expect(await codeOf(api.get("?status=lost"))).toEqual([400, "validation_error"]);
  });

  test("a reference is a tenant's only once; another tenant may have it", async () => {
    await api.post("", { body: wish });
    expect(await codeOf(api.post("", { body: wish }))).toEqual([409, "reference_exists"]);
    const other = await api.tenant({ slug: "other" });
    expect((await api.post("", { body: wish, apiKey: other.apiKey })).status).toBe(201);
  });

  test("of 16 at once with one reference one is made", async () => {
    const reply = await Promise.all(Array.from({ length: 16 }, () => api.post("", { body: wish })));
    expect(reply.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(new Set(reply.map(({ json }) => json.code ?? "made"))).toEqual(new Set(["made", "reference_exists"]));
  });

  test("a suspended tenant makes none", async () => {
    await changeTenant(api.context, api.tenantId, { status: "suspended" });
    expect(await codeOf(api.post("", { body: wish }))).toEqual([403, "tenant_suspended"]);
  });

  test.each([
    ["no reference", { reference: undefined }, "reference"],
    ["a reference like an id", { reference: "esc_1" }, "reference"],
    ["a reference with a slash", { reference: "a/b" }, "reference"],
    ["an amount of nothing", { amountCents: 0 }, "amountCents"],
    ["a negative amount", { amountCents: -1 }, "amountCents"],
    ["half a cent", { amountCents: 0.5 }, "amountCents"],
    ["another currency", { currency: "EUR" }, "currency"],
    ["an unknown rule", { releaseRule: "hope" }, "releaseRule"],
    ["an unknown rail", { rail: "pigeon" }, "rail"],
    ["no approvals at all", { requiredApprovals: 0 }, "requiredApprovals"],
    ["an expiry that is past", { expiresAt: "2020-01-01T00:00:00Z" }, "expiresAt"],
    ["an expiry that is no moment", { expiresAt: "soon" }, "expiresAt"],
    ["no beneficiary", { payoutAddress: undefined }, "payoutAddress"],
    ["the milestone rule without any", { releaseRule: "milestone" }, "milestones"],
    ["51 milestones", { milestones: Array.from({ length: 51 }, () => ({ description: "x" })) }, "milestones"],
    ["a milestone without words", { milestones: [{ description: " " }] }, "milestones.0.description"],
    ["something unknown", { gift: true }, "gift"],
  ])("refuses %s", async (_, change, path) => {
    const { status, json } = await api.post("", { body: { ...wish, ...change } });
    expect([status, json.code, json.fields?.[0].path]).toEqual([400, "validation_error", path]);
  });

  test.each([
    [[{ description: "a", amountCents: 9999 }]],
    [[{ description: "a", amountCents: 10_000 }, { description: "b" }]],
  ])("refuses milestones that do not add up: %j", async (milestones) => {
    expect(await codeOf(api.post("", { body: { ...wish, milestones } }))).toEqual([400, "milestone_sum_mismatch"]);
  });
});

describe("a key", () => {
  test("used again is answered again, to the byte, and writes nothing", async () => {
    const first = await api.post("", { key: "k1", body: wish });
    const rows = api.store.rows().length;
    const again = await api.post("", { key: "k1", body: wish });
    expect([again.status, again.text, again.headers["idempotent-replay"]]).toEqual([201, first.text, "true"]);
    expect(api.store.rows()).toHaveLength(rows);
    expect(await codeOf(api.post("", { key: "k1", body: { ...wish, amountCents: 1 } }))).toEqual([
      409,
      "idempotency_key_reuse",
    ]);
  });

  test("of another escrow is a reuse", async () => {
    const [one, other] = [await api.created(), await api.created()];
    await api.post(`/${one}/expire`, { key: "k1" });
    expect(await codeOf(api.post(`/${other}/expire`, { key: "k1" }))).toEqual([409, "idempotency_key_reuse"]);
  });
});

describe("expiring", () => {
  test("ends what was not funded, once", async () => {
    const id = await api.created();
    const { status, json } = await api.post(`/${id}/expire`);
    expect([status, json.status]).toEqual([200, "expired"]);
    expect(await api.events(id)).toEqual(["escrow.created", "escrow.expired"]);
    expect(await codeOf(api.post(`/${id}/expire`))).toEqual([409, "illegal_escrow_transition"]);
  });

  test("of a funded one is refused: it must be refunded", async () => {
    const { json } = await api.post(`/${await api.funded()}/expire`);
    expect(json).toMatchObject({ code: "illegal_escrow_transition", from: "funded", to: "expired" });
  });

  test("gives up a deposit that is waited for", async () => {
    const id = await api.created();
    await api.post(`/${id}/fund`, { body: { amountCents: 10_000, source: { type: "ach_push" } } });
    expect((await api.post(`/${id}/expire`)).json).toMatchObject({
      status: "expired",
      sourceDepositInstructions: null,
    });
  });

  test("comes by itself once its time is over", async () => {
    const id = await api.created({ expiresAt: new Date(api.nowMs + 60_000).toISOString() });
    api.pass(61);
    expect((await api.sweep()).failed).toBe(0);
    expect((await api.state(id)).status).toBe("expired");
  });

  test("by itself waits while its money is on its way", async () => {
    const at = new Date(api.nowMs + 60_000).toISOString();
    const id = await api.created({ expiresAt: at });
    await api.post(`/${id}/fund`, { body: { amountCents: 10_000, source: { type: "ach_push" } } });
    api.railThat({ cancelCollection: async () => false });
    api.pass(61);
    await api.sweep();
    expect((await api.state(id)).status).toBe("awaiting_funds");
    await api.callback(id, { state: "funds_received" });
    expect((await api.state(id)).status).toBe("funded");
  });

  test("funding after its time expires it and is refused", async () => {
    const id = await api.created({ expiresAt: new Date(api.nowMs + 60_000).toISOString() });
    api.pass(61);
    expect(await codeOf(api.post(`/${id}/fund`, { body: { amountCents: 10_000 } }))).toEqual([
      409,
      "illegal_escrow_transition",
    ]);
    expect((await api.state(id)).status).toBe("expired");
  });
});

describe("X-Actor", () => {
  test("is told in the log and nowhere else", async () => {
    const { json } = await api.post("", { body: wish, headers: { "x-actor": `anna\u0000${"x".repeat(200)}` } });
    const response = api.log.lines.flatMap((line) => JSON.parse(line).claimedActor ?? []);
    expect(response).toEqual([`anna${"x".repeat(124)}`]);
    expect((await api.get(`/${json.id}`)).json.history[0].actor).toBe("tenant:acme");
  });
});
