import type { BridgeSim } from "./sim.ts";
import type { SimTransfer } from "./transfer.ts";

const secondsApart = 20;
const secondsToEnd = 60;

/** Other transfers of a customer's, one every 20 seconds up to now plus `count` of them; each ended a minute after it was made. Time passes with them. */
export async function crowd(sim: BridgeSim, count: number): Promise<void> {
  const { bank, clock } = sim;
  const [first] = bank.transfers;
  if (!first) throw new Error("somebody's transfer is needed to copy");
  const startMs = clock.now();
  const known = bank.transfers.length;
  for (let index = 1; index <= count; index++) {
    const nth = known + index;
    const madeMs = startMs + index * secondsApart * 1000;
    const made: SimTransfer = {
      ...{ ...first, id: `tr_${nth}`, nth, asked: { ...first.asked, client_reference_id: `other_${nth}` } },
      ...{ depositId: `dep_${nth}`, state: "payment_processed", createdAt: new Date(madeMs).toISOString() },
      updatedAt: new Date(madeMs + secondsToEnd * 1000).toISOString(),
    };
    bank.transfers.push(made);
  }
  await sim.pass(count * secondsApart + secondsToEnd + 1);
}
