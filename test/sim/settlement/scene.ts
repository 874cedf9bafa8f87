import type { RailEvent } from "../../../functions/domain/rails/rail-event.ts";
import type { FeeRule } from "../../../functions/domain/tenants/fee-rule.ts";
import type { BridgePlan } from "../../support/world/bridge/side.ts";
import { furnishEndpoint, furnishInvoice, furnishTenant } from "../../support/world/core/furnishing.ts";
import { closeDays } from "../../support/world/settlement/closing.ts";
import {
  type Choice,
  cancelPayments,
  reinstateAll,
  releaseReserves,
  suspensionsOf,
  turnCredit,
  workThroughQueue,
} from "../../support/world/settlement/operators.ts";
import type { RailPlan, VendorPlan } from "../../support/world/settlement/vendors.ts";
import { type Alteration, World } from "../../support/world/settlement/world.ts";
import { silenceSeconds, sweepThrice } from "../core/rest.ts";
import { mistakesIn, type Recovery } from "../core/simulation.ts";
import { type EscrowScene, submitCalls } from "../escrow/scene.ts";
import type { Invariant } from "./invariants.ts";

/** A tenant of a scene, with its invoices' totals in cents. */
export interface SceneTenant {
  readonly wallet: string;
  readonly partnerCustomerId: string | null;
  readonly rule?: Partial<FeeRule>;
  readonly escrowRule?: Partial<FeeRule>;
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

/** What a tenant does with an invoice of its own: a void, or a credit note of so many cents. */
export interface InvoiceAction {
  readonly tenant: number;
  readonly invoice: number;
  readonly atMs: number;
  readonly creditCents?: number;
}

/** What is played: everything but the faults. */
export interface Scene extends Pick<VendorPlan, "silence" | "frozen" | "refusesReserve" | "refund"> {
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
  /** When the daily work looks once more. */
  readonly dailyAgainAtMs?: readonly number[];
  /** By how much the clocks of some processes' machines are ahead, in milliseconds. */
  readonly skewsMs?: Readonly<Record<string, number>>;
  /** How late some tasks of the machine begin, in milliseconds. */
  readonly lateTasksMs?: Readonly<Record<string, number>>;
  /** When the days that have ended are closed, by so many runs at once; they are once more when all has come to rest, a day later. */
  readonly close?: { readonly atMs: number; readonly runs: number };
  /** When tenants void an invoice of theirs, or credit so many cents on it. */
  readonly invoiceActions?: readonly InvoiceAction[];
  /** When operators decide about what waits for them, and how. */
  readonly decisions?: readonly { readonly atMs: number; readonly choice: Choice }[];
  /** When tenants cancel every payment of theirs that they can. */
  readonly cancelsAtMs?: readonly number[];
  /** When a tenant's program credit is suspended, or reinstated. */
  readonly credit?: readonly { readonly tenant: number; readonly atMs: number; readonly suspended: boolean }[];
  /** Escrows of the first tenant's, over the same rail. */
  readonly escrows?: Pick<EscrowScene, "wishes" | "calls">;
  readonly receiver?: (deliveryId: string, attempt: number) => number | null;
}

/** Describes a mistake with settlements. */
export const mistake = mistakesIn<Scene, Alteration, Invariant>();

/** What a rail does that is never in anybody's way. */
export const plainRail: RailPlan = { refuses: false, afterCollection: [], afterPayout: [] };

type Word = readonly [event: RailEvent, delayMs: number];

function callbacks(labels: readonly Word[]) {
  return labels.map(([event, delayMs]) => ({ event, delayMs }));
}

/** A rail that says something after the collection. */
export function railReporting(event: RailEvent, delayMs: number, ...more: readonly Word[]): RailPlan {
  return { ...plainRail, afterCollection: callbacks([[event, delayMs], ...more]) };
}

/** A rail that says something after the payout. */
export function payAndReport(...labels: readonly Word[]): RailPlan {
  return { ...plainRail, afterPayout: callbacks(labels) };
}

/** A scene with one tenant and one call, with changes. */
export function simpleScene(change: Partial<Scene> = {}, wallet = "0xA"): Scene {
  const rule = { bps: 290, fixedCents: 30, reserveBps: 1_050 };
  const invoices = [{ totalCents: 33_333, sent: true }];
  return {
    tenants: [{ wallet, partnerCustomerId: "cust_1", rule, invoices }],
    asks: [{ tenant: 0, invoice: 0, key: "k1", source: "ach", delayMs: 0 }],
    rate: "0.998877665544332211",
    silentScreens: 0,
    rail: () => plainRail,
    ...change,
  };
}

/** A tenant voids an invoice, or credits cents on it; what is refused stays as it is. */
function changeInvoice(world: World, tenantId: string, invoiceId: string, creditCents: number | undefined): void {
  const context = world.context(`tenant:${tenantId}`);
  const act =
    creditCents === undefined
      ? () => world.app.cancelInvoice(context, tenantId, invoiceId, null)
      : () => world.app.createCreditNote(context, tenantId, invoiceId, { amountCents: creditCents, reason: "agreed" });
  world.start(creditCents === undefined ? "tenant voids" : "tenant credits", act);
}

/** A world with a scene's people in it and their calls to come. */
export function stage(scene: Scene, seed: number, alteration?: Alteration): World {
  const { rate, silentScreens, rail, bridge, silence, frozen, refusesReserve, refund } = scene;
  const plan = {
    ...{ rate, silentScreens, collection: rail, bridge, silence, frozen, refusesReserve, refund },
    holdsEscrows: scene.escrows !== undefined,
  };
  const world = new World(seed, plan, alteration);
  const { skewsMs, lateTasksMs } = scene;
  if (lateTasksMs) world.taskDelayMs = (task) => lateTasksMs[task] ?? 0;
  if (skewsMs) world.scheduler.skewMs = (process) => skewsMs[process] ?? 0;
  if (scene.receiver) world.receiverAnswer = scene.receiver;
  const context = world.furnishing();
  const tenants = scene.tenants.map(({ invoices, ...input }, at) => {
    const tenant = furnishTenant(context, { name: `tenant-${at}`, ...input });
    const { url } = furnishEndpoint(context, tenant.id, `secret-${at}`);
    world.receiveAt(url, `secret-${at}`);
    const furnished = invoices.map((each, number) =>
      furnishInvoice(context, tenant, { number: `A-${number}`, ...each }),
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
    world.clients.submit(ask, delayMs);
  }
  if (world.escrows && scene.escrows)
    submitCalls(world.escrows.clients, scene.escrows, tenants[0]?.id ?? "", world.startMs);
  for (const { atMs, choice } of scene.decisions ?? [])
    world.scheduler.later(atMs, () => workThroughQueue(world, () => choice));
  for (const atMs of scene.cancelsAtMs ?? []) world.scheduler.later(atMs, () => cancelPayments(world));
  for (const atMs of scene.sweepsAtMs ?? []) world.scheduler.later(atMs, () => world.sweep());
  for (const act of scene.invoiceActions ?? []) {
    const { id = "", invoices = [] } = tenants[act.tenant] ?? {};
    world.scheduler.later(act.atMs, () => changeInvoice(world, id, invoices[act.invoice] ?? "", act.creditCents));
  }
  const { close } = scene;
  if (close) {
    world.closes = true;
    world.scheduler.later(close.atMs, () => closeDays(world, close.runs));
  }
  for (const { tenant, atMs, suspended } of scene.credit ?? []) {
    const turn = () => turnCredit(world, tenants[tenant]?.id ?? "", suspended);
    if (atMs === 0) turn();
    else world.scheduler.later(atMs, turn);
  }
  const { dailyAtMs, dailyAgainAtMs = [] } = scene;
  for (const atMs of dailyAgainAtMs) world.scheduler.later(atMs, () => releaseReserves(world));
  if (dailyAtMs !== undefined) {
    world.scheduler.later(dailyAtMs, () => releaseReserves(world));
    world.scheduler.later(dailyAtMs + followUpMs, () => world.sweep());
  }
  return world;
}

const followUpMs = 900_000;
const dayMs = 86_400_000;

/** How long a scene goes on before the faults stop. */
export function lengthMs(scene: Scene): number {
  const daily = scene.dailyAtMs === undefined ? [] : [scene.dailyAtMs + followUpMs];
  return Math.max(
    stretchMs,
    ...[...daily, ...(scene.dailyAgainAtMs ?? []), ...(scene.sweepsAtMs ?? [])].map((atMs) => atMs + 1_000),
  );
}

/** Seconds that pass before each of the three sweeps: past every lease, past the parking time, past the longest wait of a screen. */
const pauses = [40, 310, 3605] as const;

/** The same where callbacks can be lost: the later two are past the longest silence before the rail is asked, which grows with a settlement's age. */
function patientPauses(first: number, ageSeconds: number): readonly number[] {
  const second = silenceSeconds(ageSeconds + first);
  return [first, second, silenceSeconds(ageSeconds + first + second)];
}

/** Past the time after which a settlement on hold is looked at again. */
const heldPause = 21_700;

/** How long is played between two moves of the clock; the rail repeats for longer than that. */
const stretchMs = 70_000;

/** Ends the faults; the sweeper runs three times, clients repeat what had no answer, and everything is played to its end. */
export async function comeToRest(world: World, recovery: Recovery = "sweeper first"): Promise<void> {
  const { scheduler } = world;
  const wasHeld = suspensionsOf(world).length > 0;
  reinstateAll(world);
  world.calm();
  world.vendors.answersAlways = true;
  world.bridge?.calm();
  // Payers who are hours late, and callbacks that are posted again, are no faults to recover from.
  await scheduler.settle(world.bridge ? undefined : stretchMs);
  const pausesAt = (atMs: number) => {
    if (world.bridge) return patientPauses(wasHeld ? heldPause : 310, (atMs - world.startMs) / 1000);
    const [first, ...later] = pauses;
    return [wasHeld ? heldPause : first, ...later];
  };
  let isReserveDue = world.askedForReserves;
  const sweep = () => {
    // Once only: what it begins, the sweeper has to end.
    if (isReserveDue) releaseReserves(world);
    isReserveDue = false;
    world.sweep();
  };
  const firstMs = recovery === "clients first" ? 36_000 : undefined;
  const swept = { scheduler, store: world.store, jump: (ms: number) => world.jump(ms), sweep };
  await sweepThrice(swept, () => world.askAgain(), { stretchMs, pauses: pausesAt, firstMs });
  if (!world.closes) return;
  world.jump(dayMs);
  closeDays(world);
  await scheduler.settle(stretchMs);
  await sweepThrice(swept, () => world.askAgain(), { stretchMs, pauses: () => [60, 700, 700] });
}
