import type { RailEvent } from "../../../functions/domain/rails/rail-event.ts";
import type { FeeRule } from "../../../functions/domain/tenants/fee-rule.ts";
import type { BridgePlan } from "../../support/world/bridge-side.ts";
import { reinstateAll, suspensionsOf, turnCredit } from "../../support/world/credit.ts";
import { releaseReserves } from "../../support/world/daily.ts";
import { type Choice, workThroughQueue } from "../../support/world/operators.ts";
import { furnishEndpoint, furnishInvoice, furnishTenant } from "../../support/world/people.ts";
import { fine } from "../../support/world/scheduler.ts";
import type { RailPlan } from "../../support/world/vendors.ts";
import { type Alteration, World } from "../../support/world/world.ts";

/** A tenant of a scene, with its invoices' totals in cents. */
export interface SceneTenant {
  readonly wallet: string;
  readonly partnerCustomerId: string | null;
  readonly rule?: Partial<FeeRule>;
  readonly invoices: readonly { totalCents: number; sent: boolean }[];
}

/** One client's call: whose, on which of their invoices, under which key. */
export interface SceneAsk {
  readonly tenant: number;
  readonly invoice: number;
  readonly key: string;
  readonly amountCents?: number;
  readonly source: "ach" | "ach_push";
  readonly delayMs: number;
  readonly operation?: string;
}

/** What is played: everything but the faults. */
export interface Scene {
  readonly tenants: readonly SceneTenant[];
  readonly asks: readonly SceneAsk[];
  readonly rate: string;
  readonly silentScreens: number;
  readonly rail: (key: string) => RailPlan;
  /** Set where the rail is Bridge; `rail` is not asked then. */
  readonly bridge?: BridgePlan;
  /** When the schedule runs the sweeper while faults still happen. */
  readonly sweepsAtMs?: readonly number[];
  /** When the daily work releases what is due of reserves while faults still happen, and the sweeper follows up a quarter of an hour later. */
  readonly dailyAtMs?: number;
  /** When operators decide about what waits for them, and how. */
  readonly decisions?: readonly { readonly atMs: number; readonly choice: Choice }[];
  /** When a tenant's program credit is suspended, or reinstated. */
  readonly credit?: readonly {
    readonly tenant: number;
    readonly atMs: number;
    readonly suspended: boolean;
  }[];
  readonly receiver?: (deliveryId: string, attempt: number) => number | null;
}

/** What a rail does that is never in anybody's way. */
export const plainRail: RailPlan = { refuses: false, afterCollection: [], afterPayout: [] };

/** A rail that says one thing after the collection. */
export function railThatSays(event: RailEvent, delayMs: number): RailPlan {
  return { ...plainRail, afterCollection: [{ event, delayMs }] };
}

/** A world with a scene's people in it and their calls to come. */
export function stage(scene: Scene, seed: number, alteration?: Alteration): World {
  const { rate, silentScreens, rail, bridge } = scene;
  const world = new World(seed, { rate, silentScreens, collection: rail, bridge }, alteration);
  if (scene.receiver) world.receiver.answer = scene.receiver;
  const desk = world.furnishing();
  const tenants = scene.tenants.map(({ invoices, ...asked }, at) => {
    const tenant = furnishTenant(desk, { name: `tenant-${at}`, ...asked });
    const { url } = furnishEndpoint(desk, tenant.id, `secret-${at}`);
    world.receiver.knows(url, `secret-${at}`);
    const furnished = invoices.map((each, number) =>
      furnishInvoice(desk, tenant, { number: `A-${number}`, ...each }),
    );
    return { id: tenant.id, invoices: furnished.map(({ id }) => id) };
  });
  for (const { tenant, invoice, key, amountCents, source, delayMs, operation = "payInvoice" } of scene.asks) {
    const { id = "", invoices = [] } = tenants[tenant] ?? {};
    const invoiceId = invoices[invoice] ?? "";
    const ask = {
      tenantId: id,
      operation,
      idempotencyKey: key,
      fingerprint: `${operation} ${invoiceId} ${amountCents} ${source}`,
      invoiceId,
      source,
      ...(amountCents === undefined ? {} : { amountCents }),
    };
    world.submit(ask, delayMs);
  }
  for (const { atMs, choice } of scene.decisions ?? [])
    world.scheduler.later(atMs, () => workThroughQueue(world, () => choice));
  for (const atMs of scene.sweepsAtMs ?? []) world.scheduler.later(atMs, () => world.sweep());
  for (const { tenant, atMs, suspended } of scene.credit ?? []) {
    const turn = () => turnCredit(world, tenants[tenant]?.id ?? "", suspended);
    if (atMs === 0) turn();
    else world.scheduler.later(atMs, turn);
  }
  const { dailyAtMs } = scene;
  if (dailyAtMs !== undefined) {
    world.scheduler.later(dailyAtMs, () => releaseReserves(world));
    world.scheduler.later(dailyAtMs + followUpMs, () => world.sweep());
  }
  return world;
}

const followUpMs = 900_000;

/** How long a scene goes on before the faults stop. */
export function lengthMs(scene: Scene): number {
  const daily = scene.dailyAtMs === undefined ? [] : [scene.dailyAtMs + followUpMs];
  return Math.max(stretchMs, ...[...daily, ...(scene.sweepsAtMs ?? [])].map((atMs) => atMs + 1_000));
}

/** The order in which recovery comes: the client's repetition or the sweeper's. */
export type Recovery = "sweeper first" | "client first";

/** Seconds that pass before each of the three sweeps: past every lease, past the parking time, past the longest wait of a screen. */
const pauses = [40, 310, 3605] as const;

/** The same where callbacks can be lost: the later two are past the longest silence before the rail is asked, which grows with a settlement's age. */
function patientPauses(first: number, ageSeconds: number): readonly number[] {
  const silence = (age: number) => Math.max(3_700, Math.ceil(age / 3));
  const second = silence(ageSeconds + first);
  return [first, second, silence(ageSeconds + first + second)];
}

/** Past the time after which a settlement on hold is looked at again. */
const heldPause = 21_700;

/** How long is played between two moves of the clock; the rail repeats for longer than that. */
const stretchMs = 70_000;

/** The faults stop; the sweeper runs three times, clients repeat what had no answer, and everything is played to its end. */
export async function comeToRest(world: World, recovery: Recovery = "sweeper first"): Promise<void> {
  const { scheduler } = world;
  const wasHeld = suspensionsOf(world).length > 0;
  reinstateAll(world);
  scheduler.plan = () => fine;
  world.streamPlan = () => [5];
  world.vendors.answersAlways = true;
  world.bridge?.calm();
  // Payers who are hours late, and callbacks that are posted again, are no faults to recover from.
  await scheduler.settle(world.bridge ? undefined : stretchMs);
  if (recovery === "client first") {
    world.jump(36_000);
    world.askAgain();
    await scheduler.settle(stretchMs);
  }
  const ageSeconds = (scheduler.nowMs - world.startMs) / 1000;
  const [, ...laterPauses] = pauses;
  const plain = wasHeld ? [heldPause, ...laterPauses] : pauses;
  const patient = patientPauses(wasHeld ? heldPause : 310, ageSeconds);
  for (const [pass, seconds] of (world.bridge ? patient : plain).entries()) {
    world.jump(seconds * 1000);
    // Once only: what it begins, the sweeper has to end.
    if (world.askedForReserves && pass === 0) releaseReserves(world);
    world.sweep();
    await scheduler.settle(stretchMs);
    world.askAgain();
    await scheduler.settle(stretchMs);
  }
  await scheduler.settle();
}
