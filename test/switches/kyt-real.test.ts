import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { invoiceOperations, payOperations } from "../../functions/contract/invoicing/invoices.ts";
import { railCallbackOperations } from "../../functions/contract/operations/rail-callbacks.ts";
import { reviewOperations } from "../../functions/contract/review/review.ts";
import { screenOperations } from "../../functions/contract/screening/screens.ts";
import { paymentOperations } from "../../functions/contract/settlement/payments.ts";
import { publicOperations } from "../../functions/contract/shared/public.ts";
import { sandboxOperations } from "../../functions/contract/shared/sandbox.ts";
import { tenantOperations } from "../../functions/contract/tenants/tenants.ts";
import { sluice } from "../support/journeys/command.ts";
import { KytProxy, type Mood } from "../support/kyt-sim/proxy.ts";
import { sdnFile } from "../support/kyt-sim/sdn-file.ts";
import { Client } from "../support/runner/client.ts";
import { type RunningSandbox, startSandbox } from "../support/runner/sandbox.ts";

let proxy: KytProxy;
let sandbox: RunningSandbox;
let operator: Client;
let second: Client;
let kyt: Client;
let count = 0;

beforeAll(async () => {
  proxy = await KytProxy.start();
  sandbox = await startSandbox(["--kyt", proxy.url]);
  const { apiUrl, kytUrl, operators, kytApiKey } = sandbox.endpoints;
  proxy.target = kytUrl;
  operator = new Client(apiUrl, operators[0]?.token ?? "");
  second = new Client(apiUrl, operators[1]?.token ?? "");
  kyt = new Client(kytUrl, kytApiKey);
}, 240_000);

beforeEach(() => {
  proxy.mood = "well";
});

afterAll(async () => {
  await sandbox?.stop();
  await proxy?.[Symbol.asyncDispose]();
}, 60_000);

const patience = { timeout: 50_000, interval: 300 };
const payload = { number: "", customerId: "Payer", lineItems: [{ description: "x", unitCents: 10_000 }] };
/** On the list that the sandbox comes with. */
const fixtureWallet = "0x70Fa93acf21838b3a7d26ABAD078E44C22f11d01";
const wallet = () => `0x${randomBytes(20).toString("hex")}`;

/** A tenant of a test's own, that is paid to this wallet. */
async function tenantPaidTo(destWallet: string): Promise<Client> {
  count += 1;
  const { id } = await operator.call(tenantOperations.createTenant, {
    body: {
      ...{ slug: `kyt-${count}`, name: "Kyt", contactEmail: "a@kyt.example", partnerCustomerId: `cust_${count}` },
      ...{ destChain: "base", destWallet },
    },
  });
  const { apiKey } = await operator.call(tenantOperations.mintKey, { params: { id } });
  return new Client(sandbox.endpoints.apiUrl, apiKey);
}

async function invoiceOf(tenant: Client): Promise<{ id: string }> {
  count += 1;
  return tenant.call(invoiceOperations.createInvoice, { body: { ...payload, number: `K-${count}` } });
}

/** Pays an invoice that the payer still has to send the money for. */
async function pushed(tenant: Client) {
  const { id } = await invoiceOf(tenant);
  return tenant.call(payOperations.payInvoice, { params: { id }, body: { source: { type: "ach_push" } } });
}

async function fundsArrive(paid: Awaited<ReturnType<typeof pushed>>): Promise<void> {
  const body = { railRef: paid.payment.railRef, state: "funds_received" };
  await operator.call(railCallbackOperations.receiveMockCallback, { body });
}

const settlementOf = (tenant: Client, id: string) => tenant.call(paymentOperations.getSettlement, { params: { id } });

async function becomes(tenant: Client, id: string, status: string) {
  await expect.poll(async () => (await settlementOf(tenant, id)).status, patience).toBe(status);
  return settlementOf(tenant, id);
}

async function advance(advanceSeconds: number): Promise<void> {
  await operator.call(sandboxOperations.advanceClock, { body: { advanceSeconds } });
}

/** Why a settlement is in the review queue. */
async function itemOf(settlementId: string) {
  const { data } = await operator.call(reviewOperations.listReview, { query: { limit: 100 } });
  return data.find(({ subjectId }) => subjectId === settlementId);
}

const onList = [wallet(), wallet()];

/** A new version of the list, with these addresses more. */
async function list(...addresses: string[]): Promise<void> {
  onList.push(...addresses);
  const file = join(sandbox.stateDir, `sdn-${onList.length}.xml`);
  writeFileSync(file, sdnFile(onList));
  const reply = await sluice("lists", "import", file, "--state", sandbox.stateDir);
  expect(reply.code, reply.text).toBe(0);
}

describe("a sandbox whose gates ask the real screening interface", () => {
  test("pays a clean wallet after two screens, which the interface has on its books", async () => {
    const address = wallet();
    const tenant = await tenantPaidTo(address);
    const { id } = await invoiceOf(tenant);
    const { settlement } = await tenant.call(payOperations.payInvoice, { params: { id } });
    const done = await becomes(tenant, settlement.id, "completed");
    const screen = await kyt.call(screenOperations.getScreen, { params: { id: done.screeningRef ?? "" } });
    expect(screen).toMatchObject({ value: address, chain: "base", action: "allow", status: "complete" });
    const keys = proxy.asked.filter((key) => key?.startsWith(settlement.id));
    expect(keys).toEqual([`${settlement.id}:collection:1`, `${settlement.id}:disbursement:1`]);
  });

  test("touches no rail for a wallet on the list, and names the screen", async () => {
    const tenant = await tenantPaidTo(fixtureWallet.toLowerCase());
    const { id } = await invoiceOf(tenant);
    const refused = await tenant.refused(payOperations.payInvoice, "kyt_declined", { params: { id } });
    expect(refused).toMatchObject({ risk: "critical", stage: "collection", railTransferCreated: false });
    const params = { id: String(refused.screeningRef) };
    expect(await kyt.call(screenOperations.getScreen, { params })).toMatchObject({ action: "block" });
  });

  test("lets a person look at a wallet that no chain has", async () => {
    const tenant = await tenantPaidTo("0xNOT-A-WALLET");
    const { id } = await invoiceOf(tenant);
    await tenant.refused(payOperations.payInvoice, "kyt_declined", { params: { id } });
  });

  test("says in its health by which lists it screens", async () => {
    const open = new Client(sandbox.endpoints.apiUrl, null);
    const response = async () => (await open.call(publicOperations.getHealth)).kyt;
    // It may have asked before anybody was there, and remembers that for some seconds.
    await expect.poll(response, patience).toMatchObject({ mock: false, provider: "sluice", status: "ok" });
    expect((await response()).lists).toContainEqual(
      expect.objectContaining({ list: "fixture", publishedAt: "2026-11-02" }),
    );
  });
});

describe("an interface that is not well", () => {
  test.each<Mood>(["down", "reset", "slow", "garbage", "page", "pending"])(
    "but %s lets no payment begin",
    async (mood) => {
      const tenant = await tenantPaidTo(wallet());
      const { id } = await invoiceOf(tenant);
      proxy.mood = mood;
      const refused = await tenant.refused(payOperations.payInvoice, "kyt_declined", { params: { id } });
      expect(refused).toMatchObject({ stage: "collection", railTransferCreated: false });
    },
  );

  test.each<Mood>(["down", "reset", "slow", "garbage", "page", "pending"])(
    "but %s once the money is here has nothing converted, and the payment goes on when it is well again",
    async (mood) => {
      const tenant = await tenantPaidTo(wallet());
      const paid = await pushed(tenant);
      const { id } = paid.settlement;
      proxy.mood = mood;
      await fundsArrive(paid);
      await expect.poll(async () => (await itemOf(id))?.kind, patience).toBe("screening");
      expect(await settlementOf(tenant, id)).toMatchObject({ status: "screening", usdtOut: null, fxRate: null });
      proxy.mood = "well";
      const step = async () => {
        await advance(60);
        return (await settlementOf(tenant, id)).status;
      };
      // Its breaker rests for half a minute of real time after failures.
      await expect.poll(step, { timeout: 55_000, interval: 2_000 }).toBe("completed");
      const keys = proxy.asked.filter((key) => key?.startsWith(id));
      if (mood === "pending") expect(keys).toEqual([`${id}:collection:1`, `${id}:disbursement:1`]);
      if (mood === "pending") expect(proxy.reads).toContain((await settlementOf(tenant, id)).screeningRef ?? "");
    },
    120_000,
  );
});

describe("a wallet that comes onto a list", () => {
  test("between the two screens is declined at the second, and its money is to be reported", async () => {
    const address = wallet();
    const tenant = await tenantPaidTo(address);
    const paid = await pushed(tenant);
    await list(address);
    await fundsArrive(paid);
    const { id } = paid.settlement;
    expect(await becomes(tenant, id, "declined")).toMatchObject({ declineReason: "kyt_declined", usdtOut: null });
    const item = await itemOf(id);
    expect(item?.kind).toMatch(/^(held|listed)$/);
    expect(item).toMatchObject({ deadline: expect.any(String), actions: ["note", "assign", "reported"] });
  });

  test("after it was paid is a case, which two operators close with their report", async () => {
    const address = wallet();
    const tenant = await tenantPaidTo(address);
    const { id: invoice } = await invoiceOf(tenant);
    const { settlement } = await tenant.call(payOperations.payInvoice, { params: { id: invoice } });
    await becomes(tenant, settlement.id, "completed");
    await list(address);
    await advance(660);
    await expect.poll(async () => (await itemOf(settlement.id))?.kind, patience).toBe("listed");
    const item = await itemOf(settlement.id);
    expect(item?.reason).toContain("onto ofac_sdn after it had passed its screen");
    const input = { params: { id: item?.id ?? "" }, body: { action: "reported", reference: "OFAC-2026-1" } };
    const answer = await operator.ask(reviewOperations.actOnReview, input);
    expect(answer.status, answer.text).toBe(202);
    const approval = { params: { id: JSON.parse(answer.text).approvalId as string } };
    await operator.refused(reviewOperations.approveAction, "second_operator_required", approval);
    await second.call(reviewOperations.approveAction, approval);
    expect(await itemOf(settlement.id)).toBeUndefined();
  });
});
