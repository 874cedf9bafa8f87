import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";

/** One static check: a command, and, where exit code 0 proves nothing, what its output must show. */
interface Check {
  readonly name: string;
  readonly command: string;
  readonly arguments: readonly string[];
  readonly mustShow?: RegExp;
}

const checks: readonly Check[] = [
  { name: "synth with cdk-nag", command: "cdk", arguments: ["synth", "--quiet", "-c", "bundles=stored"] },
  {
    name: "synth of a production with cdk-nag",
    command: "cdk",
    // In a folder of its own, beside the other synthesis.
    arguments: [
      ...["synth", "--quiet", "-c", "stage=example", "-c", "bundles=stored"],
      ...["--output", "cdk.out/example"],
    ],
  },
  { name: "types", command: "tsc", arguments: ["--noEmit"] },
  { name: "scripts", command: "tsc", arguments: ["--noEmit", "--project", "functions/pages/browser"] },
  {
    name: "style",
    command: "biome",
    arguments: ["ci", "--error-on-warnings", "--colors=off", "--max-diagnostics=40", "."],
  },
  {
    name: "who imports whom",
    command: "depcruise",
    arguments: ["functions", "lib", "stages", "bin", "test", "--config", "--output-type", "err"],
    // A dependency-cruiser that cannot read this TypeScript sees no module and passes.
    mustShow: /\(([1-9]\d*) modules, ([1-9]\d*) dependencies cruised\)/,
  },
  { name: "names and folders", command: "node", arguments: ["bin/structure.ts", "--check"] },
  { name: "patterns that a text can slow down", command: "node", arguments: ["bin/patterns.ts"] },
  { name: "unused code", command: "knip", arguments: ["--no-progress"] },
  { name: "OpenAPI is fresh and lints", command: "node", arguments: ["bin/openapi.ts", "--check"] },
];

/** Runs one check quietly; resolves to what it printed when it failed. */
async function failureOf(check: Check): Promise<string | undefined> {
  const child = spawn(check.command, check.arguments, { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (output += text));
  const code = await new Promise<number | null>((resolve) => {
    child.on("error", (error) => {
      output += error.message;
      resolve(1);
    });
    child.on("close", resolve);
  });
  if (code === 0 && (check.mustShow?.test(output) ?? true)) return undefined;
  return code === 0 ? `${output}\nExpected to see ${check.mustShow}.` : output;
}

async function runAll(): Promise<number> {
  const waiting = [...checks];
  let failures = 0;
  async function work(): Promise<void> {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
      const output = await failureOf(check);
      if (output === undefined) continue;
      failures += 1;
      console.log(`--- ${check.name}: ${check.command} ${check.arguments.join(" ")}\n${output.trim()}\n`);
    }
  }
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), 4) }, work));
  return failures;
}

const failures = await runAll();
console.log(
  failures === 0 ? `check: all ${checks.length} are green` : `check: ${failures} of ${checks.length} are red`,
);
process.exitCode = failures === 0 ? 0 : 1;
