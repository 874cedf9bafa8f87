import { chargebacks } from "../../../functions/app/disputes/recorded-losses.ts";
import { refundPayment } from "../../../functions/app/settlement/refund-payment.ts";
import { siblingId } from "../../../functions/domain/core/id.ts";
import type { PaymentSource } from "../../../functions/domain/rails/payment-source.ts";
import type { RailEvent } from "../../../functions/domain/rails/rail-event.ts";
import { heldFundsOf } from "../../../functions/domain/settlement/operator-money-actions.ts";
import type { Settlement } from "../../../functions/domain/settlement/settlement.ts";
import type { Tenant } from "../../../functions/domain/tenants/tenant.ts";
import { noLog } from "../../support/core/memory-log.ts";
import { furnishInvoice, furnishTenant } from "../../support/world/core/furnishing.ts";
import { Random } from "../../support/world/core/random.ts";
import { releaseReserves, workThroughQueue } from "../../support/world/settlement/operators.ts";
import type { RailPlan } from "../../support/world/settlement/vendors.ts";
import { World } from "../../support/world/settlement/world.ts";
import { type Business, dayMs } from "./month.ts";

const wallets = ["0xA", "0xB", "0xLATEBLOCK", "0xFAILCONVERT", "0xNOPROOF"] as const;

const hour = dayMs / 24;

/** What a rail says of one collection over the days, each with its delay. */
function aRail(random: Random): RailPlan {
  const soon = () => random.int(1_000, 5 * hour);
  const some = (event: RailEvent, delayMs = soon()) => ({ event, delayMs });
  const later = () => random.int(hour, 6 * dayMs);
  const came = some({ kind: "funds_received" });
  const proven = some({ kind: "payment_processed", txHash: "" }, random.int(hour, 2 * dayMs));
  const cents = random.int(1, 9_000);
  const story = random.likely({ plain: 50, returned: 20, disputed: 10, less: 10, more: 10, nothing: 5, failed: 5 });
  const told = {
    plain: [came],
    returned: [came],
    disputed: [came],
    less: [some({ kind: "funds_received", amountCents: cents }), some({ kind: "funds_received" }, later())],
    more: [some({ kind: "funds_received", amountCents: 100_000 + cents })],
    nothing: [],
    failed: [some({ kind: "failed", code: "rail_failed" })],
  }[story];
  const back = some({ kind: "returned", code: story === "disputed" ? "R10" : "R01" }, later());
  const isBack = story === "returned" || story === "disputed";
  return { refuses: false, afterCollection: told, afterPayout: isBack ? [proven, back] : [proven] };
}

/** A month of invoices, paid by debit and by transfer, with fees and reserves; some of the money is returned, refunded, declined, or is another amount than was asked for. */
export function settlementMonth(seed: number): Business {
  const random = new Random(seed);
  const rails = new Map<string, RailPlan>();
  const collection = (key: string) => {
    const plan = rails.get(key) ?? aRail(random);
    rails.set(key, plan);
    return plan;
  };
  const refund = { afterMs: dayMs } as const;
  const world = new World(seed, { rate: "0.998877665544332211", silentScreens: 0, collection, refund });
  const rule = { bps: 290, fixedCents: 30, reserveBps: 1_050, reserveDays: 3 };
  const tenants = wallets.map((wallet, at) =>
    furnishTenant(world.furnishing(), { name: `tenant-${at}`, wallet, partnerCustomerId: "cust_1", rule }),
  );
  return {
    world,
    tenants,
    begin: (day) => {
      for (const tenant of tenants) pay(world, random, tenant, day);
    },
    regularly: () => {
      world.sweep();
      workThroughQueue(world, (options) => (random.chance(0.4) ? random.pick(options) : undefined));
      refundSome(world, random);
    },
    daily: () => releaseReserves(world),
  };
}

/** One to three invoices of a tenant are paid on a day, each from one of the sources. */
export function pay(
  world: World,
  random: Random,
  tenant: Tenant,
  day: number,
  sources: readonly PaymentSource[] = ["ach", "ach_push"],
): void {
  for (let number = random.int(1, 3); number > 0; number -= 1) {
    const totalCents = random.int(500, 99_999);
    const { id: invoiceId } = furnishInvoice(world.furnishing(), tenant, {
      ...{ number: `D${day}-${number}`, totalCents, sent: true },
    });
    const source = random.pick(sources);
    const idempotencyKey = `pay ${invoiceId}`;
    const ask = { tenantId: tenant.id, operation: "payInvoice", idempotencyKey, fingerprint: idempotencyKey };
    world.clients.submit({ ...ask, invoiceId, source }, random.int(0, 10 * hour));
  }
}

/** Tenants give back what is held of a payment, now and then. */
export function refundSome(world: World, random: Random): void {
  for (const state of world.statesOf<Settlement>("settlement")) {
    const { amountCents } = heldFundsOf(state);
    const { id, tenantId, status } = state;
    if (amountCents === 0 || status !== "failed" || !random.chance(0.2)) continue;
    const idempotencyKey = `refund ${id} ${world.clock.now()}`;
    const request = { tenantId, operation: "refundPayment", idempotencyKey, fingerprint: idempotencyKey };
    world.start(`refund ${id}`, () => {
      const context = { ...world.payContext(`tenant:${tenantId}`), log: noLog, chargebacks };
      const asked = { ...request, paymentId: siblingId(id, "pay"), amountCents, reason: 'the "wrong" one' };
      return refundPayment(context, asked);
    });
  }
}
