import type { CreateEscrowRequest } from "../../../functions/app/escrow/create.ts";
import { furnishTenant } from "../../support/world/core/furnishing.ts";
import { Random } from "../../support/world/core/random.ts";
import type { EscrowCommand } from "../../support/world/escrow/call.ts";
import type { BankPlan, PayoutPlan } from "../../support/world/escrow/plan.ts";
import { EscrowWorld } from "../../support/world/escrow/world.ts";
import { type Business, dayMs } from "./month.ts";

const hour = dayMs / 24;

function aBank(random: Random): BankPlan {
  const deposit = (cents: number | null) => {
    const afterMs = random.int(1_000, 5 * hour);
    return { cents, afterMs, word: [10], isBare: false, bounces: true };
  };
  const part = random.int(1, 400);
  const payout = (): PayoutPlan =>
    random.weighted<() => PayoutPlan>(
      [() => ({ kind: "at once" }), 50],
      [() => ({ kind: "proven", afterMs: random.int(1_000, dayMs), word: [10] }), 40],
      [() => ({ kind: "refused" }), 10],
    )();
  return {
    collection: () => ({
      refuses: random.chance(0.05),
      deposits: random.weighted<() => ReturnType<typeof deposit>[]>(
        [() => [deposit(null)], 70],
        [() => [deposit(part), deposit(null)], 15],
        [() => [deposit(100_000 + part)], 15],
      )(),
      takenBackAfterMs: random.chance(0.2) ? random.int(hour, 8 * dayMs) : null,
    }),
    payout,
    ...{ namesPayouts: false, tellsCancelled: null, silentScreens: 0 },
  };
}

/** A month of escrows, funded by debit and by transfer, released, refunded or expired days later; some deposits are returned by the payer's bank. */
export function escrowMonth(seed: number): Business {
  const random = new Random(seed);
  const world = new EscrowWorld(seed, aBank(random));
  const rule = { kind: "escrow" as const, bps: 150, fixedCents: 30 };
  const tenants = ["acme", "other"].map((name) =>
    furnishTenant(world.furnishing(), { name, wallet: "0xT", partnerCustomerId: "cust_1", rule }),
  );
  return {
    world,
    tenants,
    begin: (day) => {
      for (const { id } of tenants)
        for (let number = random.int(1, 4); number > 0; number -= 1) agree(world, random, id, `deal-${day}-${number}`);
    },
    regularly: () => world.sweep(),
    daily: () => undefined,
  };
}

/** An escrow is agreed on and funded, and days later its tenant lets the money go one way or the other. */
function agree(world: EscrowWorld, random: Random, tenantId: string, reference: string): void {
  const amountCents = random.int(500, 99_999);
  const expires = random.chance(0.2) ? random.int(dayMs, 5 * dayMs) : null;
  const ask = (command: EscrowCommand, delayMs: number) =>
    world.clients.submit({ tenantId, reference, key: `${command.op} ${tenantId} ${reference}`, command }, delayMs);
  const terms: CreateEscrowRequest["input"] = {
    ...{ reference, amountCents, currency: "USD", rail: "stablecoin", releaseRule: "manual", requiredApprovals: 1 },
    ...{ payoutAddress: "0xSELLER", refundAddress: "0xBUYER", payoutChain: null, payoutStable: "USDT" },
    ...{ buyerRef: null, sellerRef: null, invoiceId: null, metadata: {}, milestones: [] },
    expiresAt: expires === null ? null : new Date(world.scheduler.nowMs + expires).toISOString(),
  };
  const atMs = random.int(0, 8 * hour);
  ask({ op: "create", input: terms }, atMs);
  const source = random.weighted(["ach", 45], ["ach_push", 45], [null, 10]);
  const fundingRef = source === null ? `"dep"; ${reference}` : null;
  ask({ op: "fund", amountCents, source, fundingRef }, atMs + 60_000);
  const end = random.weighted<EscrowCommand | null>(
    [{ op: "release" }, 55],
    [{ op: "refund", refundAddress: null }, 30],
    [null, 15],
  );
  if (end) ask(end, atMs + random.int(6 * hour, 4 * dayMs));
}
