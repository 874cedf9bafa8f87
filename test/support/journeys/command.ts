import { spawn } from "node:child_process";
import { join } from "node:path";

const root = join(import.meta.dirname, "../../..");

/** What a command printed, and how it ended. */
export interface CommandReport {
  readonly code: number | null;
  readonly text: string;
}

/** Runs a command of `bin/sluice.ts` as an operator does at a terminal. */
export function sluice(...given: readonly string[]): Promise<CommandReport> {
  const child = spawn(process.execPath, [join(root, "bin/sluice.ts"), ...given], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (piece: string) => (text += piece));
  child.stderr.setEncoding("utf8").on("data", (piece: string) => (text += piece));
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, text: text.trim() })));
}
