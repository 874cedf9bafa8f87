import {
  payAndReport,
  plainRail,
  railReporting,
  type Scene,
  type SceneAsk,
  type SceneTenant,
  simpleScene,
} from "./scene.ts";

const dayMs = 86_400_000;
const rule = { bps: 275, fixedCents: 30, reserveBps: 1_050, reserveDays: 90 };

function tenant(wallet: string, change: Partial<SceneTenant> = {}): SceneTenant {
  return { wallet, partnerCustomerId: "cust_1", rule, invoices: [{ totalCents: 33_333, sent: true }], ...change };
}

const pull: SceneAsk = { tenant: 0, invoice: 0, key: "k1", source: "ach", delayMs: 0 };
const push: SceneAsk = { ...pull, source: "ach_push" };
const byForm: SceneAsk = { ...pull, operation: "payHostedInvoice" };

function scene(wallet: string, change: Partial<Scene> = {}): Scene {
  return simpleScene({ tenants: [tenant(wallet)], ...change });
}

const funds = { kind: "funds_received" } as const;
const proof = { kind: "payment_processed", txHash: "" } as const;
const back = { kind: "returned", code: "R10" } as const;

/** A transfer that is canceled, and comes nevertheless. */
function late(change: Partial<Scene>): Partial<Scene> {
  return { asks: [push], cancelsAtMs: [5_000], rail: () => railReporting(funds, 10_000), ...change };
}

/** The lives of a payment, each small enough to fail at every one of its steps. */
export const settlementScenes: Readonly<Record<string, Scene>> = {
  "pulled, screened, converted, paid out": scene("0xA"),
  "the coin's issuer has frozen the wallet": scene("0xFROZEN"),
  "on hold, then credit is reinstated": scene("0xA", { credit: [{ tenant: 0, atMs: 0, suspended: true }] }),
  "by the payer's form, sent twice": scene("0xA", { asks: [byForm, { ...byForm, delayMs: 3 }] }),
  "by the payer's form in parts, one pulled and one pushed": scene("0xA", {
    asks: [
      { ...byForm, amountCents: 11_111 },
      { ...byForm, key: "k2", source: "ach_push", amountCents: 22_222, delayMs: 1 },
    ],
    rail: () => railReporting(funds, 5_000),
  }),
  "pushed, the funds arrive by callback": scene("0xA", { asks: [push], rail: () => railReporting(funds, 5_000) }),
  "pushed, too little arrives, and goes back": scene("0xA", {
    asks: [push],
    rail: () => railReporting({ ...funds, amountCents: 1_000 }, 5_000, [back, 9_000]),
  }),
  "pushed, returned before any funds": scene("0xA", { asks: [push], rail: () => railReporting(back, 5_000) }),
  "pushed, the rail gives up": scene("0xA", {
    asks: [push],
    rail: () => railReporting({ kind: "failed", code: "rail_failed" }, 5_000),
  }),
  "pushed, canceled by its tenant, and paid again": scene("0xA", {
    asks: [push, { ...push, key: "k2", delayMs: 30_000 }],
    cancelsAtMs: [5_000],
    rail: () => railReporting(funds, 45_000),
  }),
  "pushed, canceled as the money comes": scene("0xA", {
    asks: [push],
    cancelsAtMs: [4_990, 5_000, 5_010],
    rail: () => railReporting(funds, 5_000),
  }),
  "pushed, canceled, and its late money is applied": scene(
    "0xA",
    late({ decisions: [{ atMs: 15_000, choice: "apply" }] }),
  ),
  "pushed, canceled, and its late money is applied and sent back at once": scene(
    "0xA",
    late({
      decisions: [
        { atMs: 15_000, choice: "apply" },
        { atMs: 15_000, choice: "return" },
        { atMs: 15_003, choice: "apply" },
      ],
    }),
  ),
  "pushed, canceled, and its late money is applied, then returned": scene("0xA", {
    ...late({ decisions: [{ atMs: 15_000, choice: "apply" }] }),
    rail: () => railReporting(funds, 10_000, [back, 60_000]),
  }),
  "pushed, canceled, and its late money is applied while another pays": scene(
    "0xA",
    late({
      asks: [push, { ...push, key: "k2", amountCents: 20_000, delayMs: 15_000 }],
      decisions: [{ atMs: 15_002, choice: "apply" }],
    }),
  ),
  "proof arrives by callback": scene("0xNOPROOF", { rail: () => payAndReport([proof, 20_000]) }),
  "returned while the proof is awaited, the proof comes later": scene("0xNOPROOF", {
    rail: () => payAndReport([back, 10_000], [proof, 20_000]),
  }),
  "returned as soon as it is collected": scene("0xA", { rail: () => railReporting(back, 2) }),
  "returned after delivery": scene("0xA", { rail: () => railReporting(back, 60_000) }),
  "declined at the first gate": scene("0xBLOCKED"),
  "declined at the second gate": scene("0xLATEBLOCK"),
  "the second gate is silent twice": scene("0xA", { silentScreens: 2, sweepsAtMs: [65_000, 400_000] }),
  "the second gate is pending, then silent, then pending still": scene("0xA", {
    silentScreens: 4,
    sweepsAtMs: [65_000, 400_000, 1_400_000, 5_100_000],
  }),
  "the conversion is refused": scene("0xFAILCONVERT"),
  "the rail refuses to collect": scene("0xA", { rail: () => ({ ...plainRail, refuses: true }) }),
  "the partner does not know the tenant": scene("0xA", { tenants: [tenant("0xA", { partnerCustomerId: "PENDING" })] }),
  "the reserve's day comes": scene("0xA", { dailyAtMs: 100 * dayMs }),
  "two partial payments of one draft": scene("0xA", {
    tenants: [tenant("0xA", { invoices: [{ totalCents: 33_333, sent: false }] })],
    asks: [
      { ...pull, amountCents: 11_111 },
      { ...pull, key: "k2", amountCents: 22_222, delayMs: 1 },
    ],
  }),
  "voided while it is paid": scene("0xA", { invoiceActions: [{ tenant: 0, invoice: 0, atMs: 2 }] }),
  "voided and credited in vain while a transfer is awaited": scene("0xA", {
    asks: [{ ...push, amountCents: 20_000 }],
    rail: () => railReporting(funds, 5_000),
    invoiceActions: [
      { tenant: 0, invoice: 0, atMs: 2_000 },
      { tenant: 0, invoice: 0, atMs: 3_000, creditCents: 20_000 },
    ],
  }),
  "voided once its push has failed": scene("0xA", {
    asks: [push],
    rail: () => railReporting({ kind: "failed", code: "rail_failed" }, 5_000, [funds, 12_000]),
    invoiceActions: [
      { tenant: 0, invoice: 0, atMs: 2_000 },
      { tenant: 0, invoice: 0, atMs: 9_000 },
    ],
  }),
  "credited while a part is paid, then returned": scene("0xA", {
    asks: [{ ...pull, amountCents: 20_000 }],
    rail: () => railReporting(back, 60_000),
    invoiceActions: [
      { tenant: 0, invoice: 0, atMs: 2, creditCents: 10_000 },
      { tenant: 0, invoice: 0, atMs: 3, creditCents: 3_333 },
      { tenant: 0, invoice: 0, atMs: 30_000, creditCents: 1 },
    ],
  }),
  "the receiver fails twice": scene("0xA", { receiver: (_, attempt) => (attempt < 3 ? 500 : 200) }),
  "the rail gives up, and the money comes, told twice": scene("0xA", {
    asks: [push],
    rail: () => railReporting({ kind: "failed", code: "rail_failed" }, 5_000, [funds, 9_000], [funds, 12_000]),
  }),
  "on machines whose clocks differ": scene("0xA", { skewsMs: { Screen: 3_000, Disburse: 1_000 } }),
  "returned once it is screened": scene("0xA", {
    rail: () => railReporting(back, 10_000),
    lateTasksMs: { Convert: 20_000 },
  }),
};

/** A delivered payment whose reserve is to go to a wallet that has been frozen meanwhile; the daily work looks at it three times. */
export const frozenReserveScene: Scene = scene("0xNOPROOF", {
  rail: () => payAndReport([proof, 20_000]),
  ...{ refusesReserve: "frozen", dailyAtMs: 100 * dayMs, dailyAgainAtMs: [101.5 * dayMs, 105 * dayMs] },
});

/** Longer ones, with sweeps and machines that stand still. */
export const longSettlementScenes: Readonly<Record<string, Scene>> = {
  "the second gate is silent for a day": scene("0xA", {
    silentScreens: 99,
    sweepsAtMs: [65_000, 400_000, 40_000_000, 86_500_000],
  }),
  "pushed, nobody pays, and it lapses": scene("0xA", { asks: [push], sweepsAtMs: [14 * dayMs + 60_000] }),
  "pushed, it lapses, and the money comes after that": scene("0xA", {
    asks: [push],
    rail: () => railReporting(funds, 15 * dayMs),
    sweepsAtMs: [14 * dayMs + 60_000, 15 * dayMs + 60_000],
  }),
  "on hold until its return window is over": scene("0xA", {
    credit: [{ tenant: 0, atMs: 0, suspended: true }],
    sweepsAtMs: [396_000_000, 410_000_000],
  }),
  "the reserve's screen is silent": scene("0xA", {
    silentScreens: 1,
    ...{ sweepsAtMs: [65_000], dailyAtMs: 100 * dayMs },
  }),
  "the reserve's payout is refused, which is heard days later": scene("0xNOPROOF", {
    rail: () => payAndReport([proof, 20_000]),
    ...{ refusesReserve: true, frozen: { call: "reserve", forMs: 3 * dayMs } },
    ...{ dailyAtMs: 100 * dayMs, dailyAgainAtMs: [101.5 * dayMs, 105 * dayMs] },
  }),
  "the coin's issuer has frozen the wallet by the time of its reserve": frozenReserveScene,
  "a machine is frozen while it screens": scene("0xA", {
    ...{ silentScreens: 2, frozen: { call: "screen", forMs: 2_000_000 } },
    sweepsAtMs: [1_900_000, 2_300_000],
  }),
  "a machine is frozen while it converts": scene("0xA", { frozen: { call: "convert", forMs: 1_000_000 } }),
  "a machine is frozen while it converts, the wallet listed meanwhile": scene("0xTURNSBLOCK", {
    frozen: { call: "convert", forMs: 1_000_000 },
  }),
  "the payout's answers are lost, the wallet listed meanwhile": scene("0xTURNSBLOCK", {
    silence: { call: "disburse", untilMs: 1_000_000, effect: true },
    sweepsAtMs: [450_000, 1_100_000],
  }),
  "nothing is paid out until the wallet is listed": scene("0xTURNSBLOCK", {
    silence: { call: "disburse", untilMs: 1_000_000, effect: false },
    sweepsAtMs: [450_000, 1_100_000],
  }),
  "nothing is converted until the wallet is listed": scene("0xTURNSBLOCK", {
    silence: { call: "convert", untilMs: 1_000_000, effect: false },
    sweepsAtMs: [450_000, 1_100_000],
  }),
  "too little is to go back, and the rest comes": scene("0xA", {
    asks: [push],
    rail: () => railReporting({ ...funds, amountCents: 1_000 }, 5_000, [{ ...funds, amountCents: 32_333 }, 22_000]),
    refund: { afterMs: 60_000 },
    ...{ decisions: [{ atMs: 20_000, choice: "return" }], sweepsAtMs: [25_000, 700_000] },
  }),
  "too little is sent back, which the rail refuses at first": scene("0xA", {
    asks: [push],
    rail: () => railReporting({ ...funds, amountCents: 1_000 }, 5_000),
    refund: "refused once",
    decisions: [
      { atMs: 20_000, choice: "return" },
      { atMs: 40_000, choice: "return" },
    ],
    sweepsAtMs: [25_000, 45_000],
  }),
  "listed once it is screened": scene("0xTURNSBLOCK", { lateTasksMs: { Convert: 1_000_000 } }),
};
