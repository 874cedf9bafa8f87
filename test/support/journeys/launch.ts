import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

/** A sandbox as a person starts it at a terminal. */
export interface LaunchedSandbox {
  readonly child: ChildProcess;
  /** All it printed so far. */
  output(): string;
  readonly exited: Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }>;
}

const root = join(import.meta.dirname, "../../..");

/** Starts `bin/sandbox.ts`, of this repository or of a copy, and listens to what it says. */
export function launch(given: readonly (string | number)[], from: string = root): LaunchedSandbox {
  const child = spawn(process.execPath, [join(from, "bin/sandbox.ts"), ...given.map(String)], {
    cwd: from,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const exited = new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) => {
    child.on("close", (code) => resolve({ code, stdout, stderr }));
  });
  return { child, output: () => stdout + stderr, exited };
}

/** Waits until a launched sandbox has printed this; fails when it ends before. */
export async function prints(launched: LaunchedSandbox, text: string): Promise<void> {
  for (let waited = 0; waited < 110_000; waited += 100) {
    if (launched.output().includes(text)) return;
    if (launched.child.exitCode !== null) break;
    await wait(100);
  }
  throw new Error(`it never said ${text}:\n${launched.output()}`);
}

/** The processes, other than this one, that have a text in their command line. */
export function processesWith(text: string): string[] {
  const listed = execFileSync("ps", ["-axww", "-o", "pid=,command="], { encoding: "utf8", maxBuffer: 1 << 26 });
  return listed.split("\n").filter((line) => line.includes(text) && !line.includes("ps -axww"));
}

/** The endpoints file of a sandbox's state directory. */
export function endpointsIn(stateDir: string): string | null {
  const file = join(stateDir, "endpoints.json");
  return existsSync(file) ? file : null;
}
