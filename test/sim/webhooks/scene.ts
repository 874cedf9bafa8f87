import type { EventName } from "../../../functions/domain/core/event.ts";
import type { WebhookEndpoint } from "../../../functions/domain/webhooks/webhook.ts";
import { furnishEndpoint, furnishNoRetries, furnishTenant } from "../../support/world/people.ts";
import type { Behaviour } from "../../support/world/receivers.ts";
import { type WebhookAlteration, WebhookWorld } from "../../support/world/webhook-world.ts";

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
export function stageWebhooks(
  scene: WebhookScene,
  seed: number,
  alteration?: WebhookAlteration,
): WebhookWorld {
  const world = new WebhookWorld(seed, alteration);
  const desk = world.furnishing();
  let count = 0;
  const tenants = scene.tenants.map(({ endpoints, retriesOff = false }, at) => {
    const tenant = furnishTenant(desk, { name: `tenant-${at}`, wallet: "0xA", partnerCustomerId: null });
    if (retriesOff) furnishNoRetries(desk, tenant.id);
    const ids = endpoints.map(({ behaviour, events = null, oldSecret = false }) => {
      count += 1;
      const held = secretOf(count);
      const change = { events: events && [...events], ...(oldSecret ? rotated(held) : {}) };
      const made = furnishEndpoint(desk, tenant.id, oldSecret ? `new ${held}` : held, change);
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
