import { csvText } from "../../../functions/adapters/local/csv-papaparse.ts";
import type { ReportDesk } from "../../../functions/app/reconciliation/reports.ts";
import type { EscrowDoor } from "./escrow-door.ts";

/** What reports are made with, over a door's books. */
export function reportsOf(door: EscrowDoor): ReportDesk {
  const { log, meter, reached: rail } = door;
  const files = { write: async () => 0, link: async () => "" };
  const exportQueue = { send: async () => undefined };
  return { ...door.desk, csv: csvText, files, log, meter, rail, isLate: () => false, exportQueue };
}

async function money(door: EscrowDoor, id: string, verb: string, status: number, body = {}): Promise<void> {
  const said = await door.post(`/${id}/${verb}`, { body });
  if (said.status !== status) throw new Error(said.text);
}

/** An escrow of 100.00 that was held and released; its id. */
export async function releasedEscrow(door: EscrowDoor): Promise<string> {
  const id = await door.funded();
  await money(door, id, "release", 200);
  return id;
}

/** One escrow of each kind that a day may see, a second apart: 100.00 each, of which one has 40.00 so far. */
export async function mixedDay(door: EscrowDoor) {
  door.pass(1);
  const released = await releasedEscrow(door);
  door.pass(1);
  const refunded = await door.funded({ refundAddress: "0xBUYER" });
  await money(door, refunded, "refund", 200);
  door.pass(1);
  const blocked = await door.funded({ payoutAddress: "0xBLOCKED" });
  await money(door, blocked, "release", 409);
  door.pass(1);
  const waiting = await door.created();
  await money(door, waiting, "fund", 200, { amountCents: 10_000, source: { type: "ach_push" } });
  await door.callback(waiting, { state: "funds_received", amountCents: 4_000, eventId: "dep_1" });
  door.pass(1);
  const unproven = await door.funded({ payoutAddress: "0xNOPROOF" });
  await money(door, unproven, "release", 200);
  door.pass(1);
  return { released, refunded, blocked, waiting, unproven, created: await door.created() };
}
