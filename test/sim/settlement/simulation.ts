import { Random } from "../../support/world/core/random.ts";
import { releaseReserves } from "../../support/world/settlement/operators.ts";
import type { Alteration, World } from "../../support/world/settlement/world.ts";
import { bridgeControls } from "../bridge/controls.ts";
import { bridgeEscrowControls } from "../bridge/controls-escrows.ts";
import { walletControls } from "../bridge/controls-wallets.ts";
import { longBridgeEscrowScenes } from "../bridge/escrow-scenes.ts";
import { hauntBridge } from "../bridge/haunt.ts";
import { randomBridgeScene } from "../bridge/scene.ts";
import { bridgeScenes } from "../bridge/scenes.ts";
import { injectFaults, randomFault } from "../core/faults.ts";
import { passMonth } from "../core/month.ts";
import { movesIn } from "../core/moves.ts";
import type { Counts, Recovery, Simulation, Stage } from "../core/simulation.ts";
import { injectTroubles } from "../core/troubles.ts";
import { check } from "./check.ts";
import { claimControls } from "./controls-claims.ts";
import { faultControls } from "./controls-faults.ts";
import { invoiceControls } from "./controls-invoices.ts";
import { moneyControls } from "./controls-money.ts";
import { writeControls } from "./controls-writes.ts";
import { type Invariant, invariants } from "./invariants.ts";
import { randomScene } from "./random-scene.ts";
import { comeToRest, lengthMs, type Scene, stage } from "./scene.ts";
import { longSettlementScenes, settlementScenes } from "./scenes.ts";

const limits = [
  [0, 15],
  [1, 25],
  [2, 25],
  [4, 20],
  [8, 15],
] as const;

const jumpSeconds = [5, 20, 40, 310, 1_000, 4_000] as const;

/** Has up to two steps of the close, and of what follows from it, fail as well. */
function troubleNight({ scheduler }: World, atMs: number, random: Random): void {
  const rate = random.pick([0, 0.02, 0.1]);
  scheduler.later(atMs, () => {
    const usual = scheduler.plan;
    let left = 2;
    scheduler.plan = (op, step, process) => {
      if (left === 0 || op.name === "courier.post" || !random.chance(rate)) return usual(op, step, process);
      left -= 1;
      return randomFault(random, op);
    };
  });
}

/** Faults by chance, what goes wrong at Bridge, sweepers that meet, and a clock that jumps. */
function haunt(world: World, random: Random): Counts {
  const onFault = ({ name }: { readonly name: string }) => {
    if (name === "courier.post") world.courierTroubled = true;
  };
  const counts = injectFaults(world, random, { limits, onFault });
  if (world.bridge)
    hauntBridge(world, world.bridge, random, () => {
      counts.faults += 1;
      return true;
    });
  const { scheduler } = world;
  for (let sweeps = random.int(0, 2); sweeps > 0; sweeps -= 1) {
    const atMs = random.int(100, 90_000);
    scheduler.later(atMs, () => world.sweep());
    if (random.chance(0.3)) scheduler.later(atMs, () => world.sweep());
  }
  for (let jumps = random.chance(0.3) ? random.int(1, 2) : 0; jumps > 0; jumps -= 1)
    scheduler.later(random.int(1, 40_000), () => world.jump(random.pick(jumpSeconds) * 1000, random.chance(0.3)));
  return counts;
}

/** Sometimes the reserves' day comes while faults still happen: the daily work, twice at once now and then, and a sweep after it. */
async function passDays(world: World, scene: Scene, random: Random): Promise<void> {
  if (!random.chance(0.2) || !mayTakeDays(world, scene)) return;
  world.jump(random.int(10, 20) * 86_400_000);
  for (let daily = random.int(1, 2); daily > 0; daily -= 1) releaseReserves(world);
  await world.scheduler.settle(random.int(1_000, 60_000));
  world.jump(random.int(300, 1_000) * 1000);
  world.sweep();
  if (random.chance(0.3)) releaseReserves(world);
  await world.scheduler.settle(random.int(1_000, 60_000));
}

/** Whether what takes days may pass: an endpoint that fails for days is switched off, which is another part's matter. */
function mayTakeDays({ courierTroubled }: World, { receiver }: Scene): boolean {
  return !courierTroubled && (receiver === undefined || receiver("", 1) === 200);
}

function staged(scene: Scene, seed: number, alteration?: Alteration): Stage<Invariant> {
  const world = stage(scene, seed, alteration);
  const { scheduler, clients } = world;
  let recovery: Recovery = "sweeper first";
  let isMonthLong = false;
  return {
    scheduler,
    haunt: (random) => {
      if (scene.close) troubleNight(world, scene.close.atMs, new Random(seed ^ 0x217e));
      return haunt(world, random);
    },
    trouble: (kinds, random) => {
      injectTroubles(world, kinds, random);
      isMonthLong = kinds.includes("forgotten rows");
    },
    counts: () => world.happened,
    recoverBy: (first) => {
      recovery = first;
      clients.patience = 1;
      if (world.escrows) world.escrows.clients.patience = 1;
    },
    play: async (random) => {
      const enoughMs = random?.int(20_000, 100_000);
      await scheduler.settle(scene.sweepsAtMs || enoughMs === undefined ? lengthMs(scene) : enoughMs);
      if (random) await passDays(world, scene, random);
      if (random && isMonthLong && mayTakeDays(world, scene))
        await passMonth(world, [clients, ...(world.escrows ? [world.escrows.clients] : [])], random);
    },
    repair: () => {
      world.jump(40_000);
      if (recovery === "clients first") world.askAgain();
      else world.sweep();
      return scheduler.settle(lengthMs(scene));
    },
    rest: (random) => {
      if (random) recovery = random.chance(0.5) ? "sweeper first" : "clients first";
      return comeToRest(world, recovery);
    },
    check: () => check(world),
    moves: () => movesIn(world.store.rows()),
    ends: () => [...(world.escrows?.journal.values() ?? [])].map((states) => states.at(-1)?.state.status ?? "none"),
  };
}

const shared = {
  ...{ invariants, scenes: { ...bridgeScenes, ...settlementScenes }, stage: staged },
  longScenes: { ...longSettlementScenes, ...longBridgeEscrowScenes },
  ...{ mostSchedules: 3_000, strikesSilence: false },
};

/** The simulation of settlements, over each rail. */
export const settlements: Readonly<Record<"mock" | "bridge", Simulation<Scene, Alteration, Invariant>>> = {
  mock: {
    ...shared,
    randomScene,
    controls: [...writeControls, ...claimControls, ...moneyControls, ...invoiceControls, ...faultControls],
  },
  bridge: {
    ...shared,
    randomScene: randomBridgeScene,
    controls: [...bridgeControls, ...walletControls, ...bridgeEscrowControls],
  },
};

/** The scenes of pay that are crashed twice. */
export const struckTwice = [
  "pulled, screened, converted, paid out",
  "pushed, the funds arrive by callback",
  "declined at the first gate",
];
