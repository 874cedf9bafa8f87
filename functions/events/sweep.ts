import { sweep } from "../app/sweep.ts";
import { clock, newId, tick } from "../wiring/base.ts";
import { sweepDesk } from "../wiring/sweeper.ts";

/** Once a minute: what is due is done. */
export async function handler(): Promise<void> {
  await tick();
  const swept = await sweep(sweepDesk(newId("req", clock.now())));
  console.log(JSON.stringify({ message: "swept", ...swept }));
}
