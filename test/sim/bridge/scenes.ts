import type { BridgePlan, Turn } from "../../support/world/bridge/side.ts";
import { type Scene, simpleScene } from "../settlement/scene.ts";
import { bridgeEscrowScenes } from "./escrow-scenes.ts";

const dayMs = 86_400_000;
const rule = { bps: 275, fixedCents: 30, reserveBps: 1_050, reserveDays: 90 };

/** One payment over Bridge; `turns` are what happens to the payer's transfer. */
function scene(turns: readonly Turn[], change: Partial<BridgePlan> = {}, wallet = "0xA"): Scene {
  const invoices = [{ totalCents: 33_333, sent: true }];
  return {
    ...simpleScene({ tenants: [{ wallet, partnerCustomerId: "cust_1", rule, invoices }], rate: "1" }),
    asks: [{ tenant: 0, invoice: 0, key: "k1", source: "ach_push", delayMs: 0 }],
    bridge: {
      mode: "two_leg",
      knobs: { stepSeconds: 5, rate: "0.998877" },
      fate: ({ leg }) => (leg === "hold" || leg === "direct" ? turns : []),
      ...change,
    },
  };
}

function pays(cents: (asked: number) => number, afterMs: number): Turn {
  return { kind: "deposit", afterMs, cents };
}

function takenBack(afterMs: number): Turn {
  return { kind: "take back", afterMs, code: "R10" };
}

const whole = pays((asked) => asked, 3_000);
const half = (asked: number) => Math.floor(asked / 2);

const dear = {
  ...{ wallet: "0xA", partnerCustomerId: "cust_1", rule: { ...rule, bps: 1_000 } },
  invoices: [{ totalCents: 33_333, sent: true }],
};

/** A quarter past midnight, after a beginning at noon. */
const nightMs = 44_100_000;

/** The close of a scene's day by so many runs at once, and sweeps before it and after it: at once, and when a payout has its proof. */
export function nightAfter(runs: number): Pick<Scene, "close" | "sweepsAtMs"> {
  return { close: { atMs: nightMs, runs }, sweepsAtMs: [4_000_000, 12_000_000, nightMs + 5_000, nightMs + 700_000] };
}

/** The lives of payments and escrows over Bridge, for crashes at every step. */
export const bridgeScenes: Readonly<Record<string, Scene>> = {
  "Bridge, two legs": scene([whole]),
  "Bridge, straight through": scene([whole], { mode: "one_leg" }),
  "Bridge, no callback comes": scene([whole], { isSilent: true }),
  "Bridge, half comes, then the rest": scene([pays(half, 3_000), pays((asked) => asked - half(asked), 30_000)]),
  "Bridge, taken back before it was collected": scene([whole, takenBack(9_000)]),
  "Bridge, taken back while it is paid out": scene([whole, takenBack(16_000)]),
  "Bridge, taken back after delivery": scene([whole, takenBack(40_000)]),
  "Bridge, too little comes and is sent back": {
    ...scene([pays(half, 3_000)], { holds: true, knobs: { stepSeconds: 5, rate: "1" } }),
    decisions: [{ atMs: 20_000, choice: "return" }],
    sweepsAtMs: [25_000],
  },
  "Bridge, too little is to be sent back, and the rest comes": {
    ...scene([pays(half, 3_000), pays((asked) => asked - half(asked), 22_000)], {
      ...{ holds: true, knobs: { stepSeconds: 5, rate: "1" } },
    }),
    decisions: [{ atMs: 20_000, choice: "return" }],
    sweepsAtMs: [40_000],
  },
  "Bridge, too little comes and is accepted": {
    ...scene([pays(half, 3_000)]),
    decisions: [{ atMs: 20_000, choice: "accept" }],
  },
  "Bridge, the reserve's day comes": { ...scene([whole]), dailyAtMs: 100 * dayMs },
  "Bridge, a day closes twice at once, and its fee leaves": { ...scene([whole]), tenants: [dear], ...nightAfter(2) },
  "Bridge, declined at the second gate": scene([whole], {}, "0xLATEBLOCK"),
  ...bridgeEscrowScenes,
};
