import { rowKey } from "../../../functions/app/core/row-keys.ts";
import type { NewEscrow } from "../../../functions/domain/escrow/create.ts";
import type { Clients } from "../../support/world/core/clients.ts";
import { furnishEndpoint, furnishTenant } from "../../support/world/core/furnishing.ts";
import type { EscrowCall, EscrowCommand } from "../../support/world/escrow/call.ts";
import type { BankPlan, Deposit, PayoutPlan } from "../../support/world/escrow/plan.ts";
import { type EscrowAlteration, EscrowWorld } from "../../support/world/escrow/world.ts";

/** An escrow of a scene; its expiry in milliseconds from the beginning. */
export interface Wish {
  readonly amountCents: number;
  readonly releaseRule: NewEscrow["releaseRule"];
  readonly requiredApprovals: number;
  readonly milestones: number;
  /** What each of them is of, in cents; none has an amount where this is left out. */
  readonly parts?: readonly number[];
  readonly payoutAddress: string;
  readonly refundAddress: string | null;
  readonly expiresInMs: number | null;
}

/** One call about one of the scene's escrows; `create` is made from its wish. */
export interface SceneCall {
  readonly escrow: number;
  readonly key: string;
  readonly command: Exclude<EscrowCommand, { op: "create" }> | { readonly op: "create" };
  readonly delayMs: number;
}

/** What is played: everything but the faults. */
export interface EscrowScene {
  readonly wishes: readonly Wish[];
  readonly calls: readonly SceneCall[];
  readonly bank: BankPlan;
  /** When the clock jumps, and by how much. */
  readonly jumps?: readonly { readonly atMs: number; readonly ms: number }[];
  /** When the sweeper runs while faults still happen. */
  readonly sweepsAtMs?: readonly number[];
  /** How long it is played before it comes to rest; what is usual where this is left out. */
  readonly lengthMs?: number;
}

export const wholeAtOnce: Deposit = { cents: null, afterMs: 3_000, word: [10], isBare: true, bounces: true };

/** A bank that does what is asked for, with changes. */
export function bankThat(
  change: {
    readonly deposits?: readonly Deposit[];
    readonly refuses?: boolean;
    readonly takenBackAfterMs?: number;
    readonly release?: PayoutPlan;
    readonly refund?: PayoutPlan;
    readonly silentScreens?: number;
    readonly rate?: string;
    /** What it makes of the first return; those after it are sent at once. */
    readonly returns?: ReturnType<NonNullable<BankPlan["returns"]>>;
    /** What comes where the money is asked for once more. */
    readonly depositsAnew?: readonly Deposit[];
    /** What it makes of a refund after the first. */
    readonly refundAnew?: PayoutPlan;
    /** What it makes of the return of what a release leaves, and of one after the first. */
    readonly rest?: PayoutPlan;
    readonly restAnew?: PayoutPlan;
    readonly slowness?: BankPlan["slowness"];
  } = {},
): BankPlan {
  const { deposits = [wholeAtOnce], refuses = false, takenBackAfterMs = null } = change;
  const { release = { kind: "at once" }, refund = { kind: "at once" }, silentScreens = 0 } = change;
  const { returns = "sent", depositsAnew = deposits, rate = "1", refundAnew = refund, slowness } = change;
  const { rest = refund, restAnew = rest } = change;
  const back = { refund: [refund, refundAnew], rest: [rest, restAnew] } as const;
  return {
    ...{ rate, slowness },
    collection: (reference) => ({
      ...{ refuses, takenBackAfterMs },
      deposits: reference.includes(".") ? depositsAnew : deposits,
    }),
    returns: (number) => (number === 1 ? returns : "sent"),
    payout: (leg, number) => (leg === "release" ? release : back[leg as keyof typeof back][number === 1 ? 0 : 1]),
    namesPayouts: false,
    tellsCancelled: null,
    silentScreens,
  };
}

function newEscrowOf(wish: Wish, reference: string, startMs: number): NewEscrow & { payoutChain: null } {
  const { expiresInMs, milestones, parts, ...terms } = wish;
  return {
    ...{ ...terms, reference, currency: "USD", rail: "stablecoin", payoutChain: null, payoutStable: "USDT" },
    ...{ buyerRef: null, sellerRef: null, invoiceId: null, metadata: {} },
    expiresAt: expiresInMs === null ? null : new Date(startMs + expiresInMs).toISOString(),
    milestones: Array.from({ length: milestones }, (_, at) => ({
      ...{ description: `part ${at + 1}`, amountCents: parts?.[at] },
    })),
  } as NewEscrow & { payoutChain: null };
}

/** Has a tenant's clients make the calls of a scene, each at its time. */
export function submitCalls(
  clients: Clients<EscrowCall>,
  { wishes, calls }: Pick<EscrowScene, "wishes" | "calls">,
  tenantId: string,
  startMs: number,
): void {
  for (const { escrow, key, command, delayMs } of calls) {
    const reference = `deal-${escrow}`;
    const wish = wishes[escrow];
    if (!wish) throw new Error(`no wish ${escrow}`);
    const reply: EscrowCommand =
      command.op === "create" ? { op: "create", input: newEscrowOf(wish, reference, startMs) } : command;
    clients.submit({ tenantId, reference, key, command: reply }, delayMs);
  }
}

/** A world with a scene's people in it and their calls to come. */
export function stageEscrows(scene: EscrowScene, seed: number, alteration?: EscrowAlteration): EscrowWorld {
  const world = new EscrowWorld(seed, scene.bank, alteration);
  const context = world.furnishing();
  const rule = { kind: "escrow" as const, bps: 150, fixedCents: 30 };
  const tenant = furnishTenant(context, { name: "acme", wallet: "0xT", partnerCustomerId: "cust_1", rule });
  furnishEndpoint(context, tenant.id, "secret");
  submitCalls(world.clients, scene, tenant.id, world.startMs);
  for (const { atMs, ms } of scene.jumps ?? []) world.scheduler.later(atMs, () => world.jump(ms));
  for (const atMs of scene.sweepsAtMs ?? []) world.scheduler.later(atMs, () => world.sweep());
  if (world.store.readNow([rowKey(tenant.id)])[0] === undefined) throw new Error("no tenant");
  return world;
}
