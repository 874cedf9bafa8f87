import { type EventName, eventNames } from "../../../functions/domain/core/event.ts";
import { Random } from "../../support/world/core/random.ts";
import type { Behaviour } from "../../support/world/core/receivers.ts";
import { behaviours, type SceneEndpoint, type SceneEvent, type SceneTenant, type WebhookScene } from "./scene.ts";

/** Events that one world plays. */
export const eventsOfWorld = 40;

const hourMs = 3_600_000;

const ways: readonly (readonly [Behaviour, number])[] = [
  [behaviours["takes it"], 40],
  [behaviours["takes it with an endless body"], 4],
  [behaviours["takes it and drips its body"], 4],
  [behaviours["fails once"], 7],
  [behaviours["fails three times"], 5],
  [behaviours["fails five times"], 3],
  [behaviours["answers 500"], 7],
  [behaviours.redirects, 4],
  [behaviours["times out"], 6],
  [behaviours["drips its head"], 3],
  [behaviours["has an endless head"], 3],
  [behaviours.resets, 4],
  [behaviours["answers garbage"], 3],
  [behaviours["echoes what it got"], 3],
  [behaviours["is gone"], 4],
];

function fickle(seed: number): Behaviour {
  const random = new Random(seed);
  const options: readonly Behaviour[] = [behaviours["takes it"], behaviours["answers 500"], behaviours["times out"]];
  return (nth, input) => random.pick(options)(nth, input);
}

function endpoint(random: Random): SceneEndpoint {
  const behaviour = random.chance(0.1) ? fickle(random.int(1, 1e9)) : random.weighted(...ways);
  const events = random.chance(0.85) ? null : [random.pick(eventNames), random.pick(eventNames), "no.such.event"];
  return { behaviour, events, oldSecret: random.chance(0.15) };
}

function tenant(random: Random): SceneTenant {
  const endpoints = random.weighted([1, 75], [2, 20], [3, 5]);
  return { endpoints: Array.from({ length: endpoints }, () => endpoint(random)), retriesOff: random.chance(0.04) };
}

const words = ["für", "5 €", "🙂", "\u2028", "</script>", '"', "\\", "نقد", "\u0000", "結算"] as const;

function data(random: Random, number: number): object {
  const note = Array.from({ length: random.int(0, 4) }, () => random.pick(words)).join(" ");
  return { number, note, amountCents: random.int(0, 1e12), rate: random.next(), nothing: null, list: [[]] };
}

/** A scene by chance: tenants, their receivers of all kinds, forty events within a moment or a week. */
export function randomWebhooks(seed: number): WebhookScene {
  const random = new Random(seed ^ 0x5eed);
  const tenants = Array.from({ length: random.int(4, 12) }, () => tenant(random));
  const stretchMs = random.weighted([0, 15], [60_000, 30], [hourMs, 30], [12 * hourMs, 20], [150 * hourMs, 5]);
  const events = Array.from(
    { length: eventsOfWorld },
    (_, number): SceneEvent => ({
      tenant: random.int(0, tenants.length - 1),
      name: random.pick<EventName>(eventNames),
      data: data(random, number),
      afterMs: random.int(0, stretchMs),
    }),
  );
  const switchOff = random.chance(0.15)
    ? [{ tenant: random.int(0, tenants.length - 1), afterMs: random.int(0, stretchMs + hourMs) }]
    : [];
  const forceAtMs = random.chance(0.1) ? [random.int(1, stretchMs + hourMs)] : [];
  return { tenants, events, switchOff, forceAtMs };
}

/** The same with nothing in anybody's way: as many endpoints as needed for no slot to be taken and no breaker to open. */
export function calmWebhooks(seed: number): WebhookScene {
  const random = new Random(seed ^ 0x5eed);
  const tenants = Array.from({ length: eventsOfWorld / 2 }, () => ({
    endpoints: [{ ...endpoint(random), events: null, behaviour: random.weighted(...ways) }],
  }));
  const stretchMs = random.pick([0, 60_000, 12 * hourMs]);
  const events = Array.from(
    { length: eventsOfWorld },
    (_, number): SceneEvent => ({
      tenant: number % tenants.length,
      name: random.pick<EventName>(eventNames),
      data: data(random, number),
      afterMs: random.int(0, stretchMs),
    }),
  );
  return { tenants, events, isCalm: true };
}
