import { onAllCores } from "../core/crew.ts";
import { seconds, tell, tellFailures, tellSeeds } from "../core/summary.ts";
import { behaviourNames } from "./behaviours.ts";
import { tryWebhookControl, webhookControls } from "./controls.ts";
import {
  type Exhausted,
  failBeforePost,
  killAgainAndAgain,
  killAtEachPoint,
  killTwice,
  killWhileResting,
  playExactly,
} from "./kills.ts";
import { eventsOfWorld } from "./random.ts";
import { noCounts, playWebhooks } from "./schedule.ts";
import { addCounts, type WebhooksDone } from "./worker.ts";

/** Worlds that a worker plays between two words of progress. */
const stretch = 50;

async function exactly(): Promise<void> {
  const start = performance.now();
  const { checked, failures, seconds: told } = await playExactly();
  tell(
    failures.length === 0,
    `webhooks on time: ${behaviourNames.length} receivers, ${checked} attempts to the millisecond, at ${told?.join(", ")} s after instant answers, ${failures.length} violations (${seconds(start)})`,
  );
  tellFailures(failures);
}

async function kills(): Promise<void> {
  const parts: readonly (readonly [string, () => Promise<Exhausted>])[] = [
    ["killed at each point of each attempt", killAtEachPoint],
    ["killed at the same point again and again", killAgainAndAgain],
    ["failing before they post", failBeforePost],
    ["killed twice", killTwice],
    ["killed while their receiver rests", killWhileResting],
  ];
  for (const [name, play] of parts) {
    const start = performance.now();
    const { runs, kills, failures } = await play();
    tell(
      failures.length === 0,
      `senders ${name}: ${runs} runs, ${kills} kills, ${failures.length} violations (${seconds(start)})`,
    );
    tellFailures(failures);
  }
}

async function negativeControls(): Promise<void> {
  for (const control of webhookControls) {
    const { name, by, schedules, instead } = await tryWebhookControl(control);
    const found = by ?? `NOT CAUGHT, but ${instead.join(", ") || "nothing"}`;
    tell(by !== undefined, `control: ${name.padEnd(40)} -> ${found} (schedule ${schedules})`);
  }
}

/** The trace and the findings of a seed. */
export function playSeedOfWebhooks(seed: number, trace: string[]) {
  return playWebhooks(seed, { trace });
}

async function random(events: number, from: number): Promise<void> {
  const start = performance.now();
  const total = noCounts();
  const failed: { seed: number; what: string }[] = [];
  await onAllCores<WebhooksDone>(
    { script: "../webhooks/worker.ts", from, count: Math.ceil(events / eventsOfWorld), stretch },
    (first, to) => ({ from: first, to }),
    (done) => {
      addCounts(total, done.counts);
      failed.push(...done.failed);
      return failed.length === 0;
    },
  );
  const speed = Math.round(total.events / ((performance.now() - start) / 1000));
  const { deliveries, delivered, attempts, arrivals, duplicates } = total;
  tell(
    failed.length === 0,
    `webhooks at random: ${total.events} events from seed ${from}, ${total.kills} kills, ${total.faults} other faults, ${failed.length} violations (${seconds(start)}, ${speed}/s)`,
  );
  if (failed.length === 0)
    console.log(
      `     ${deliveries} deliveries, ${delivered} delivered, the others ended for their reason; ${attempts} attempts, ${arrivals} arrivals, ${duplicates} of them duplicates under the same event id; ${total.exact} instants exact`,
    );
  await tellSeeds(failed, "npm run sim:webhooks --", playSeedOfWebhooks);
}

/** The simulation of webhooks: instants, kills, mistakes on purpose, and `events` by chance. */
export async function simulateWebhooks(events: number, from: number): Promise<void> {
  await exactly();
  await kills();
  await negativeControls();
  await random(events, from);
}
