import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { delimiter, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { SandboxOptions } from "./options.ts";
import type { Processes, Program } from "./processes.ts";
import { strictEngine } from "./strict-engine.ts";
import { Trouble } from "./trouble.ts";

/** The repository's root. */
export const root = join(import.meta.dirname, "../..");

const startLimitMs = 90_000;

/** Starts an AWS emulator on loopback, its files and its Lambdas' under the state directory; gives its address. The Lambdas of the quick one tell a meter what they do. */
export async function startEmulator(
  processes: Processes,
  options: Pick<SandboxOptions, "engine" | "awsPort" | "awsProxy" | "stateDir">,
  meterUrl: string | null,
): Promise<string> {
  const { engine, awsPort, awsProxy, stateDir } = options;
  await refuseTakenPort(awsPort);
  removeEmulatorFiles(stateDir);
  const files = join(stateDir, "emulator");
  const told = {
    ...(meterUrl !== null && { COST_METER_URL: meterUrl }),
    ...(awsProxy !== null && { AWS_ENDPOINT_URL: awsProxy }),
  };
  const program =
    engine === "localstack"
      ? strictEngine(root, awsPort, stateDir, files)
      : quickEngine(awsPort, stateDir, files, told);
  rmSync(program.logFile, { force: true });
  const child = processes.start(program);
  const endpoint = `http://127.0.0.1:${awsPort}`;
  for (let waited = 0; waited < startLimitMs; waited += 100) {
    if (child.exitCode !== null) break;
    if (await answers(endpoint)) return endpoint;
    await wait(100);
  }
  throw new Trouble(`The AWS emulator did not start; see ${program.logFile}.`);
}

/** `told` is what the Lambdas are told beside what their stack tells them. */
function quickEngine(port: number, stateDir: string, files: string, told: NodeJS.ProcessEnv): Program {
  const program = join(root, ".sandbox/venv/bin/ministack");
  if (!existsSync(program)) {
    throw new Trouble("The AWS emulator is not installed: run npm start, which needs Python 3.10 or newer.");
  }
  mkdirSync(join(files, "tmp"), { recursive: true });
  // The emulator's own Lambda runner is CommonJS, and ours is the next package.json above it otherwise.
  writeFileSync(join(files, "package.json"), '{"type":"commonjs"}');
  return {
    command: program,
    arguments: [],
    cwd: files,
    logFile: join(stateDir, "emulator.log"),
    // Lambdas inherit this, so it holds no more than they should see.
    env: {
      PATH: [join(root, "node_modules/.bin"), process.env.PATH].join(delimiter),
      HOME: files,
      PYTHONUTF8: "1",
      GATEWAY_PORT: String(port),
      BIND_HOST: "127.0.0.1",
      IOT_MTLS_ENABLED: "0",
      TMPDIR: join(files, "tmp"),
      STATE_DIR: join(files, "state"),
      S3_DATA_DIR: join(files, "s3"),
      AWS_ACCESS_KEY_ID: "test",
      AWS_SECRET_ACCESS_KEY: "test",
      ...told,
    },
  };
}

/** The emulator keeps nothing from one start to the next. */
export function removeEmulatorFiles(stateDir: string): void {
  rmSync(join(stateDir, "emulator"), { recursive: true, force: true });
}

/** Makes sure that an endpoint which should already run does. */
export async function findEndpoint(endpoint: string): Promise<string> {
  if (await answers(endpoint)) return endpoint;
  throw new Trouble(`Nothing answers at ${endpoint}: start the AWS endpoint first.`);
}

async function answers(endpoint: string): Promise<boolean> {
  try {
    await fetch(endpoint, { signal: AbortSignal.timeout(2_000) });
    return true;
  } catch {
    return false;
  }
}

async function refuseTakenPort(port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const probe = createServer();
    probe.on("error", () => reject(new Trouble(`Port ${port} is taken: choose another with --aws-port.`)));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve()));
  });
}
