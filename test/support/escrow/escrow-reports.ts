import { csvText } from "../../../functions/adapters/local/csv-papaparse.ts";
import type { ReportContext } from "../../../functions/app/reconciliation/reports.ts";
import type { EscrowApi } from "./escrow-api.ts";

/** What reports are made with, over a door's books. */
export function reportsOf(api: EscrowApi): ReportContext {
  const { log, meter, reached: rail } = api;
  const files = { write: async () => 0, link: async () => "" };
  const exportQueue = { send: async () => undefined };
  return { ...api.context, csv: csvText, files, log, meter, rail, isLate: () => false, exportQueue };
}

async function money(api: EscrowApi, id: string, verb: string, status: number, body = {}): Promise<void> {
  const reply = await api.post(`/${id}/${verb}`, { body });
  if (reply.status !== status) throw new Error(reply.text);
}

/** An escrow of 100.00 that was held and released; its id. */
export async function releasedEscrow(api: EscrowApi): Promise<string> {
  const id = await api.funded();
  await money(api, id, "release", 200);
  return id;
}

/** One escrow of each kind that a day may see, a second apart: 100.00 each, of which one has 40.00 so far. */
export async function mixedDay(api: EscrowApi) {
  api.pass(1);
  const released = await releasedEscrow(api);
  api.pass(1);
  const refunded = await api.funded({ refundAddress: "0xBUYER" });
  await money(api, refunded, "refund", 200);
  api.pass(1);
  const blocked = await api.funded({ payoutAddress: "0xBLOCKED" });
  await money(api, blocked, "release", 409);
  api.pass(1);
  const waiting = await api.created();
  await money(api, waiting, "fund", 200, { amountCents: 10_000, source: { type: "ach_push" } });
  await api.callback(waiting, { state: "funds_received", amountCents: 4_000, eventId: "dep_1" });
  api.pass(1);
  const unproven = await api.funded({ payoutAddress: "0xNOPROOF" });
  await money(api, unproven, "release", 200);
  api.pass(1);
  return { released, refunded, blocked, waiting, unproven, created: await api.created() };
}
