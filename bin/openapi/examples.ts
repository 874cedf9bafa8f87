import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const folder = join(import.meta.dirname, "../../docs/examples");

/** Replies by operation, then by status; see `test/handlers/docs/examples.test.ts`, which takes them down. What both products have under one id is the screening interface's under `screening.` and the id. */
export type RecordedExamples = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** What the service answered when its replies were taken down last. */
export function recordedExamples(): RecordedExamples {
  const files = readdirSync(folder).filter((name) => name.endsWith(".json"));
  return Object.assign({}, ...files.map((name) => JSON.parse(readFileSync(join(folder, name), "utf8"))));
}

/** Plays the scenes of the examples and writes what is answered. */
export function recordExamples(): void {
  const test = ["run", "--project", "handlers", "test/handlers/docs/examples.test.ts"];
  const env = { ...process.env, SLUICE_EXAMPLES: "write" };
  const { status } = spawnSync("vitest", test, { stdio: "inherit", env });
  if (status !== 0) throw new Error("the scenes of the examples did not play through");
}
