import { randomUUID } from "node:crypto";
import { resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { jsonClient } from "./sandbox/client.ts";
import { type Endpoints, readEndpoints } from "./sandbox/endpoints.ts";
import type { ReceivedWebhook } from "./sandbox/receiver.ts";
import { type SettlementSnapshot, timeline } from "./sandbox/timeline.ts";
import { Trouble } from "./sandbox/trouble.ts";

const limitMs = 60_000;
const ended = ["completed", "declined", "failed"];

/** Creates, sends and pays one invoice over HTTP, waits for its settlement and its webhook, and prints the timeline. */
export async function walkInvoice(endpoints: Endpoints, print: (line: string) => void): Promise<void> {
  const call = jsonClient(endpoints.apiUrl, endpoints.tenant.apiKey);
  const invoice = await call<{ id: string; number: string; totalCents: number }>("POST", "/api/v1/invoices", {
    number: `DEMO-${Date.now()}`,
    customerId: "Hydra Logistics",
    lineItems: [
      { description: "Harbour cranes, inspection", unitCents: 45_000, quantity: 2 },
      { description: "Report", unitCents: 35_000, quantity: 1 },
    ],
  });
  await call("POST", `/api/v1/invoices/${invoice.id}/send`, {});
  const { settlement, payment } = await call<{ settlement: { id: string }; payment: { railRef: string } }>(
    "POST",
    `/api/v1/invoices/${invoice.id}/pay`,
    {},
    { "idempotency-key": randomUUID() },
  );
  // On the simulated live rail somebody has to send the money.
  if (endpoints.railControlUrl !== null)
    await jsonClient(endpoints.railControlUrl, null)("POST", `/transfers/${payment.railRef}/deposit`, {
      amount: (invoice.totalCents / 100).toFixed(2),
    });
  const seen = await until(
    () => call<SettlementSnapshot>("GET", `/api/v1/settlements/${settlement.id}`),
    ({ status }) => ended.includes(status),
    `Settlement ${settlement.id} did not end within a minute.`,
  );
  const webhooks = await until(
    () => receivedAbout(endpoints, invoice.id, settlement.id),
    (received) => received.some(({ event }) => event === `settlement.${seen.status}`),
    `The webhook settlement.${seen.status} did not arrive within a minute.`,
  );
  for (const line of timeline(invoice, seen, webhooks)) print(line);
}

async function receivedAbout(
  { receiverUrl }: Endpoints,
  invoiceId: string,
  settlementId: string,
): Promise<ReceivedWebhook[]> {
  const received = await jsonClient(receiverUrl, null)<ReceivedWebhook[]>("GET", "/received");
  const isAbout = ({ data }: ReceivedWebhook) => data.invoiceId === invoiceId || data.settlementId === settlementId;
  return received.filter(isAbout);
}

async function until<T>(look: () => Promise<T>, done: (seen: T) => boolean, otherwise: string): Promise<T> {
  const limit = performance.now() + limitMs;
  for (;;) {
    const seen = await look();
    if (done(seen)) return seen;
    if (performance.now() > limit) throw new Trouble(otherwise);
    await wait(200);
  }
}

if (import.meta.main) {
  try {
    const [flag, stateDir = ".sandbox"] = process.argv.slice(2);
    if (flag !== undefined && flag !== "--state")
      throw new Trouble(`Unknown option ${flag}: only --state DIR is known.`);
    await walkInvoice(readEndpoints(resolve(stateDir)), (line) => console.log(line));
  } catch (error) {
    console.error(error instanceof Trouble ? error.message : error);
    process.exitCode = 1;
  }
}
