import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Program } from "./processes.ts";
import { Trouble } from "./trouble.ts";

const missing =
  "The strict engine is not installed: start it with npm start -- --engine localstack, which installs it and needs Python 3.11, Java 17 and Maven.";

/** How LocalStack runs on loopback, its files under `files` and its Lambdas' logs under the state directory. */
export function strictEngine(root: string, port: number, stateDir: string, files: string): Program {
  const program = join(root, ".sandbox/venv-strict/bin/python");
  const dynamodbLocal = join(root, ".sandbox/dynamodb-local");
  for (const part of [program, dynamodbLocal]) if (!existsSync(part)) throw new Trouble(missing);
  const lambdaLogs = join(stateDir, "lambda-logs");
  rmSync(lambdaLogs, { recursive: true, force: true });
  for (const folder of [lambdaLogs, join(files, "tmp")]) mkdirSync(folder, { recursive: true });
  return {
    command: program,
    arguments: ["-m", "sluice_engine"],
    cwd: files,
    logFile: join(stateDir, "emulator.log"),
    env: {
      ...places(files),
      GATEWAY_LISTEN: `127.0.0.1:${port}`,
      LOCALSTACK_HOST: `127.0.0.1:${port}`,
      SQS_ENDPOINT_STRATEGY: "path",
      DNS_ADDRESS: "0",
      SKIP_SSL_CERT_DOWNLOAD: "1",
      DISABLE_EVENTS: "1",
      PROVIDER_OVERRIDE_DYNAMODB: "v2",
      PROVIDER_OVERRIDE_DYNAMODBSTREAMS: "v2",
      // A nested stack is one resource: on a busy machine it takes minutes.
      CFN_PER_RESOURCE_TIMEOUT: "1200",
      LAMBDA_RUNTIME_EXECUTOR: "node",
      // Longer than a minute, so that what a schedule calls every minute stays warm.
      LAMBDA_KEEPALIVE_MS: "90000",
      SLUICE_NODE: process.execPath,
      SLUICE_LAMBDA_LOGS: lambdaLogs,
      SLUICE_DYNAMODB_LOCAL_DIR: dynamodbLocal,
    },
  };
}

function places(files: string): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    HOME: files,
    TMPDIR: join(files, "tmp"),
    FILESYSTEM_ROOT: join(files, "root"),
    PYTHONUTF8: "1",
    PYTHONUNBUFFERED: "1",
  };
}
