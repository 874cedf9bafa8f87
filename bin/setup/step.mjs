import { spawnSync } from "node:child_process";
import { appendFileSync, mkdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { locked } from "./lock.mjs";

export const root = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");
export const installed = join(root, ".sandbox");
export const npmBin = join(root, "node_modules", ".bin");
const log = join(installed, "setup.log");

/** A reason to stop that a person can act on: its message is all that is printed. */
export class SetupError extends Error {}

/** A part of the machine that set-up cannot install: a run that can do without is skipped. */
export class MissingPart extends SetupError {}

/**
 * A step is `{ title, done(), make() }`. Each one that is not done is made, one set-up at a time.
 * An optional step that fails is told and skipped.
 */
export function ensure(required, optional) {
  if ([...required, ...optional].every((step) => step.done())) return;
  mkdirSync(installed, { recursive: true });
  locked(join(installed, "setup.lock"), () => {
    for (const step of required) if (!step.done()) timed(step);
    for (const step of optional) if (!step.done()) timedOrSkipped(step);
  });
}

function timed(step) {
  const start = Date.now();
  console.error(`set-up: ${step.title} ...`);
  step.make();
  console.error(`set-up: ${step.title} done in ${Math.round((Date.now() - start) / 1000)} s`);
}

function timedOrSkipped(step) {
  try {
    timed(step);
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    console.error(`set-up: ${step.title} skipped: ${error.message}`);
  }
}

/** The PATH without this project's node_modules/.bin, which a set-up may be about to replace. */
export function outerPath() {
  return (process.env.PATH ?? "")
    .split(delimiter)
    .filter((folder) => !folder.startsWith(join(root, "node_modules")))
    .join(delimiter);
}

/** Runs a command to its end, quietly; its output goes to the log, and to the caller. */
export function attempt(command, commandArguments, env = {}) {
  const result = spawnSync(command, commandArguments, {
    cwd: root,
    env: { ...process.env, PATH: outerPath(), ...env },
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = `${result.stdout ?? ""}${result.stderr ?? ""}`;
  if (result.status !== 0) {
    mkdirSync(installed, { recursive: true });
    appendFileSync(log, `$ ${command} ${commandArguments.join(" ")}\n${result.error ?? ""}${output}\n`);
  }
  return { ok: result.status === 0, output };
}

/** Runs a command that must succeed; otherwise the sentence, its most telling line and the log are the error. */
export function must(sentence, telling, command, commandArguments, env) {
  const { ok, output } = attempt(command, commandArguments, env);
  if (ok) return output;
  const line = output.split("\n").find((text) => telling.test(text));
  throw new SetupError(`${sentence}${line ? ` (${line.trim()})` : ""}; see ${log}.`);
}

/** Installs a Debian package where that needs nobody's password; says whether it could. */
export function installDebianPackage(name) {
  if (process.getuid?.() !== 0 || !attempt("apt-get", ["--version"]).ok) return false;
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  const install = () => attempt("apt-get", ["install", "-y", "--no-install-recommends", name], env).ok;
  return install() || (attempt("apt-get", ["update"], env).ok && install());
}
