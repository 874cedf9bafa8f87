import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Endpoints, type RunningSandbox, startSandbox } from "./sandbox.ts";
import { scratchFolder } from "./scratch.ts";
import { until } from "./until.ts";

/** A sandbox that starts while other tests run, and the file that says where it answers once it does. */
export interface PendingSandbox {
  readonly file: string;
  readonly sandbox: Promise<RunningSandbox>;
}

type StartResult = { readonly endpoints: Endpoints } | { readonly problem: string };

const nothing = () => undefined;

/** Longer than any sandbox takes on a machine that does much else. */
const startLimitMs = 900_000;

/** Starts a sandbox that nobody waits for yet, once another one has started or failed to. */
export function startInBackground(flags: readonly string[] = [], after?: PendingSandbox): PendingSandbox {
  const file = join(scratchFolder("endpoints"), "result.json");
  const record = (result: StartResult) => {
    writeFileSync(`${file}.part`, JSON.stringify(result));
    renameSync(`${file}.part`, file);
  };
  const before = after ? after.sandbox.then(nothing, nothing) : Promise.resolve();
  const sandbox = before.then(() => startSandbox(flags));
  sandbox.then(
    ({ endpoints }) => record({ endpoints }),
    (error: unknown) => record({ problem: String(error) }),
  );
  return { file, sandbox };
}

/** Where a worker's own sandbox answers, of the files that say so; waits until it does. */
export async function endpointsOfWorker(files: readonly string[]): Promise<Endpoints> {
  const worker = Number(process.env.VITEST_POOL_ID ?? 1);
  return endpointsIn(files[(worker - 1) % files.length] ?? "");
}

async function endpointsIn(file: string): Promise<Endpoints> {
  await until(
    () => existsSync(file),
    (isThere) => isThere,
    "no sandbox has started",
    startLimitMs,
  );
  const result: StartResult = JSON.parse(readFileSync(file, "utf8"));
  if ("problem" in result) throw new Error(result.problem);
  return result.endpoints;
}

/** Ends a sandbox; one that has not started is no concern any more. */
export async function stopPending({ sandbox }: PendingSandbox): Promise<void> {
  const running = await sandbox.catch(() => undefined);
  await running?.stop();
}
