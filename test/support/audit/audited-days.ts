import type { RailEvent } from "../../../functions/domain/rails/rail-event.ts";
import { workIn } from "../../sim/core/virtual-timers.ts";
import { comeToRest, plainRail, railReporting, type Scene, stage } from "../../sim/settlement/scene.ts";
import type { World } from "../world/settlement/world.ts";

const day = 86_400_000;
const wallets = ["0xA", "0xLATEBLOCK", "0xFAILCONVERT", "0xNOPROOF", "0xBLOCKED"];

const words: readonly RailEvent[] = [
  { kind: "returned", code: "R01" },
  { kind: "notification_of_change", code: "C01" },
  { kind: "unknown", state: "strange" },
];

/** Three days of five tenants whose settlements complete, are declined, fail, wait for their proof and come back. */
export async function threeDays(): Promise<World> {
  const scene: Scene = {
    tenants: wallets.map((wallet) => ({
      wallet,
      partnerCustomerId: "cust_1",
      rule: { bps: 250, reserveBps: 1000 },
      invoices: [
        { totalCents: 10_000, sent: true },
        { totalCents: 77_777, sent: false },
      ],
    })),
    asks: wallets.flatMap((_, tenant) =>
      [0, 1].map((invoice) => ({
        tenant,
        invoice,
        key: `key-${invoice}`,
        source: "ach" as const,
        delayMs: ((tenant + invoice) % 3) * day + tenant * 1000,
      })),
    ),
    rate: "1",
    silentScreens: 0,
    rail: (key) => {
      const word = words[key.charCodeAt(key.indexOf(":") - 1) % 4];
      return word ? railReporting(word, 30_000) : plainRail;
    },
    sweepsAtMs: [day, 2 * day, 3 * day],
  };
  const world = stage(scene, 7);
  workIn(world.scheduler);
  await world.scheduler.settle(3 * day + 60_000);
  await comeToRest(world);
  workIn(undefined);
  return world;
}
