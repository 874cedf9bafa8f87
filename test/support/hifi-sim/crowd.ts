import { keyUuid } from "../../../functions/adapters/local/key-uuid.ts";
import type { HifiSim } from "./sim.ts";

const secondsApart = 2;

/** Other onramps of our own account, one every two seconds. Time passes with them. */
export async function crowd(sim: HifiSim, count: number): Promise<void> {
  const { control, clock } = sim;
  const [first] = control.onramps;
  if (!first) throw new Error("some onramp is needed to copy");
  const startMs = clock.now();
  const known = control.onramps.length;
  for (let index = 1; index <= count; index++) {
    const nth = known + index;
    const createdAt = new Date(startMs + index * secondsApart * 1000).toISOString();
    const asked = { ...first.asked, requestId: keyUuid(`other ${nth}`) };
    control.onramps.push({ ...first, id: `onr_${nth}`, asked, createdAt, updatedAt: createdAt, status: "COMPLETED" });
  }
  await sim.pass(count * secondsApart + 1);
}
