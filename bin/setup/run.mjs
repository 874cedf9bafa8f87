import { spawn } from "node:child_process";
import { constants } from "node:os";
import { delimiter, join } from "node:path";
import { npmBin, outerPath, root } from "./step.mjs";

/** Runs a script of ours, or a program of node_modules/.bin, on the project's Node; its end is our end. */
export function run(program, programArguments, env) {
  const isScript = /[.](ts|mjs|js)$/.test(program);
  const command = join(npmBin, isScript ? "node" : program);
  const child = spawn(command, isScript ? [join(root, program), ...programArguments] : programArguments, {
    stdio: "inherit",
    env: { ...process.env, ...env, PATH: npmBin + delimiter + outerPath() },
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => {
      // A terminal has sent its Ctrl-C to the child as well.
      if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
    });
  }
  if (process.env.npm_lifecycle_event) onOrphaned(() => child.kill("SIGTERM"));
  child.on("error", (error) => {
    console.error(`${program} did not start: ${error.message}`);
    process.exit(1);
  });
  child.on("exit", (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}

/** Even an npm that was killed outright leaves nothing running. */
function onOrphaned(stop) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stop();
  }, 500);
}
