import { printControls, printSeeds, printStrikes } from "../core/summary.ts";
import { players } from "../players.ts";
import { failBeforePost, killAtEachPoint, killRepeatedly, killTwice, killWhileResting, playExactly } from "./kills.ts";
import { eventsOfWorld } from "./random.ts";
import { behaviourNames } from "./scene.ts";
import { webhooks } from "./simulation.ts";

/** Kills of senders at each of their steps, and their mistakes on purpose. */
export async function killSenders(): Promise<void> {
  await printStrikes(
    playExactly,
    ({ checked, seconds }) =>
      `webhooks on time: ${behaviourNames.length} receivers, ${checked} attempts to the millisecond, at ${seconds.join(", ")} s after instant answers`,
  );
  const kills = {
    "killed at each point of each attempt": killAtEachPoint,
    "killed at the same point again and again": killRepeatedly,
    "failing before they post": failBeforePost,
    "killed twice": killTwice,
    "killed while their receiver rests": killWhileResting,
  };
  for (const [name, kill] of Object.entries(kills))
    await printStrikes(kill, ({ runs, kills: deaths }) => `senders ${name}: ${runs} runs, ${deaths} kills`);
  await printControls(webhooks);
}

/** `events` through webhooks by chance. */
export async function playWebhooks(events: number, from: number): Promise<void> {
  const { counts, isGood } = await printSeeds(
    { name: "webhooks", play: players.webhooks },
    { count: Math.ceil(events / eventsOfWorld), from },
    {
      describe: (all) =>
        `webhooks at random: ${all.events} events from seed ${from}, ${all.kills} kills, ${all.faults} other faults`,
      rated: "events",
      command: "npm run sim:webhooks --",
    },
  );
  const { deliveries, delivered, attempts, arrivals, duplicates, exact } = counts;
  if (isGood)
    console.log(
      `     ${deliveries} deliveries, ${delivered} delivered, the others ended for their reason; ${attempts} attempts, ${arrivals} arrivals, ${duplicates} of them duplicates under the same event id; ${exact} instants exact`,
    );
}
