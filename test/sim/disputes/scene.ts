import { dayOf } from "../../../functions/domain/core/time.ts";
import type { Counts } from "../../../functions/domain/settlement/counters.ts";
import { furnishEndpoint, furnishTenant } from "../../support/world/core/furnishing.ts";
import type { DisputeCommand } from "../../support/world/disputes/call.ts";
import { furnishCounters, furnishPayment, type WishedPayment } from "../../support/world/disputes/payments.ts";
import { type DisputeAlteration, DisputeWorld } from "../../support/world/disputes/world.ts";
import type { RefundPlan } from "../../support/world/settlement/rail-file.ts";

/** One call of one of a scene's tenants. */
export interface SceneCall {
  readonly tenant: number;
  readonly key: string;
  readonly command: DisputeCommand;
  readonly delayMs: number;
}

/** What is played: everything but the faults. */
export interface DisputeScene {
  readonly tenants: number;
  readonly payments: readonly (WishedPayment & { readonly tenant: number })[];
  readonly calls: readonly SceneCall[];
  /** How the rail sends money back; without it, it cannot. */
  readonly refund?: RefundPlan | undefined;
  /** Payments that their payers' banks take back. */
  readonly returns?: readonly { readonly payment: number; readonly code: string; readonly atMs: number }[];
  /** What was counted for the first tenant before the scene begins. */
  readonly counted?: Counts;
  /** When the clock jumps, and by how much. */
  readonly jumps?: readonly { readonly atMs: number; readonly ms: number }[];
  /** When the sweeper runs while faults still happen. */
  readonly sweepsAtMs?: readonly number[];
}

/** A world with a scene's people and payments in it and their calls to come. */
export function stageDisputes(scene: DisputeScene, seed: number, alteration: DisputeAlteration = {}): DisputeWorld {
  const world = new DisputeWorld(seed, scene.refund, alteration);
  const { scheduler } = world;
  const context = world.furnishing();
  const tenants = Array.from({ length: scene.tenants }, (_, at) => {
    const name = `tenant-${at}`;
    const tenant = furnishTenant(context, { name, wallet: `0x${at}`, partnerCustomerId: "cust_1" });
    furnishEndpoint(context, tenant.id, `secret-${at}`);
    return tenant;
  });
  for (const { tenant, ...wished } of scene.payments) {
    const whose = tenants[tenant];
    if (!whose) throw new Error(`no tenant ${tenant}`);
    world.payments.push(furnishPayment(context, world.vendors, whose, wished));
  }
  const [first] = tenants;
  if (scene.counted && first) {
    world.counted = { tenantId: first.id, day: dayOf(context.clock.now()), counts: scene.counted };
    furnishCounters(context, world.counted);
  }
  for (const { tenant, delayMs, ...call } of scene.calls)
    world.callers.submit({ ...call, tenantId: tenants[tenant]?.id ?? "" }, delayMs);
  for (const { payment, code, atMs } of scene.returns ?? []) world.takeBack(payment, code, atMs);
  for (const { atMs, ms } of scene.jumps ?? []) scheduler.later(atMs, () => world.jump(ms));
  for (const atMs of scene.sweepsAtMs ?? []) scheduler.later(atMs, () => world.sweep());
  return world;
}
