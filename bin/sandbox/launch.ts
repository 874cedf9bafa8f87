import { mkdirSync, rmSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { pairsText } from "../../functions/domain/reconciliation/fee-policy.ts";
import { MeterServer } from "./cost/meter-server.ts";
import { Cdk, type Deployment, localAws } from "./deploy.ts";
import { findEndpoint, removeEmulatorFiles, startEmulator } from "./emulator.ts";
import { type Endpoints, emulatedApiUrl, endpointsFile, writeEndpoints } from "./endpoints.ts";
import { Forwarder, type LocalServer } from "./forward.ts";
import type { SandboxOptions } from "./options.ts";
import { Processes } from "./processes.ts";
import { WebhookReceiver } from "./receiver.ts";
import { type Seeds, seed, writeOperators, writeSecret } from "./seed.ts";
import { seedScreening } from "./seed-screening.ts";
import { connectVendors, type Simulator, startSimulator } from "./simulators.ts";
import { Trouble } from "./trouble.ts";

const healthLimitMs = 60_000;

/** Where a launch tells how far it is and what was requested. */
export interface Report {
  step<T>(title: string, work: () => Promise<T>): Promise<T>;
  served(request: LocalServer): void;
}

/** A sandbox that is deployed, and not filled yet. */
interface Running {
  readonly simulators: readonly Simulator[];
  readonly deployed: Deployment;
  readonly awsEndpoint: string;
  readonly operators: Endpoints["operators"];
  readonly receiverUrl: string;
}

/** One sandbox: what it started, and how all of it ends. */
export class Sandbox {
  readonly #options: SandboxOptions;
  readonly #report: Report;
  readonly #processes = new Processes();
  readonly #receiver = new WebhookReceiver();
  readonly #meter = new MeterServer();
  readonly #api: Forwarder;
  readonly #screening: Forwarder;
  readonly #onboarding: Forwarder;

  constructor(options: SandboxOptions, report: Report) {
    this.#options = options;
    this.#report = report;
    const served = (request: LocalServer) => report.served(request);
    this.#api = new Forwarder(served);
    this.#onboarding = new Forwarder(served);
    this.#screening = new Forwarder(served);
  }

  /** Brings everything up; the endpoints file is the last thing written. */
  async start(): Promise<Endpoints> {
    const { port, stateDir } = this.#options;
    mkdirSync(stateDir, { recursive: true });
    rmSync(endpointsFile(stateDir), { force: true });
    await this.#api.listen(port, "--port");
    await this.#screening.listen(port + 1, "--port");
    await this.#onboarding.listen(port + 2, "--port");
    const receiverUrl = await this.#receiver.listen();

    const simulators = await this.#simulators();
    const { deployed, awsEndpoint } = await this.#deploy(simulators);
    const handlersOf = (apiId: string) => emulatedApiUrl(awsEndpoint, apiId);
    if (this.#options.cost) {
      this.#meter.lookAt(awsEndpoint);
      this.#api.answerAt("/api/v1/sandbox/cost", (query) => this.#meter.costs(query.get("id")));
    }
    this.#api.forwardTo(handlersOf(deployed.rails.ApiId));
    this.#onboarding.forwardTo(handlersOf(deployed.rails.ApiId));
    this.#screening.forwardTo(handlersOf(deployed.screening.ApiId));

    const operators = await writeOperators(awsEndpoint, [
      deployed.rails.OperatorTokensArn,
      deployed.screening.OperatorTokensArn,
    ]);
    const internalToken = operators[0]?.token ?? "";
    const { seeds, kytApiKey } = await this.#report.step("Seeding two tenants and the lists", () =>
      this.#seed({ simulators, deployed, awsEndpoint, operators, receiverUrl }),
    );
    this.#receiver.expect(seeds.webhookSecret);
    const endpoints: Endpoints = {
      ...this.#urls(),
      operatorUrl: handlersOf(deployed.rails.OperatorApiId),
      kytOperatorUrl: handlersOf(deployed.screening.OperatorApiId),
      ...{ awsEndpoint, region: localAws.region, internalToken, operators },
      railControlUrl: controlUrlOf(simulators, "bridge"),
      conversionControlUrl: controlUrlOf(simulators, "hifi"),
      ...{ tenant: seeds.tenant, otherTenant: seeds.otherTenant, kytApiKey, receiverUrl },
    };
    writeEndpoints(stateDir, endpoints);
    return endpoints;
  }

  async #seed(running: Running): Promise<{ seeds: Seeds; kytApiKey: string }> {
    const { apiUrl, kytUrl } = this.#urls();
    const { awsEndpoint, deployed, simulators, operators, receiverUrl } = running;
    const tokens = operators.map(({ token }) => token);
    const hifi = simulators.some(({ vendor }) => vendor === "hifi");
    const [seeds, kytApiKey, vendors] = await Promise.all([
      healthy(apiUrl).then(() => seed(apiUrl, tokens, { receiverUrl, hifi })),
      healthy(kytUrl).then(() => seedScreening(kytUrl, tokens[0] ?? "", awsEndpoint)),
      connectVendors(simulators, apiUrl),
    ]);
    const { VendorKeysArn, KytKeyArn } = deployed.rails;
    if (VendorKeysArn !== undefined) await writeSecret(awsEndpoint, VendorKeysArn, vendors);
    // Whoever the gates ask knows sluice by this key.
    if (KytKeyArn !== undefined) await writeSecret(awsEndpoint, KytKeyArn, { apiKey: kytApiKey });
    return { seeds, kytApiKey };
  }

  /** Ends every process and host of this sandbox; what it wrote but the logs goes too. */
  async stop(): Promise<void> {
    rmSync(endpointsFile(this.#options.stateDir), { force: true });
    for (const host of [this.#api, this.#screening, this.#onboarding, this.#receiver, this.#meter]) host.close();
    await this.#processes.stop();
    removeEmulatorFiles(this.#options.stateDir);
  }

  async #simulators(): Promise<Simulator[]> {
    const { rail, conversion, port, stateDir } = this.#options;
    const started: Simulator[] = [];
    const start = async (vendor: Simulator["vendor"], title: string, at: number) =>
      started.push(
        await this.#report.step(`Starting the simulator of ${title}`, () =>
          startSimulator(vendor, this.#processes, at, stateDir),
        ),
      );
    if (rail === "bridge-sim") await start("bridge", "Bridge", port + 3);
    if (conversion === "hifi-sim") await start("hifi", "HIFI", port + 4);
    return started;
  }

  async #deploy(simulators: readonly Simulator[]): Promise<{ deployed: Deployment; awsEndpoint: string }> {
    const { endpoint, stateDir, hold, twoPerson, kyt, cost } = this.#options;
    const meterUrl = cost ? await this.#meter.listen() : null;
    const { apiUrl, kytUrl, onboardUrl } = this.#urls();
    const cdk = new Cdk(this.#processes, stateDir);
    const context = {
      ...{ stage: "sandbox", local: "true", hold: String(hold) },
      ...(twoPerson && { twoPersonControl: "true" }),
      ...{ publicUrl: apiUrl, onboardUrl, kytPublicUrl: kytUrl },
      ...(kyt !== "mock" && { kyt: "sluice", kytUrl: kyt === "real" ? kytUrl : kyt }),
      ...Object.assign({}, ...simulators.map(contextOf)),
    };
    const emulator = this.#report.step(
      endpoint === null ? "Starting the AWS emulator" : `Looking for AWS at ${endpoint}`,
      async () => {
        const found =
          endpoint === null
            ? await startEmulator(this.#processes, this.#options, meterUrl)
            : await findEndpoint(endpoint);
        await cdk.bootstrap(found);
        return found;
      },
    );
    const synth = this.#report.step("Bundling the Lambdas and synthesizing the stacks", () => cdk.synth(context));
    const [awsEndpoint] = await Promise.all([emulator, synth]);
    if (endpoint !== null) await this.#report.step("Removing an earlier sandbox", () => cdk.destroy(awsEndpoint));
    const deployed = await this.#report.step("Deploying with the CDK", () => cdk.deploy(awsEndpoint));
    return { deployed, awsEndpoint };
  }

  #urls() {
    const at = (offset: number) => `http://localhost:${this.#options.port + offset}`;
    return { apiUrl: at(0), kytUrl: at(1), onboardUrl: at(2) };
  }
}

const ownEvmWallet = "0x27b1fdb04752bbc536007a920d24acb045561c26";

/** Where a sandbox's fees are swept to: addresses from documents, on every chain that the simulator keeps wallets on. */
const operatorWallets = pairsText({
  ...{ base: ownEvmWallet, ethereum: ownEvmWallet },
  solana: "9kV3ZMehKVyxfHKCcaDLye3P9HHw2MP4jtQa2gKBUmCs",
  tron: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8",
});

/** What the CDK is told of a simulator. */
function contextOf({ vendor, url }: Simulator): Record<string, string> {
  return vendor === "bridge"
    ? { rail: "bridge", conversion: "bridge", bridgeUrl: url, operatorWallets }
    : { alternativeConversion: "hifi", hifiUrl: url };
}

function controlUrlOf(simulators: readonly Simulator[], vendor: Simulator["vendor"]): string | null {
  return simulators.find((each) => each.vendor === vendor)?.controlUrl ?? null;
}

async function healthy(apiUrl: string): Promise<void> {
  let last = "no answer";
  for (let waited = 0; waited < healthLimitMs; waited += 250) {
    try {
      const reply = await fetch(`${apiUrl}/health`);
      if (reply.ok) return;
      last = `${reply.status} ${(await reply.text()).slice(0, 200)}`;
    } catch (error) {
      last = String(error);
    }
    await wait(250);
  }
  throw new Trouble(`The deployed API does not answer /health (${last}).`);
}
