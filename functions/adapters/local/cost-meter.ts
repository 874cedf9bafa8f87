import * as z from "zod";
import type { CostMeter, CountedCost } from "../../app/console/ports.ts";

const answerLimitMs = 2_000;

const reply = z.object({
  records: z.array(
    z.object({
      usd: z.number(),
      parts: z.record(z.string(), z.object({ unit: z.string(), quantity: z.number(), usd: z.number() })),
    }),
  ),
});

/** The meter of the sandbox that this Lambda runs in; a page is shown without it where it does not answer. */
export class SandboxCostMeter implements CostMeter {
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  async costOf(id: string): Promise<CountedCost | null> {
    try {
      const signal = AbortSignal.timeout(answerLimitMs);
      const answer = await fetch(`${this.#url}?${new URLSearchParams({ id })}`, { signal });
      const [record] = reply.parse(await answer.json()).records;
      if (!record) return null;
      const parts = Object.values(record.parts).map(({ unit, ...part }) => ({ what: unit, ...part }));
      return { usd: record.usd, parts: parts.toSorted((one, other) => other.usd - one.usd) };
    } catch {
      return null;
    }
  }
}
