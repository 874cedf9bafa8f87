import { spawnSync } from "node:child_process";

/** Runs a command on this terminal; its exit code. */
function run(command: string, given: readonly string[]): number {
  return spawnSync(command, given, { stdio: "inherit" }).status ?? 1;
}

const style = run("biome", ["check", "--staged", "--no-errors-on-unmatched", "--error-on-warnings"]);
const types = run("tsc", ["--noEmit"]);
process.exitCode = style || types;
