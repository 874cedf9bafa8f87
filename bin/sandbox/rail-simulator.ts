import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { PutSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { localAws } from "./deploy.ts";
import { root } from "./emulator.ts";
import type { Processes } from "./processes.ts";
import { Trouble } from "./trouble.ts";

/** A rail's simulator as it runs beside a sandbox. */
export interface RailSimulator {
  readonly url: string;
  readonly controlUrl: string;
  readonly apiKey: string;
}

const limitMs = 20_000;
const apiKey = "sk-test-sandbox";

/** Starts the simulator of Bridge, a program of the tests, on loopback. */
export async function startRailSimulator(
  processes: Processes,
  port: number,
  stateDir: string,
): Promise<RailSimulator> {
  processes.start({
    command: process.execPath,
    arguments: [
      join(root, "test/support/bridge-sim/main.ts"),
      ...["--port", String(port), "--api-key", apiKey],
    ],
    env: process.env,
    cwd: root,
    logFile: join(stateDir, "bridge-sim.log"),
  });
  const at = `http://127.0.0.1:${port}`;
  for (let waited = 0; waited < limitMs; waited += 100) {
    const answer = await fetch(`${at}/control/clock`).catch(() => undefined);
    if (answer?.ok) return { url: `${at}/v0`, controlUrl: `${at}/control`, apiKey };
    await wait(100);
  }
  throw new Trouble(`The simulator of Bridge does not answer at ${at}; see ${stateDir}/bridge-sim.log.`);
}

/** Makes the simulator call the API back, and tells the deployment by which keys they know each other. */
export async function connectRail(
  simulator: RailSimulator,
  apiUrl: string,
  aws: { readonly endpoint: string; readonly secretId: string },
): Promise<void> {
  const made = await fetch(`${simulator.controlUrl}/webhooks`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ url: `${apiUrl}/api/v1/webhooks/bridge` }),
  });
  const { publicKey } = (await made.json()) as { publicKey: string };
  const secrets = new SecretsManagerClient({
    endpoint: aws.endpoint,
    region: localAws.region,
    credentials: localAws,
  });
  const bridge = { apiKey: simulator.apiKey, webhookPublicKeys: [publicKey] };
  await secrets.send(
    new PutSecretValueCommand({ SecretId: aws.secretId, SecretString: JSON.stringify({ bridge }) }),
  );
}
