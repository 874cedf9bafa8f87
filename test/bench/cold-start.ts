import { parseArgs } from "node:util";
import { withBundles } from "./cold-start/bundles.ts";
import { type Begin, openStarts, type Start } from "./cold-start/starts.ts";
import { machine, median, quantile } from "./core/spread.ts";

const usage = `npm run bench -- cold-start [--starts N]
  --starts N  starts of each (default 21)`;

/** What our start may take of the peer's, each above a bare process's. */
const mostShare = 0.5;

const { values } = parseArgs({
  options: { starts: { type: "string", default: "21" }, help: { type: "boolean", default: false } },
});

const measures = { wallMs: "by the clock", cpuMs: "CPU" } as const satisfies Record<keyof Start, string>;

if (values.help) console.log(usage);
else await compare();

async function compare(): Promise<void> {
  console.log(
    `a fresh process to its first answer, median of ${values.starts} starts in turn, less a bare process's; the peer is express, serverless-http, Powertools (idempotency, logger, metrics, tracer) and DocumentClient, bundled alike; ${machine()}`,
  );
  await withBundles(async (bundles) => {
    const starts = await openStarts(bundles);
    try {
      for (const route of ["create", "pay"] as const) {
        const [ours, peers] = starts[route];
        const [bare, own, other] = await inTurn([starts.bare, ours, peers]);
        print(route, bare, own, other);
      }
    } finally {
      starts.stop();
    }
  });
}

/** Starts one of each, over and over, so that noise strikes all; the first round counts for nothing. */
async function inTurn(sides: readonly [Begin, Begin, Begin]): Promise<[Start[], Start[], Start[]]> {
  const found: [Start[], Start[], Start[]] = [[], [], []];
  for (let round = 0; round <= Number(values.starts); round++)
    for (const [at, begin] of sides.entries()) {
      const start = await begin();
      if (round > 0) found[at]?.push(start);
    }
  return found;
}

function print(route: string, bare: readonly Start[], own: readonly Start[], other: readonly Start[]): void {
  for (const [measure, title] of Object.entries(measures) as [keyof Start, string][]) {
    const of = (starts: readonly Start[]) => starts.map((start) => start[measure]);
    const floor = median(of(bare));
    const [ours, peers] = [of(own), of(other)].map((all) => all.map((ms) => ms - floor)) as [number[], number[]];
    const ratio = median(ours) / median(peers);
    const each = ours.map((ms, at) => ms / (peers[at] ?? Number.NaN));
    const spread = `rounds' quartiles ${quantile(each, 0.25).toFixed(2)} to ${quantile(each, 0.75).toFixed(2)}`;
    console.log(
      `${route}, ${title}: ${median(ours).toFixed(0)} ms beside ${median(peers).toFixed(0)} ms (bare ${floor.toFixed(0)}): ${ratio.toFixed(2)} of the peer's (aim: at most ${mostShare}; ${spread})`,
    );
    if (measure === "wallMs" && ratio > mostShare) process.exitCode = 1;
  }
}
