import { cpSync, existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { installed, must, root } from "./step.mjs";

const from = join(root, "test", "bench", "peer");
const into = join(installed, "peer");
const files = ["package.json", "package-lock.json"];

/** What the benchmarks compare with, from a lock of its own, apart from what Sluice is made of. */
export const peer = {
  title: "the benchmarks' peer in .sandbox/peer",
  done: () =>
    existsSync(join(into, "node_modules", ".package-lock.json")) &&
    files.every((file) => readFileSync(join(into, file), "utf8") === readFileSync(join(from, file), "utf8")),
  make: () => {
    rmSync(into, { recursive: true, force: true });
    for (const file of files) cpSync(join(from, file), join(into, file));
    const quiet = ["--no-progress", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"];
    must("npm could not install the benchmarks' peer", /npm (error|ERR!) (?!code|A complete log)/, "npm", [
      ...["ci", "--prefix", into],
      ...quiet,
    ]);
  },
};
