import type { RailEvent } from "../../../functions/domain/rails/rail-event.ts";
import { Random } from "../../support/world/core/random.ts";
import type { RailPlan } from "../../support/world/settlement/vendors.ts";
import type { InvoiceAction, Scene, SceneAsk, SceneTenant } from "./scene.ts";

const wallets = {
  "0xA": 62,
  "0xNOPROOF": 18,
  "0xLATEBLOCK": 6,
  "0xFAILCONVERT": 6,
  "0xBLOCKED": 3,
  "0xUNAVAILABLE": 2,
  "0xREVIEW": 3,
};

const partners = { cust_1: 96, cust_PENDING: 2, cust_ERROR: 2 };

function aTenant(random: Random, totals: number): SceneTenant {
  const invoices = Array.from({ length: totals }, () => ({
    totalCents: random.int(200, 99_999),
    sent: random.chance(0.7),
  }));
  const rule = {
    bps: random.int(0, 400),
    fixedCents: random.int(0, 40),
    reserveBps: random.int(0, 2_000),
    maxCents: random.chance(0.2) ? random.int(1, 100) : null,
  };
  return { wallet: random.likely(wallets), partnerCustomerId: random.likely(partners), rule, invoices };
}

function someAsks(random: Random, tenants: readonly SceneTenant[]): SceneAsk[] {
  const asks: SceneAsk[] = [];
  const calls = random.weighted([1, 45], [2, 35], [3, 15], [4, 5]);
  for (let call = 1; call <= calls; call += 1) {
    const tenant = random.int(0, tenants.length - 1);
    const invoices = tenants[tenant]?.invoices ?? [];
    const invoice = random.int(0, invoices.length - 1);
    const total = invoices[invoice]?.totalCents ?? 1;
    const whole = random.chance(calls === 1 ? 0.7 : 0.25);
    const ask: SceneAsk = {
      tenant,
      invoice,
      // Two tenants may well choose the same key.
      key: `key-${call % 3}`,
      source: random.chance(0.3) ? "ach_push" : "ach",
      delayMs: random.chance(0.6) ? random.int(0, 20) : random.int(0, 30_000),
      ...(whole ? {} : { amountCents: random.int(1, total) }),
    };
    asks.push(ask);
    if (random.chance(0.2)) asks.push({ ...ask, delayMs: ask.delayMs + random.int(0, 30) });
    if (random.chance(0.05)) asks.push({ ...ask, amountCents: random.int(1, total), delayMs: ask.delayMs + 3 });
  }
  return asks;
}

const funds = { kind: "funds_received" } as const;
const proof = { kind: "payment_processed", txHash: "" } as const;

type Reported = RailPlan["afterCollection"][number];

/** What a rail will say of one collection: mostly what is expected, sometimes twice, in any order, or something else. */
function aRail(random: Random): RailPlan {
  const collection: Reported[] = [];
  const payout: Reported[] = [];
  // A rail that says everything at once is the one whose words race ours.
  const longest = random.chance(0.15) ? [2] : [3, 40, 60_000, 60_000];
  const soon = () => random.int(0, random.pick(longest));
  const say = (list: Reported[], event: RailEvent) => list.push({ event, delayMs: soon() });
  if (random.chance(0.9)) say(collection, funds);
  if (random.chance(0.75)) say(payout, proof);
  if (random.chance(0.03)) say(collection, { ...funds, amountCents: 1 });
  if (random.chance(0.12)) say(random.chance(0.6) ? payout : collection, { kind: "returned", code: "R10" });
  if (random.chance(0.03)) say(random.chance(0.5) ? payout : collection, { kind: "failed", code: "rail_failed" });
  if (random.chance(0.03)) say(collection, { kind: "notification_of_change", code: "C01" });
  if (random.chance(0.03)) say(collection, { kind: "unknown", state: "limbo" });
  for (const list of [collection, payout])
    for (const each of [...list]) if (random.chance(0.2)) list.push({ ...each, delayMs: soon() });
  return { refuses: random.chance(0.03), afterCollection: collection, afterPayout: payout };
}

/** Tenants whose program credit is suspended at some time, and perhaps reinstated; of other dice than all the rest. */
function someCredit(seed: number, tenants: number): NonNullable<Scene["credit"]> {
  const random = new Random(seed ^ 0xc4ed17);
  if (!random.chance(0.12)) return [];
  const tenant = random.int(0, tenants - 1);
  const from = random.chance(0.7) ? 0 : random.int(1, 20_000);
  const turns = [{ tenant, atMs: from, suspended: true }];
  if (random.chance(0.3)) turns.push({ tenant, atMs: from + random.int(1, 40_000), suspended: false });
  return turns;
}

/** Voids and credit notes beside the calls; of other dice than all the rest. */
function someInvoiceActions(seed: number, tenants: readonly SceneTenant[]): InvoiceAction[] {
  const random = new Random(seed ^ 0xc4ed07);
  if (!random.chance(0.2)) return [];
  return Array.from({ length: random.int(1, 3) }, () => {
    const tenant = random.int(0, tenants.length - 1);
    const invoices = tenants[tenant]?.invoices ?? [];
    const invoice = random.int(0, invoices.length - 1);
    const atMs = random.chance(0.6) ? random.int(0, 30) : random.int(0, 60_000);
    const act = { tenant, invoice, atMs };
    return random.chance(0.4) ? act : { ...act, creditCents: random.int(1, invoices[invoice]?.totalCents ?? 1) };
  });
}

/** The same tenants, the wallets of some of which their coin's issuer has frozen; of other dice than all the rest. */
function someFrozen(seed: number, tenants: readonly SceneTenant[]): SceneTenant[] {
  const random = new Random(seed ^ 0xf902e);
  return tenants.map((each) => (random.chance(0.04) ? { ...each, wallet: "0xFROZEN" } : each));
}

/** The same calls, some keys of which are forms of payers; of other dice than all the rest. */
function someByForm(seed: number, asks: readonly SceneAsk[]): SceneAsk[] {
  const random = new Random(seed ^ 0xf0123);
  const byForm = new Set([...new Set(asks.map(({ key }) => key))].filter(() => random.chance(0.25)));
  return asks.map((ask) => (byForm.has(ask.key) ? { ...ask, operation: "payHostedInvoice" } : ask));
}

/** A scene drawn from a seed. */
export function randomScene(seed: number): Scene {
  const random = new Random(seed ^ 0x5ce4e);
  const tenants = [aTenant(random, random.chance(0.15) ? 2 : 1)];
  if (random.chance(0.2)) tenants.push(aTenant(random, 1));
  const failing = random.chance(0.15) ? random.int(1, 7) : 0;
  const rails = new Map<string, RailPlan>();
  return {
    tenants: someFrozen(seed, tenants),
    asks: someByForm(seed, someAsks(random, tenants)),
    rate: random.chance(0.3) ? "1" : `0.${String(random.int(900_000_000, 999_999_999))}${random.int(0, 99_999)}`,
    silentScreens: random.chance(0.12) ? random.int(1, 3) : 0,
    credit: someCredit(seed, tenants.length),
    invoiceActions: someInvoiceActions(seed, tenants),
    rail: (key) => {
      const plan = rails.get(key) ?? aRail(random);
      rails.set(key, plan);
      return plan;
    },
    receiver: (_, attempt) => (attempt <= failing ? random.pick([500, null, 302]) : 200),
  };
}
