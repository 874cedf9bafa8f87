import type { EventName } from "../../../functions/domain/core/event.ts";
import type { WebhookEndpoint } from "../../../functions/domain/webhooks/webhook.ts";
import { furnishEndpoint, furnishNoRetries, furnishTenant } from "../../support/world/core/furnishing.ts";
import type { Behaviour, Reaction } from "../../support/world/core/receivers.ts";
import { type WebhookAlteration, WebhookWorld } from "../../support/world/webhooks/world.ts";

/** Where a tenant of a scene has its events sent. */
export interface SceneEndpoint {
  readonly behaviour: Behaviour;
  readonly events?: readonly string[] | null;
  /** The secret is being rotated, and the receiver still has the old one. */
  readonly oldSecret?: boolean;
}

/** A tenant of a scene. */
export interface SceneTenant {
  readonly endpoints: readonly SceneEndpoint[];
  readonly retriesOff?: boolean;
}

/** Something that happens to a tenant. */
export interface SceneEvent {
  readonly tenant: number;
  readonly name: EventName;
  readonly data: object;
  readonly afterMs: number;
}

/** What is played: everything but the faults. */
export interface WebhookScene {
  readonly tenants: readonly SceneTenant[];
  readonly events: readonly SceneEvent[];
  /** When an operator switches the first endpoint of a tenant off. */
  readonly switchOff?: readonly { tenant: number; afterMs: number }[];
  readonly forceAtMs?: readonly number[];
  /** Nothing is in anybody's way. */
  readonly isCalm?: boolean;
}

/** A secret, every second one in the form that Standard Webhooks decodes. */
function secretOf(number: number): string {
  const text = `secret of endpoint ${number}, long enough`;
  return number % 2 === 0 ? text : `whsec_${Buffer.from(text).toString("base64")}`;
}

function rotated(secret: string): Partial<WebhookEndpoint> {
  return { previousSecret: { sealed: secret, until: "2027-12-31T00:00:00.000Z" } };
}

/** A world with a scene's tenants and endpoints in it and its events to come. */
export function stageWebhooks(scene: WebhookScene, seed: number, alteration?: WebhookAlteration): WebhookWorld {
  const world = new WebhookWorld(seed, alteration);
  const context = world.furnishing();
  let count = 0;
  const tenants = scene.tenants.map(({ endpoints, retriesOff = false }, at) => {
    const tenant = furnishTenant(context, { name: `tenant-${at}`, wallet: "0xA", partnerCustomerId: null });
    if (retriesOff) furnishNoRetries(context, tenant.id);
    const ids = endpoints.map(({ behaviour, events = null, oldSecret = false }) => {
      count += 1;
      const held = secretOf(count);
      const change = { events: events && [...events], ...(oldSecret ? rotated(held) : {}) };
      const made = furnishEndpoint(context, tenant.id, oldSecret ? `new ${held}` : held, change);
      world.receivers.knows(made.url, held, behaviour);
      return made.id;
    });
    return { id: tenant.id, endpointIds: ids };
  });
  for (const { tenant, name, data, afterMs } of scene.events)
    world.scheduler.later(afterMs, () => world.emit(tenants[tenant]?.id ?? "", name, data));
  for (const { tenant, afterMs } of scene.switchOff ?? []) {
    const { id = "", endpointIds = [] } = tenants[tenant] ?? {};
    world.scheduler.later(afterMs, () => world.switchOff(id, endpointIds[0] ?? ""));
  }
  for (const atMs of scene.forceAtMs ?? []) world.scheduler.later(atMs, () => world.force(100));
  return world;
}

/** Five events that fail four times each, which gives their receiver a rest, and a sixth that comes meanwhile. The receiver is back after `failures`; never, where none are given. */
export function restingScene(failures = Number.POSITIVE_INFINITY): WebhookScene {
  let posts = 0;
  const behaviour: Behaviour = () => {
    posts += 1;
    return behaviours[posts > failures ? "takes it" : "answers 500"]();
  };
  const events = [0, 0, 0, 0, 0, 1_270_000].map((afterMs, n) => ({
    tenant: 0,
    name: "invoice.sent" as const,
    data: { n },
    afterMs,
  }));
  return { tenants: [{ endpoints: [{ behaviour }] }], events };
}

/** The courier's deadline over one post. */
const deadlineMs = 15_000;

function says(status: number, excerpt = "", tookMs = 0): Reaction {
  return { status, tookMs, excerpt };
}

/** No answer, as the courier tells it (test/handlers/webhooks/courier.test.ts shows that it does). */
function silent(excerpt: string, tookMs = 0): Reaction {
  return { status: null, tookMs, excerpt };
}

const noise = "\u0000\u001b[31m<script>\ud800 \u202e{{7*7}}\r\nSet-Cookie: a=b";

/** The ways of receivers, good and bad. */
export const behaviours = {
  "takes it": () => says(200),
  "takes it with an endless body": () => says(200, "x".repeat(1024)),
  "takes it and drips its body": () => says(200, "....", deadlineMs),
  "fails once": failsFirst(1),
  "fails three times": failsFirst(3),
  "fails five times": failsFirst(5),
  "answers 500": () => says(500, "oops"),
  redirects: () => ({ ...says(302), location: "https://elsewhere.example.test/" }),
  "times out": () => silent("no answer in time", deadlineMs),
  "drips its head": () => silent("no answer in time", deadlineMs),
  "has an endless head": () => silent("Parse Error: Header overflow"),
  resets: () => silent("read ECONNRESET"),
  "answers garbage": () => silent(`Parse Error: Expected HTTP/ ${noise}`),
  "echoes what it got": (_, { headers, body }) =>
    says(400, `${headers["x-service-signature"]} ${noise} ${body}`.slice(0, 1024)),
  "is gone": () => says(410),
} satisfies Record<string, Behaviour>;

export type BehaviourName = keyof typeof behaviours;

export const behaviourNames = Object.keys(behaviours) as BehaviourName[];

/** Fails `times` times, now with a status, now with silence, then takes it. */
function failsFirst(times: number): Behaviour {
  return (nth) => (nth > times ? says(200) : nth % 2 === 0 ? silent("read ECONNRESET") : says(503));
}

/** Answers 500 before a delivery's n-th post, and has its own way from then on. */
export function fromPost(nth: number, behaviour: Behaviour): Behaviour {
  return (count, input) => (count < nth ? says(500) : behaviour(count - nth + 1, input));
}
