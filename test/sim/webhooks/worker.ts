import { parentPort, workerData } from "node:worker_threads";
import { prepare } from "../core/prepare.ts";
import { noCounts, playWebhooks, type WebhookCounts } from "./schedule.ts";

/** What a worker found in a stretch of seeds. */
export interface WebhooksDone {
  readonly counts: WebhookCounts;
  readonly failed: readonly { seed: number; what: string }[];
}

/** Adds what was counted to a total. */
export function addCounts(total: WebhookCounts, counts: WebhookCounts): void {
  for (const name of Object.keys(total) as (keyof WebhookCounts)[]) total[name] += counts[name];
}

async function playStretch(from: number, to: number): Promise<WebhooksDone> {
  const failed: { seed: number; what: string }[] = [];
  const total = noCounts();
  for (let seed = from; seed < to && failed.length < 5; seed += 1)
    try {
      const { findings, counts } = await playWebhooks(seed);
      addCounts(total, counts);
      const [first] = findings;
      if (first) failed.push({ seed, what: `${first.invariant}: ${first.detail}` });
    } catch (error) {
      failed.push({ seed, what: String(error) });
    }
  return { counts: total, failed };
}

if (parentPort && (workerData as { sim?: boolean } | null)?.sim) {
  const port = parentPort;
  prepare();
  port.on("message", ({ from, to }: { from: number; to: number }) => {
    playStretch(from, to).then(
      (done) => port.postMessage(done),
      (error: unknown) => {
        throw error;
      },
    );
  });
}
