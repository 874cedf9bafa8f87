import { type ChildProcess, spawn } from "node:child_process";
import { createWriteStream, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");
let running: ChildProcess | null = null;

/** Ends the command that runs now, if one does. */
export function stopCdk(): void {
  running?.kill("SIGTERM");
}

/** Runs the ordinary CDK on a synthesized assembly, against one endpoint. */
export async function cdk(
  endpoint: string,
  assembly: string,
  given: readonly string[],
  logFile: string,
): Promise<void> {
  const log = createWriteStream(logFile);
  const program = join(root, "node_modules/aws-cdk/bin/cdk");
  const child = spawn(process.execPath, [program, ...given, "--app", assembly, ...quiet], {
    cwd: root,
    env: environment(endpoint),
    stdio: ["ignore", "pipe", "pipe"],
  });
  running = child;
  child.stdout.pipe(log, { end: false });
  child.stderr.pipe(log, { end: false });
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  running = null;
  await new Promise<void>((resolve) => log.end(resolve));
  if (code !== 0) throw new Error(`cdk ${given[0]} failed: ${lastLines(logFile)}`);
}

const quiet = ["--no-notices", "--no-color"];

function environment(endpoint: string): NodeJS.ProcessEnv {
  const stored = Object.entries(process.env).filter(([name]) => !name.startsWith("AWS_"));
  return {
    ...Object.fromEntries(stored),
    ...{ AWS_ENDPOINT_URL: endpoint, AWS_REGION: "us-east-1", AWS_EC2_METADATA_DISABLED: "true" },
    ...{ AWS_ACCESS_KEY_ID: "test", AWS_SECRET_ACCESS_KEY: "test", CDK_DISABLE_CLI_TELEMETRY: "true" },
  };
}

function lastLines(file: string): string {
  return readFileSync(file, "utf8").trim().split("\n").slice(-3).join(" ");
}
