import { setTimeout as pause } from "node:timers/promises";
import type { Item } from "../../../bin/sandbox/cost/units.ts";
import { lambdas } from "../../../functions/contract/billing.ts";
import { innerLambdas, stepName } from "../../../lib/api/background-lambdas.ts";
import { BridgeSim } from "../../support/bridge-sim/sim.ts";
import { KytControl } from "../../support/kyt-sim/control.ts";
import { listen } from "../../support/runner/deployed.ts";
import { lambdaEnvironment, operationOf } from "../../support/runner/lambdas.ts";
import { vendorHeaders, vendorSecret } from "../../support/settlement/vendor-credential.ts";
import { Faults } from "../../support/vendor-sim/faults.ts";
import { receiver } from "../../support/vendor-sim/receiver.ts";
import { SimServer } from "../../support/vendor-sim/server.ts";
import { Machines, settlementMachine } from "../../support/world/core/machines.ts";
import { LambdaRuns, type Run } from "./lambda-runs.ts";
import { MeteredAws } from "./metered-aws.ts";

/** What a settlement took, from its invoice's creation to its last webhook. */
export interface Life {
  readonly runs: readonly Run[];
  /** The states that the machine went through. */
  readonly path: readonly string[];
  /** One run of each schedule of the minute, with nothing to do. */
  readonly everyMinute: readonly Run[];
  /** Every run since the town was opened, those of the settlement among them. */
  readonly all: readonly Run[];
}

const operator = "operator-token-of-the-cost-model-0123456789";
const totalCents = 125_000;
/** A wallet with its chain's checksum, as a tenant would have it. */
const wallet = "0x52908400098527886E0F7030069857D2E4169EE7";

/** The whole service in this process: its Lambdas as they are deployed, in production's settings, over Bridge and the screening interface as simulators. */
class Town {
  readonly lambdas = new LambdaRuns({ ...lambdas, ...innerLambdas });
  readonly #jobs: (() => Promise<unknown>)[] = [];
  readonly machines = new Machines(settlementMachine, {
    invoke: (attempt) =>
      void this.#jobs.push(async () => {
        const reply = await this.lambdas.run(stepName("settlement", attempt.task), attempt.payload);
        this.machines.taskDone(attempt, reply);
      }),
    later: () => {
      throw new Error("nothing is tried again on the happy path");
    },
  });
  readonly aws = new MeteredAws([{ name: "one", token: operator }], {
    called: (call) => void this.lambdas.current?.aws.push(call),
    inserted: (table, item) => table === "book" && item.outbox && this.#handOn(item),
    queued: (queue, body) => void this.#jobs.push(() => this.#take(queue, body)),
    started: (name, input) => this.machines.start(name, input),
    answered: (token) => this.machines.answer(token),
  });

  #handOn(item: Item): void {
    const Records = [{ eventName: "INSERT", dynamodb: { NewImage: item } }];
    if (item.workflow) this.#jobs.push(() => this.lambdas.run("workflows", { Records }));
    this.#jobs.push(() => this.lambdas.run("outbox", { Records }));
  }

  /** Has the sweep come by: it takes aggregates off the outbox, half a minute after what was first to be handed on of them. */
  async sweep(): Promise<void> {
    const rows = this.aws.fake.store.rows().flatMap(({ pk, sk, index }) => {
      const place = index?.outbox?.[1];
      return place === undefined ? [] : [{ pk, sk, place }];
    });
    if (rows.length === 0) return;
    const body = JSON.stringify({ kind: "entries", rows });
    await this.lambdas.run("sweep-entries", { Records: [{ messageId: "m1", body }] });
    await this.drain();
  }

  async #take(queue: string, body: string): Promise<void> {
    const lambda = { webhooks: "send-webhook", mail: "send-mail" }[queue];
    if (!lambda) throw new Error(`nothing is queued in ${queue} on the happy path`);
    await this.lambdas.run(lambda, { Records: [{ messageId: "m1", body }] });
  }

  /** Has a callback of Bridge's come to our door. */
  callBack(raw: string): void {
    this.#jobs.push(async () => {
      const headers = await vendorHeaders("receiveBridgeCallback", raw);
      await this.lambdas.request(operationOf("receiveBridgeCallback"), headers, {}, raw);
    });
  }

  async drain(): Promise<void> {
    for (let job = this.#jobs.shift(); job; job = this.#jobs.shift()) await job();
  }

  async asked(id: string, bearer: string, params: Record<string, string>, body: unknown, key?: string) {
    const credential = { authorization: `Bearer ${bearer}`, ...(key && { "idempotency-key": key }) };
    return JSON.parse((await this.lambdas.request(operationOf(id), credential, params, body)).text);
  }
}

/** Counts calls that are made by plain `fetch`; those to AWS go another way. */
function countFetches(town: Town, bankUrl: string, screeningUrl: string): void {
  const { fetch } = globalThis;
  globalThis.fetch = async (input, init) => {
    const response = await fetch(input, init);
    const url = String(input);
    const bytes = Buffer.byteLength(String(init?.body ?? ""));
    if (url.startsWith(bankUrl)) town.lambdas.current?.bank.push(bytes);
    else if (url.startsWith(screeningUrl)) town.lambdas.current?.screening.push(bytes);
    return response;
  };
}

/** Opens the town and lives two settlements: one that warms everything up, and one that is counted. */
export async function settlementLife(): Promise<Life> {
  const town = new Town();
  const kyt = new KytControl();
  const faults = new Faults();
  const screening = new SimServer({
    faults,
    operationOf: ({ method, path }) => `${method} ${path}`,
    handle: (call) => kyt.handle(call),
    control: () => ({ status: 404 }),
  });
  await screening.listen(0);
  const { apiKey } = vendorSecret.bridge;
  await using bank = await BridgeSim.start({ apiKey, startMs: Date.now(), autoCustomers: true });
  await using callbacks = await receiver();
  await using subscriber = await receiver();
  bank.webhooks.open(callbacks.url, ["transfer", "customer", "kyc_link"], "active");
  const endpoint = await town.aws.start();
  Object.assign(process.env, lambdaEnvironment(endpoint), {
    ...{ STAGE: "prod", LIVE: "true", RAIL: "bridge", CONVERSION: "bridge", BRIDGE_URL: bank.url },
    ...{ KYT: "sluice", KYT_URL: screening.url, LOG_LEVEL: "INFO" },
    ...{ WEBHOOK_QUEUE_URL: `${endpoint}/webhooks`, MAIL_QUEUE_URL: `${endpoint}/mail` },
  });
  countFetches(town, bank.url, screening.url);
  const quiet = listen((line) => void town.lambdas.current?.lines.push(line));
  try {
    const owner = await furnish(town, subscriber.url);
    await settle(town, owner, bank, callbacks.received, "first");
    const before = town.lambdas.runs;
    town.lambdas.runs = [];
    const name = await settle(town, owner, bank, callbacks.received, "second");
    const runs = withReceivers(town.lambdas.runs, subscriber.received);
    const { path = [] } = town.machines.executions.get(name) ?? {};
    town.lambdas.runs = [];
    await town.lambdas.run("sweep", {});
    await town.lambdas.run("watch-lists", {});
    return { runs, path, everyMinute: town.lambdas.runs, all: [...before, ...runs, ...town.lambdas.runs] };
  } finally {
    quiet();
    town.aws.stop();
    await screening.close();
  }
}

async function furnish(town: Town, url: string): Promise<{ apiKey: string }> {
  const { id } = await town.asked(
    "createTenant",
    operator,
    {},
    {
      ...{ slug: "acme", name: "Acme Inc.", contactEmail: "billing@example.com" },
      ...{ destChain: "base", destWallet: wallet, partnerCustomerId: "cust_acme" },
    },
  );
  const { apiKey } = await town.asked("mintKey", operator, { id }, {});
  await town.asked("registerWebhook", operator, { id }, { url });
  await town.drain();
  return { apiKey };
}

/** A tenant's bucket of requests is shared at most once a second, so requests of one second would pay for it once. */
const betweenRequestsMs = 1_100;

/** Webhooks go out by a client of their own: what a receiver had, it had from the sender's runs in their order. */
function withReceivers(runs: readonly Run[], received: readonly { raw: Buffer }[]): Run[] {
  const senders = runs.filter(({ lambda }) => lambda === "send-webhook");
  const had = received.slice(-senders.length);
  return runs.map((run) => {
    const at = senders.indexOf(run);
    return at < 0 ? run : { ...run, receivers: [had[at]?.raw.length ?? 0] };
  });
}

/** Creates, sends and pays an invoice, has the payer pay, and plays until nothing is left to do; the machine's execution by name. */
async function settle(
  town: Town,
  { apiKey }: { apiKey: string },
  bank: BridgeSim,
  report: { raw: Buffer }[],
  number: string,
): Promise<string> {
  await pause(betweenRequestsMs);
  const lineItems = [{ description: "Consulting in November", unitCents: totalCents }];
  const { id } = await town.asked("createInvoice", apiKey, {}, { number, customerId: "cus_1", lineItems });
  await pause(betweenRequestsMs);
  await town.asked("sendInvoice", apiKey, { id }, undefined);
  await town.drain();
  await town.sweep();
  await pause(betweenRequestsMs);
  const { settlement } = await town.asked("payInvoice", apiKey, { id }, { amountCents: totalCents }, number);
  await town.drain();
  await town.sweep();
  const collection = bank.bank.transfers.at(-1);
  if (!collection) throw new Error("nothing was collected");
  bank.bank.deposit(collection.id, (totalCents / 100).toFixed(2));
  for (let round = 0; round < 40; round++) {
    await bank.pass(5);
    for (const { raw } of report.splice(0)) town.callBack(raw.toString());
    await town.drain();
  }
  await town.sweep();
  const name = `${settlement.id}-1`;
  if (town.machines.executions.get(name)?.status !== "succeeded") throw new Error("it did not settle");
  return name;
}
