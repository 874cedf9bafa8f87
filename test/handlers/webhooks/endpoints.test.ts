import { createHash } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { entriesIn } from "../../../functions/app/core/aggregate.ts";
import { disableEndpoint, getWebhook, inEffect } from "../../../functions/app/webhooks/endpoint-changes.ts";
import {
  changeWebhook,
  deleteWebhook,
  listWebhooks,
  mintWebhookSecret,
  registerWebhook,
  rotateSecret,
  sendTestEvent,
} from "../../../functions/app/webhooks/webhooks.ts";
import { later, noon } from "../../support/core/samples.ts";
import { TestWebhooks } from "../../support/webhooks/test-webhooks.ts";

const secrets = { seal: async (plain: string) => `sealed ${plain}`, open: async (sealed: string) => sealed };
const fine = { writtenProblem: () => undefined, problem: async () => undefined };
const asked = { url: "https://new.example/hook", secret: "whsec_bmV3", description: null, events: null };
let world: TestWebhooks;
let tenantId: string;
let id: string;

beforeEach(() => {
  world = new TestWebhooks();
  tenantId = world.tenant.id;
  id = world.endpoint.id;
});

function context(urls: object = {}) {
  return { ...world, secrets, urls: { ...fine, ...urls } };
}

const state = async () => (await getWebhook(world, tenantId, id)).state;

/** What the trail says of the endpoint: from, to and why, the newest last. */
function trail(endpointId = id) {
  const about = entriesIn(world.store.rows()).filter(
    ({ aggregateId, after }) => aggregateId === endpointId || after?.subject === endpointId,
  );
  return about.slice(1).map(({ from, to, reason }) => `${from} ${to}: ${reason}`);
}

describe("an endpoint that is registered", () => {
  test("is listed as it was asked for, with its secret sealed, and the trail shows a digest of that alone", async () => {
    const made = await registerWebhook(context(), tenantId, {
      ...asked,
      description: "ours",
      events: ["invoice.sent"],
    });
    const { secret, ...endpoint } = made;
    expect(endpoint).toEqual({
      ...{
        id: expect.stringMatching(/^whe_/),
        tenantId,
        url: asked.url,
        description: "ours",
        events: ["invoice.sent"],
      },
      ...{
        enabled: true,
        disabledReason: null,
        deletedAt: null,
        previousSecret: null,
        createdAt: noon,
        updatedAt: noon,
      },
      sealedSecret: "sealed whsec_bmV3",
    });
    expect(secret).toBe("whsec_bmV3");
    const { data } = await listWebhooks(world, tenantId, { limit: 9 });
    expect(data).toEqual([endpoint, world.endpoint]);
    const [first] = entriesIn(world.store.rows()).filter(({ aggregateId }) => aggregateId === made.id);
    const { sealedSecret, previousSecret: _, ...shown } = endpoint;
    const secretDigest = createHash("sha256").update(sealedSecret).digest("hex").slice(0, 12);
    expect(first).toMatchObject({ from: null, to: "enabled", reason: "webhook endpoint registered", before: null });
    expect(first?.after).toEqual({ ...shown, secretDigest, previousSecretUntil: null });
  });

  test("is given a secret where none is said", async () => {
    const { secret, sealedSecret } = await registerWebhook(context(), tenantId, { ...asked, secret: null });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(sealedSecret).toBe(`sealed ${secret}`);
    expect(mintWebhookSecret()).not.toBe(secret);
  });

  test.each<[string, object]>([
    ["it is written wrong", { writtenProblem: () => "https only" }],
    ["it leads where nobody is called", { problem: async () => "https only" }],
  ])("is refused where %s", async (_, urls) => {
    await expect(registerWebhook(context(urls), tenantId, asked)).rejects.toMatchObject({
      ...{ code: "validation_error", message: "url: https only" },
      detail: { fields: [{ path: "url", message: "https only" }] },
    });
    expect((await listWebhooks(world, tenantId, { limit: 9 })).data).toHaveLength(1);
  });

  test("is one of a hundred at most", async () => {
    for (let nth = 1; nth < 100; nth += 1) await registerWebhook(context(), tenantId, asked);
    await expect(registerWebhook(context(), tenantId, asked)).rejects.toMatchObject({
      ...{ code: "validation_error", message: "a tenant has at most 100 endpoints" },
    });
  });

  test("is nobody's whose tenant there is not, and no other tenant's", async () => {
    await expect(registerWebhook(context(), "ten_0", asked)).rejects.toMatchObject({ code: "not_found" });
    await expect(listWebhooks(world, "ten_0", { limit: 9 })).rejects.toMatchObject({ code: "not_found" });
    await expect(getWebhook(world, "ten_0", id)).rejects.toMatchObject({ message: "no such webhook endpoint" });
  });
});

describe("an endpoint that is changed", () => {
  test("has what was said, and keeps what was not", async () => {
    const { id: waiting } = await world.waiting(1);
    world.pass(60);
    const change = { url: "https://b.example/", description: "b", events: ["invoice.sent"], enabled: undefined };
    const changed = await changeWebhook(context(), tenantId, id, change);
    const { enabled: _, ...said } = change;
    expect(changed).toEqual({ ...world.endpoint, ...said, updatedAt: later(60) });
    expect(await state()).toEqual(changed);
    expect(await world.delivery(waiting)).toMatchObject({ status: "pending" });
    expect(trail()).toEqual(["enabled enabled: changed url, description, events"]);
  });

  test("by nothing is as it was, with nothing on its trail", async () => {
    expect(await changeWebhook(context(), tenantId, id, { url: undefined })).toEqual(world.endpoint);
    expect(trail()).toEqual([]);
  });

  test("keeps its URL where the new one may not be called, and is asked about a new one alone", async () => {
    const urls = { problem: async () => "not a public address" };
    await expect(changeWebhook(context(urls), tenantId, id, { url: "https://x.example/" })).rejects.toMatchObject({
      code: "validation_error",
    });
    expect(await changeWebhook(context(urls), tenantId, id, { description: "c" })).toMatchObject({ description: "c" });
  });

  test("and switched off ends what waits for it, and for it alone; switched on it is forgiven", async () => {
    const [one, other] = [await world.waiting(1), await world.waiting(2)];
    await world.deliveries.write(
      [{ put: { ...(await row(other.id)), body: { ...other, endpointId: "whe_0" }, v: 2 }, expect: 1 }],
      "another's",
    );
    await world.condemn("failing_for_five_days");
    world.pass(5);
    expect(await changeWebhook(context(), tenantId, id, { enabled: false })).toMatchObject({ enabled: false });
    expect(await world.delivery(one.id)).toEqual({
      ...{ ...one, status: "exhausted", endedReason: "endpoint_disabled", nextAttemptAt: null, updatedAt: later(5) },
    });
    expect(await world.delivery(other.id)).toMatchObject({ status: "pending" });
    expect(await world.health()).toBeDefined();
    expect(await changeWebhook(context(), tenantId, id, { enabled: true })).toMatchObject({ disabledReason: null });
    expect(await world.health()).toBeUndefined();
    expect(trail()).toEqual(["enabled disabled: changed enabled", "disabled enabled: changed enabled"]);
  });

  async function row(key: string) {
    const [found] = await world.deliveries.read([{ pk: key, sk: "row" }]);
    if (!found) throw new Error("no row");
    return found;
  }
});

describe("an endpoint that the sender condemned", () => {
  test("is off already for who looks, before the sweeper has switched it off", async () => {
    expect(await inEffect(world, [world.endpoint])).toEqual([world.endpoint]);
    await world.condemn("answered_410");
    const off = { ...world.endpoint, enabled: false };
    expect(await inEffect(world, [world.endpoint])).toEqual([{ ...off, disabledReason: "answered_410" }]);
    expect(await inEffect(world, [off])).toEqual([off]);
  });

  test.each([
    ["was switched off by hand", () => changeWebhook(context(), tenantId, id, { enabled: false })],
    ["was deleted", () => deleteWebhook(world, tenantId, id)],
  ])("is left as it is where it %s, and looked at no more", async (_, end) => {
    await world.condemn("answered_410");
    await end();
    const before = trail();
    const [health] = world.deliveries.rows().filter(({ type }) => type === "endpoint_health");
    if (!health) throw new Error("no health");
    await disableEndpoint(world, health);
    expect(trail()).toEqual(before);
    expect(await world.health()).toMatchObject({ condemned: "answered_410", switchedOff: true });
  });

  test("is switched off once, with the reason on its trail", async () => {
    await world.condemn("answered_410");
    const [health] = world.deliveries.rows().filter(({ type }) => type === "endpoint_health");
    if (health) await disableEndpoint(world, health);
    expect(trail()).toEqual(["enabled disabled: switched off: answered_410"]);
    expect(world.deliveries.rows().map(({ index }) => index)).toEqual([{}]);
  });
});

describe("an endpoint that is deleted", () => {
  test("is found no more, what waits for it ends, and its trail stays", async () => {
    const { id: waiting } = await world.waiting(1);
    world.pass(5);
    expect(await deleteWebhook(world, tenantId, id)).toEqual({
      ...{ ...world.endpoint, enabled: false, deletedAt: later(5), updatedAt: later(5) },
    });
    await expect(state()).rejects.toMatchObject({ code: "not_found" });
    expect((await listWebhooks(world, tenantId, { limit: 9 })).data).toEqual([]);
    expect(await world.delivery(waiting)).toMatchObject({ status: "exhausted", endedReason: "endpoint_deleted" });
    expect(trail()).toEqual(["enabled deleted: deleted"]);
  });
});

describe("a secret that is rotated", () => {
  test.each(["whsec_b3RoZXI=", null])(
    "signs at once, and the one before it along until its time: %s",
    async (secret) => {
      const rotated = await rotateSecret(context(), tenantId, id, { secret, graceSeconds: 3600 });
      if (secret !== null) expect(rotated.secret).toBe(secret);
      expect(rotated.secret).toMatch(/^whsec_[\w+/]+=$/);
      expect(rotated).toMatchObject({
        sealedSecret: `sealed ${rotated.secret}`,
        previousSecret: { sealed: world.endpoint.sealedSecret, until: later(3600) },
      });
      expect(await state()).toEqual(Object.fromEntries(Object.entries(rotated).filter(([name]) => name !== "secret")));
      expect(trail()).toEqual(["enabled enabled: secret rotated"]);
    },
  );
});

test("a test of an event is sent to one endpoint with the example's data, and is on the trail before", async () => {
  const example = { tenantId: "ten_x", createdAt: "then", invoice: "2026-001" };
  const made = await sendTestEvent(world, tenantId, id, { name: "invoice.sent", example });
  expect(JSON.parse(made.body)).toEqual({
    event: "invoice.sent",
    data: { invoice: "2026-001", tenantId, createdAt: noon, livemode: false, apiVersion: "2026-11-01", test: true },
  });
  expect(made).toMatchObject({ endpointId: id, event: "invoice.sent", eventId: expect.stringMatching(/^evt_/) });
  expect(trail()).toEqual([`null done: test of invoice.sent sent as ${made.eventId}`]);
  expect(world.queued).toEqual([{ deliveryId: made.id, endpointId: id, tenantId, delaySeconds: 0 }]);
});
