import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Endpoints, type RunningSandbox, startSandbox } from "./sandbox.ts";
import { scratchFolder } from "./scratch.ts";
import { until } from "./until.ts";

/** A sandbox that starts while other tests run, and the file that says where it answers once it does. */
export interface SandboxBeside {
  readonly file: string;
  readonly sandbox: Promise<RunningSandbox>;
}

type Told = { readonly endpoints: Endpoints } | { readonly problem: string };

/** Longer than any sandbox takes on a machine that does much else. */
const startLimitMs = 900_000;

/** Starts a sandbox that nobody waits for yet. */
export function startBeside(flags: readonly string[] = []): SandboxBeside {
  const file = join(scratchFolder("endpoints"), "told.json");
  const tell = (told: Told) => {
    writeFileSync(`${file}.part`, JSON.stringify(told));
    renameSync(`${file}.part`, file);
  };
  const sandbox = startSandbox(flags);
  sandbox.then(
    ({ endpoints }) => tell({ endpoints }),
    (error: unknown) => tell({ problem: String(error) }),
  );
  return { file, sandbox };
}

/** Where the sandbox of a file answers; waits until it does. */
export async function endpointsIn(file: string): Promise<Endpoints> {
  await until(
    () => existsSync(file),
    (isThere) => isThere,
    "no sandbox has started",
    startLimitMs,
  );
  const told: Told = JSON.parse(readFileSync(file, "utf8"));
  if ("problem" in told) throw new Error(told.problem);
  return told.endpoints;
}

/** Ends a sandbox; one that has not started is no concern any more. */
export async function stopBeside({ sandbox }: SandboxBeside): Promise<void> {
  const running = await sandbox.catch(() => undefined);
  await running?.stop();
}
