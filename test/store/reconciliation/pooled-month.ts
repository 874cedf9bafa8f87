import type { CreateEscrowRequest } from "../../../functions/app/escrow/create.ts";
import { addFeeRule } from "../../../functions/app/tenants/flags-and-fees.ts";
import { freeRule } from "../../../functions/domain/tenants/fee-rule.ts";
import type { Tenant } from "../../../functions/domain/tenants/tenant.ts";
import type { SimTransfer } from "../../support/bridge-sim/transfer.ts";
import type { Turn } from "../../support/world/bridge/side.ts";
import { furnishTenant } from "../../support/world/core/furnishing.ts";
import { Random } from "../../support/world/core/random.ts";
import type { EscrowCommand } from "../../support/world/escrow/call.ts";
import { sweepFees } from "../../support/world/settlement/closing.ts";
import { releaseReserves, workThroughQueue } from "../../support/world/settlement/operators.ts";
import { World } from "../../support/world/settlement/world.ts";
import { type Business, dayMs } from "./month.ts";
import { pay, refundSome } from "./settlement-month.ts";

const hour = dayMs / 24;

/** Our own wallet, and the dollars that stay in each of the pools. */
const fees = { wallets: { base: "0x27b1fdb04752bbc536007a920d24acb045561c26" }, floats: { USDT: "40.00" } };

/** What payers and their banks make of what they are asked for. */
function turnsOf(random: Random) {
  return ({ leg, asked: { on_behalf_of: customer } }: SimTransfer): Turn[] => {
    if (leg !== "hold") return [];
    const pays = (cents: (asked: number) => number, afterMs = random.int(1_000, 5 * hour)): Turn => ({
      ...{ kind: "deposit", afterMs, cents },
    });
    const half = (cents: number) => Math.floor(cents / 2);
    const more = random.int(1, 9_000);
    const turns = random.weighted<() => Turn[]>(
      [() => [pays((cents) => cents)], 70],
      [() => [pays(half), pays((cents) => cents - half(cents), random.int(6 * hour, dayMs))], 10],
      [() => [pays((cents) => cents + more)], 8],
      [() => [pays(half)], 8],
      [() => [], 4],
    )();
    // What a bank takes back after delivery eats up the fees of its pool: the others' are there to be swept.
    if (customer !== "cust_2" || random.chance(0.7)) return turns;
    const code = random.pick(["R01", "R10"]);
    return [...turns, { kind: "take back", afterMs: random.int(6 * hour, 6 * dayMs), code }];
  };
}

/** A month over Bridge in two legs, where each tenant's deposits lie together in one wallet: bought at `rate` less what Bridge takes, paid out, returned, refunded in dollars, held in escrow, and the fees swept. */
export function pooledMonth(seed: number, rate: string): Business & { readonly world: World } {
  const random = new Random(seed);
  const world = new World(seed, {
    ...{ rate, silentScreens: 0, collection: () => ({ refuses: false, afterCollection: [], afterPayout: [] }) },
    bridge: { mode: "two_leg", holds: true, knobs: { rate, exchangeFeeBps: 12 }, fate: turnsOf(random) },
    holdsEscrows: true,
  });
  const rule = { bps: 290, fixedCents: 30, reserveBps: 1_050, reserveDays: 3 };
  const tenants = ["0xA", "0xB", "0xLATEBLOCK"].map((wallet, at) =>
    furnishTenant(world.furnishing(), { name: `tenant-${at}`, wallet, partnerCustomerId: `cust_${at}`, rule }),
  );
  return {
    ...{ world, tenants },
    begin: (day) => {
      for (const tenant of tenants) {
        if (day === 0) setEscrowRule(world, tenant);
        pay(world, random, tenant, day, ["ach_push"]);
        if (random.chance(0.7)) agree(world, random, tenant, `deal-${day}`);
      }
    },
    regularly: () => {
      world.sweep();
      workThroughQueue(world, (options) => (random.chance(0.4) ? random.pick(options) : undefined));
      refundSome(world, random);
    },
    daily: () => {
      releaseReserves(world);
      world.start("fees", () => sweepFees(world, fees));
    },
  };
}

function setEscrowRule(world: World, { id: tenantId }: Tenant): void {
  const rule = { ...freeRule, tenantId, kind: "escrow" as const, bps: 150, fixedCents: 30, effectiveFrom: null };
  world.start("rule", () => addFeeRule(world.context("operator:one"), rule));
}

/** An escrow is agreed on and funded; some hours or days later it is released, refunded, or left to expire. */
function agree(world: World, random: Random, { id: tenantId }: Tenant, reference: string): void {
  const amountCents = random.int(5_000, 99_999);
  const ask = (command: EscrowCommand, delayMs: number) =>
    world.escrows?.clients.submit({ tenantId, reference, key: `${command.op} ${reference}`, command }, delayMs);
  const expires = random.chance(0.2) ? random.int(2 * dayMs, 5 * dayMs) : null;
  const terms: CreateEscrowRequest["input"] = {
    ...{ reference, amountCents, currency: "USD", rail: "stablecoin", releaseRule: "manual", requiredApprovals: 1 },
    ...{ payoutAddress: "0xSELLER", refundAddress: "0xBUYER", payoutChain: "base", payoutStable: "USDT" },
    ...{ buyerRef: null, sellerRef: null, invoiceId: null, metadata: {}, milestones: [] },
    expiresAt: expires === null ? null : new Date(world.scheduler.nowMs + expires).toISOString(),
  };
  ask({ op: "create", input: terms }, hour);
  ask({ op: "fund", amountCents, source: "ach_push", fundingRef: null }, 2 * hour);
  const end = random.weighted<EscrowCommand | null>(
    [{ op: "release" }, 50],
    [{ op: "refund", refundAddress: null }, 30],
    [null, 20],
  );
  if (end) ask(end, random.int(9 * hour, 4 * dayMs));
}
