import { generateKeyPairSync } from "node:crypto";
import { viewTransfer } from "../../support/bridge-sim/transfer.ts";
import { bridgeSignature } from "../../support/bridge-sim/webhooks.ts";
import type { Trouble } from "../../support/world/bridge/network.ts";
import type { BridgeSide } from "../../support/world/bridge/side.ts";
import type { Random } from "../../support/world/core/random.ts";
import { workThroughQueue } from "../../support/world/settlement/operators.ts";
import type { World } from "../../support/world/settlement/world.ts";

/** What Bridge's API gets wrong: limits, errors before and after the work was done, garbage, slowness past any deadline. */
function aTrouble(random: Random): Trouble {
  return random.weighted<Trouble>(
    [{ kind: "429", retryAfter: String(random.pick([0, 1, 3, 30])) }, 4],
    [{ kind: "500_before" }, 2],
    [{ kind: "500_after" }, 4],
    [{ kind: "garbage" }, 2],
    [{ slowMs: random.pick([500, 3_000, 12_000]) }, 4],
  );
}

function aLie(random: Random): object {
  return random.pick([{ numericAmounts: true }, { missingReceipt: true }, { unknownState: "limbo" }]);
}

const truth = { numericAmounts: false, missingReceipt: false, unknownState: null };

function callbacks(random: Random, lossy: number): readonly number[] {
  const late = () => random.int(0, random.chance(0.8) ? 40 : 90_000);
  if (random.chance(lossy)) return [];
  return random.chance(0.12) ? [late(), late()] : [late()];
}

function revoke(world: World, { bank }: BridgeSide, random: Random): void {
  const set = (status: string) => () => {
    for (const customer of bank.customers.values()) customer.status = status;
  };
  const revoked = set(random.pick(["paused", "under_review"]));
  const backAfterMs = random.chance(0.6) ? random.int(1_000, 120_000) : undefined;
  world.scheduler.later(random.int(0, 60_000), () => {
    revoked();
    if (backAfterMs !== undefined) world.scheduler.later(backAfterMs, set("active"));
  });
}

/** A stranger's key; short, for it proves nothing. */
const foreign = generateKeyPairSync("rsa", { modulusLength: 1024 }).privateKey;

const staleMs = 660_000;

/** Somebody posts what Bridge never said under a key of their own, or once more what it said long ago. */
function forge(world: World, { line, bank, privateKey }: BridgeSide, random: Random): void {
  world.scheduler.later(random.int(1_000, 60_000), () => {
    const transfer = bank.transfers.at(-1);
    if (!transfer) return;
    const stale = random.chance(0.5);
    const { nowMs } = world.scheduler;
    const response = viewTransfer(transfer, bank.knobs);
    const receipt = { initial_amount: "99999.00", destination_tx_hash: "0xforged" };
    const body = JSON.stringify({
      ...{ event_id: "wh_forged", event_category: "transfer", event_type: "transfer.updated" },
      ...{ event_object_id: transfer.id, event_object_status: "payment_processed" },
      event_object: stale ? response : { ...response, state: "payment_processed", receipt },
    });
    const signature = stale
      ? bridgeSignature(body, nowMs - staleMs, privateKey)
      : bridgeSignature(body, nowMs, foreign);
    line.forge(body, signature);
  });
}

/** Lets Bridge, its line and its people go wrong while a schedule is played; `spend` says whether another fault may happen. */
export function hauntBridge(world: World, side: BridgeSide, random: Random, spend: () => boolean): void {
  const lossy = random.pick([0, 0.05, 0.05, 0.3]);
  side.line.plan = () => callbacks(random, lossy);
  const rate = random.pick([0.01, 0.03, 0.1]);
  side.network.trouble = () => (random.chance(rate) && spend() ? aTrouble(random) : undefined);
  if (random.chance(0.15)) {
    const lie = aLie(random);
    const forMs = random.int(1_000, 60_000);
    world.scheduler.later(random.int(0, 60_000), () => {
      Object.assign(side.bank.knobs, lie);
      world.scheduler.later(forMs, () => Object.assign(side.bank.knobs, truth));
    });
  }
  if (random.chance(0.5))
    for (const afterMs of [random.int(20_000, 60_000), random.int(60_000, 120_000)])
      world.scheduler.later(afterMs, () =>
        workThroughQueue(world, (options) => (random.chance(0.7) ? random.pick(options) : undefined)),
      );
  if (random.chance(0.04)) revoke(world, side, random);
  if (random.chance(0.1)) forge(world, side, random);
}
