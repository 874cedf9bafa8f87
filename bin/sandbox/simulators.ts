import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { root } from "./emulator.ts";
import type { Processes } from "./processes.ts";
import { Trouble } from "./trouble.ts";

/** A vendor's simulator as it runs beside a sandbox, a program of the tests. */
export interface Simulator {
  readonly vendor: "bridge" | "hifi";
  readonly url: string;
  readonly controlUrl: string;
}

/** What is told of a vendor beside the key that its callbacks are signed with. */
const accounts = {
  bridge: { apiKey: "sk-test-sandbox" },
  hifi: { apiKey: "hifi-test-sim", userId: "usr_sandbox", externalWalletId: "ew_sandbox" },
} as const;

const programs = {
  bridge: { title: "Bridge", path: "/v0", arguments: ["--api-key", accounts.bridge.apiKey] },
  hifi: { title: "HIFI", path: "", arguments: [] },
} as const;

const limitMs = 20_000;

/** Starts the simulator of a vendor on loopback. */
export async function startSimulator(
  vendor: Simulator["vendor"],
  processes: Processes,
  port: number,
  stateDir: string,
): Promise<Simulator> {
  const { title, path, arguments: given } = programs[vendor];
  const logFile = join(stateDir, `${vendor}-sim.log`);
  processes.start({
    command: process.execPath,
    arguments: [join(root, `test/support/${vendor}-sim/main.ts`), "--port", String(port), ...given],
    env: process.env,
    cwd: root,
    logFile,
  });
  const at = `http://127.0.0.1:${port}`;
  for (let waited = 0; waited < limitMs; waited += 100) {
    const answer = await fetch(`${at}/control/clock`).catch(() => undefined);
    if (answer?.ok) return { vendor, url: `${at}${path}`, controlUrl: `${at}/control` };
    await wait(100);
  }
  throw new Trouble(`The simulator of ${title} does not answer at ${at}; see ${logFile}.`);
}

/** Makes the simulators call the API back; answers the keys by which they and the deployment know each other. */
export async function connectVendors(
  simulators: readonly Simulator[],
  apiUrl: string,
): Promise<Record<string, object>> {
  const lines = simulators.map(async ({ vendor, controlUrl }) => {
    const made = await fetch(`${controlUrl}/webhooks`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ url: `${apiUrl}/api/v1/webhooks/${vendor}` }),
    });
    const { publicKey } = (await made.json()) as { publicKey: string };
    return [vendor, { ...accounts[vendor], webhookPublicKeys: [publicKey] }] as const;
  });
  return Object.fromEntries(await Promise.all(lines));
}
