import type { MatchFacts } from "../../../functions/domain/disputes/match-score.ts";
import type { Random } from "../../support/world/core/random.ts";

/** A payment as it was made, with who paid, which no matcher sees. */
export interface MadePayment extends MatchFacts {
  readonly tenant: Tenant;
  readonly customer: Customer;
}

interface Customer {
  readonly id: string;
  readonly cardLast4: string;
  readonly cardBin: string;
}

type Trade = "subscriptions" | "shop" | "invoices";

export interface Tenant {
  readonly id: string;
  readonly name: string;
  readonly trade: Trade;
  readonly prices: readonly number[];
  readonly customers: readonly Customer[];
  /** Which card facts this tenant puts on its invoices. */
  readonly tells: { readonly last4: boolean; readonly bin: boolean; readonly auth: boolean; readonly arn: boolean };
}

/** The days over which payments are made. */
export const madeDays = 120;
const startMs = Date.parse("2026-07-01T00:00:00.000Z");
const dayMs = 86_400_000;

const firstWords = "Northwind Brightside Cloudline Ironbridge Meadow Harbor Summit Velvet Copper Juniper".split(" ");
const lastWords = "Software Fitness Coffee Supplies Studio Media Logistics Outfitters Pharmacy Hosting".split(" ");
const forms = ["Inc.", "LLC", "Ltd", "GmbH", "Corp"];
const pricePoints = [499, 999, 1499, 1999, 2900, 4900, 7900, 9900, 14_900, 29_900] as const;
const crockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

export function digits(random: Random, length: number): string {
  return Array.from({ length }, () => random.int(0, 9)).join("");
}

export function authCode(random: Random): string {
  return Array.from({ length: 6 }, () => random.pick([..."0123456789ABCDEFGHJKLMNP"])).join("");
}

function ulid(random: Random): string {
  return `01${Array.from({ length: 24 }, () => random.pick([...crockford])).join("")}`;
}

/** Issuers are few and a handful of them have issued most cards. */
function cardBin(random: Random): string {
  return `${400_000 + Math.floor(60 * random.next() ** 2) * 137}`;
}

function aTenant(random: Random, number: number): Tenant {
  const trade = random.pick(["subscriptions", "subscriptions", "shop", "shop", "invoices"] as const);
  const prices = Array.from({ length: trade === "shop" ? 40 : 4 }, () =>
    random.chance(0.7) ? random.pick(pricePoints) : 100 * random.int(1, 300) - 1,
  );
  const many = { subscriptions: 4, shop: 2, invoices: 20 }[trade];
  const size = Math.ceil(sizeOf(number) / many);
  const customers = Array.from({ length: size }, (_, customer) => ({
    id: `cus_${customer}`,
    cardLast4: digits(random, 4),
    cardBin: cardBin(random),
  }));
  const level = random.int(0, 9);
  const tells = { last4: level < 8, bin: level < 6, auth: level < 4, arn: level < 4 };
  const name = `${firstWords[number % 10]} ${lastWords[(number * 3) % 10]} ${random.pick(forms)}`;
  return { id: `ten_${number}`, name, trade, prices, customers, tells };
}

/** Sizes as tenants have them: the first has about a fifth of all payments. */
function sizeOf(number: number, total = 100_000): number {
  return Math.ceil(total / 4.5 / (number + 1));
}

function amountCents(random: Random, { trade, prices }: Tenant): number {
  if (trade === "invoices") return random.int(10_000, 1_000_000);
  // Few prices have most of the sales.
  const price = prices[Math.floor(prices.length * random.next() ** 2)] ?? 999;
  return trade === "shop" && random.chance(0.25) ? price + random.int(0, 8) * 250 : price;
}

/** Subscriptions are billed on a few days of the month, a shop sells all day. */
function madeAtMs(random: Random, { trade }: Tenant): number {
  const day = trade === "subscriptions" && random.chance(0.7) ? billingDay(random) : random.int(0, madeDays - 1);
  return startMs + day * dayMs + random.int(0, dayMs - 1);
}

function billingDay(random: Random): number {
  return random.int(0, 3) * 30 + random.pick([0, 0, 0, 14]);
}

function aPayment(random: Random, tenant: Tenant, customer: Customer, amount: number, atMs: number): MadePayment {
  const id = ulid(random);
  const { tells, name, trade } = tenant;
  // Also a tenant that tells card facts does not know them of every payment.
  const response = (has: boolean, fact: string) => (has && random.chance(0.95) ? fact : null);
  return {
    tenant,
    customer,
    paymentId: `pay_${id}`,
    settlementId: `stl_${id}`,
    invoiceId: `inv_${ulid(random)}`,
    invoiceNumber: `INV-${digits(random, 8)}`,
    payer: random.chance(0.95) ? customer.id : null,
    railRefs: [`tr_${digits(random, 16)}`],
    txHash: `0x${digits(random, 40)}`,
    amountCents: amount,
    currency: "USD",
    at: new Date(atMs).toISOString(),
    descriptors: trade === "shop" ? [name, `${name.split(" ")[0]}* SHOP`] : [name],
    cardLast4: response(tells.last4, customer.cardLast4),
    cardBin: response(tells.bin, customer.cardBin),
    authCode: response(tells.auth, authCode(random)),
    arn: response(tells.arn, `7${digits(random, 22)}`),
  };
}

/** Payments of tenants of every trade, with regulars who pay again, and now and then twice within three days. */
export function madePayments(random: Random, count: number): MadePayment[] {
  const tenants = Array.from({ length: 50 }, (_, number) => aTenant(random, number));
  const payments: MadePayment[] = [];
  for (let turn = 0; payments.length < count; turn += 1) {
    for (const [number, tenant] of tenants.entries()) {
      if (turn % (number + 1) !== 0) continue;
      const customer = tenant.customers[Math.floor(tenant.customers.length * random.next() ** 1.5)];
      if (!customer) continue;
      const [amount, atMs] = [amountCents(random, tenant), madeAtMs(random, tenant)];
      payments.push(aPayment(random, tenant, customer, amount, atMs));
      if (random.chance(0.025))
        payments.push(aPayment(random, tenant, customer, amount, atMs + random.int(0, 4 * dayMs)));
    }
  }
  return payments.slice(0, count);
}
