import type { PlanName } from "../../../functions/domain/screening/plan.ts";
import { listFile } from "../../support/world/screening/vendors.ts";
import { addressOf, fillers, type ScreenWorld } from "../../support/world/screening/world.ts";
import { ask, askBatch, ownLife, type ScreenClient } from "./acts.ts";

/** What is played, and who asks in it. */
export interface ScreenScene {
  readonly startAt: string;
  /** Before anything fails. */
  readonly furnish: (world: ScreenWorld) => Promise<void>;
  /** Who comes; their questions are the answer. */
  readonly enter: (world: ScreenWorld) => readonly ScreenClient[];
}

const noon = "2026-11-21T12:00:00.000Z";
const month = "acc_1";
const pro = "acc_2";

const plain = addressOf(1);
const slow = addressOf(2);
const failing = addressOf(3);
const spoken = addressOf(4);
const listed = addressOf(5);

function smallPlan(world: ScreenWorld): void {
  world.account(month, "free", 97);
  world.provider.wayOf.set(slow, "waits").set(failing, "fails once");
}

function scene(enter: ScreenScene["enter"], change: Partial<ScreenScene> = {}): ScreenScene {
  return { startAt: noon, furnish: async (world) => smallPlan(world), enter, ...change };
}

function clientOf(accountId: string, value: string, key = ""): ScreenClient {
  return { accountId, value, key, replies: [] };
}

function clients(
  world: ScreenWorld,
  { apartMs = 3, times = 1, afterMs = 0 },
  ...input: readonly (readonly [value: string, key: string])[]
): ScreenClient[] {
  return input.map(([value, key], at) => {
    const client = clientOf(month, value, key);
    const acts = Array.from({ length: times }, () => ask(world, client));
    world.cast.enter(`client ${at} of ${value.slice(-2)}`, acts, afterMs + at * apartMs);
    return client;
  });
}

function batch(world: ScreenWorld, values: readonly string[]): ScreenClient {
  const client = clientOf(month, "");
  const input = { accountId: month, key: "", values };
  world.cast.enter("batch", [askBatch(world, [client], input)], 4);
  return client;
}

/** Batches of the same values under one key, `apartMs` after one another; a client for each place of each. */
function keyedBatches(
  world: ScreenWorld,
  accountId: string,
  values: readonly string[],
  { apartMs, count = 2 }: { apartMs: number; count?: number },
): ScreenClient[] {
  return Array.from({ length: count }, (_, nth) => {
    const own = values.map((value, at) => clientOf(accountId, value, `batch ${at}`));
    const input = { accountId, key: "batch", values };
    world.cast.enter(`batch ${nth}`, [askBatch(world, own, input)], 4 + nth * apartMs);
    return own;
  }).flat();
}

async function furnishWatched(world: ScreenWorld, status: (nth: number) => number): Promise<void> {
  smallPlan(world);
  world.account(pro, "pro" satisfies PlanName);
  await world.monitor(pro, listed, (nth) => ({ status: status(nth), tookMs: 5, excerpt: "" }));
}

/** The list that is published from a moment on has one address more; nobody asks. */
function listing(world: ScreenWorld, afterMs: number): readonly ScreenClient[] {
  world.scheduler.later(afterMs, () => {
    world.publish([listed], "2026-11-21");
    world.load();
  });
  return [];
}

const brokenOff = listFile("2026-11-22", fillers).slice(0, 18_200);

/** What may come in a list's place: nothing, a web page, one that breaks off, a tenth of it, an older one. */
const spoiltFiles: readonly string[] = [
  ...["", "<html>maintenance</html>", brokenOff],
  ...[listFile("2026-11-22", fillers.slice(0, 40)), listFile("2026-11-01", fillers)],
];

/** The screening interface's work, each part of it small enough to fail at every one of its steps. */
export const screenScenes: Readonly<Record<string, ScreenScene>> = {
  "a screen without a key": scene((world) => clients(world, {}, [plain, ""])),
  "a screen with a key, asked twice": scene((world) => clients(world, { times: 2 }, [plain, "k1"])),
  "one key by two at once, and for another body": scene((world) => [
    ...clients(world, {}, [plain, "k1"], [plain, "k1"]),
    ...clients(world, { afterMs: 40_000 }, [spoken, "k1"]),
  ]),
  "the month's last screenings, and one more": scene((world) => {
    const input = [1, 2, 3, 4].map((nth) => [addressOf(10 + nth), nth % 2 ? "" : `k${nth}`] as const);
    return clients(world, { apartMs: 1 }, ...input);
  }),
  "over the month's end": scene(
    (world) => {
      const input = [1, 2, 3, 4].map((nth) => [addressOf(20 + nth), `k${nth}`] as const);
      return clients(world, { apartMs: 8 }, ...input);
    },
    { startAt: "2026-11-30T23:59:59.980Z" },
  ),
  "a batch": scene((world) => [batch(world, [plain, fillers[0] ?? "", "ẞ", failing, slow, spoken])]),
  "a batch with a key, asked twice": scene((world) =>
    keyedBatches(world, month, [plain, failing, slow, spoken], { apartMs: 30_000 }),
  ),
  "a batch with a key by two at once, in more than one transaction": scene(
    (world) => {
      // What is listed is not asked about: each of the others is a call to the provider.
      const values = [plain, ...fillers.slice(0, 96), spoken, addressOf(6), addressOf(7)];
      return keyedBatches(world, pro, values, { apartMs: 3 });
    },
    { furnish: async (world) => void world.account(pro, "pro", 2_900) },
  ),
  "the month's last screenings, for a batch with a key by three at once": scene((world) =>
    keyedBatches(world, month, [plain, spoken, addressOf(6)], { apartMs: 2, count: 3 }),
  ),
  "a batch over the month's end": scene((world) => [batch(world, [plain, slow, spoken])], {
    startAt: "2026-11-30T23:59:59.992Z",
  }),
  "a provider that takes its time, or fails": scene((world) => [
    ...clients(world, {}, [slow, "k1"], [failing, "k2"]),
    ...clients(world, { afterMs: 5_000_000 }, [slow, "k1"]),
  ]),
  "a provider that never answers": scene((world) => {
    world.scheduler.later(30_000, () => world.jump(90_000_000));
    return clients(world, {}, [slow, "k1"]);
  }),
  "a list is loaded": scene((world) => [
    ...listing(world, 1_000),
    ...clients(world, {}, [plain, "k1"]),
    ...clients(world, { afterMs: 25_000 }, [listed, "k2"]),
  ]),
  "two lists at once, the older one second": scene((world) => {
    world.scheduler.later(3, () => {
      world.publisher.spoilt.push(listFile("2026-11-20", [...fillers, plain]));
      world.load();
    });
    return listing(world, 0);
  }),
  "what is no list": scene((world) => {
    for (const [at, file] of spoiltFiles.entries())
      world.scheduler.later(at * 1_000, () => {
        world.publisher.spoilt.push(file);
        world.load();
      });
    return clients(world, { afterMs: 10_000 }, [fillers[300] ?? "", "k1"]);
  }),
  "a list that has become too old": scene((world) => {
    world.scheduler.later(10, () => world.jump(80 * 3_600_000));
    world.scheduler.later(9_000, () => world.load());
    return clients(world, { afterMs: 20 }, [plain, "k1"]);
  }),
  "an own entry, from proposal to withdrawal": scene((world) => {
    world.cast.enter("operators", ownLife(world, spoken));
    return clients(world, { apartMs: 30, afterMs: 45 }, [spoken, "k1"], [spoken, ""], [spoken, ""]);
  }),
  "a watched address is listed": scene((world) => listing(world, 0), {
    furnish: (world) => furnishWatched(world, (nth) => (nth === 1 ? 500 : 200)),
  }),
  "a watched address is blocked by ourselves, two sweepers at work": scene(
    (world) => {
      world.cast.enter("operators", ownLife(world, listed).slice(0, 3));
      world.scheduler.later(20_001, () => world.sweep());
      return [];
    },
    { furnish: (world) => furnishWatched(world, () => 200) },
  ),
  "a receiver that never takes it": scene((world) => listing(world, 0), {
    furnish: (world) => furnishWatched(world, () => 503),
  }),
};

/** Some of everything at once. */
export function chanceScene(seed: number): ScreenScene {
  return {
    startAt: seed % 3 === 0 ? "2026-11-30T23:59:58.000Z" : noon,
    furnish: (world) => furnishWatched(world, (nth) => (nth <= seed % 3 ? 500 : 200)),
    enter: (world) => {
      const { random, scheduler } = world;
      const asking = Array.from({ length: random.int(1, 5) }, () => {
        const value = random.pick([plain, slow, failing, spoken, listed, fillers[7] ?? ""]);
        return [value, random.chance(0.7) ? `k${value.slice(-2)}` : ""] as const;
      });
      const all = clients(world, { apartMs: random.int(0, 900), times: random.int(1, 2) }, ...asking);
      if (random.chance(0.3)) all.push(batch(world, [...[31, 32, 33, 34].map(addressOf), fillers[9] ?? ""]));
      if (random.chance(0.5)) {
        const life = ownLife(world, random.pick([spoken, listed]));
        world.cast.enter("operators", life, random.int(0, random.pick([200, 20_000, 80_000])));
      }
      if (random.chance(0.6)) listing(world, random.int(0, 30_000));
      for (let loads = random.int(0, 2); loads > 0; loads -= 1)
        scheduler.later(random.int(0, 60_000), () => {
          if (random.chance(0.6)) world.publisher.spoilt.push(random.pick(spoiltFiles));
          world.load();
        });
      if (random.chance(0.4)) scheduler.later(random.int(0, 60_000), () => world.sweep());
      if (random.chance(0.3))
        scheduler.later(random.int(0, 40_000), () => world.jump(random.pick([5, 70, 4_000, 280_000]) * 1_000));
      return all;
    },
  };
}
