import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { invoiceOperations, payOperations } from "../../functions/contract/invoicing/invoices.ts";
import { mailOperations } from "../../functions/contract/mail/mail.ts";
import { reviewOperations } from "../../functions/contract/review/review.ts";
import { paymentOperations } from "../../functions/contract/settlement/payments.ts";
import { sandboxOperations } from "../../functions/contract/shared/sandbox.ts";
import { feeRuleOperations } from "../../functions/contract/tenants/fee-rules.ts";
import { flagOperations } from "../../functions/contract/tenants/flags.ts";
import { tenantOperations } from "../../functions/contract/tenants/tenants.ts";
import { Client } from "../support/runner/client.ts";
import { type RunningSandbox, startSandbox } from "../support/runner/sandbox.ts";

const { changeTenant, getTenant } = tenantOperations;
const { approveAction, getApproval } = reviewOperations;
const patience = { timeout: 30_000, interval: 200 };

let sandbox: RunningSandbox;
let anna: Client;
let ben: Client;

beforeAll(async () => {
  sandbox = await startSandbox(["--two-person"]);
  const { apiUrl, operators } = sandbox.endpoints;
  [anna, ben] = operators.map(({ token }) => new Client(apiUrl, token)) as [Client, Client];
}, 120_000);

afterAll(() => sandbox?.stop(), 60_000);

const advance = (advanceSeconds: number) => anna.call(sandboxOperations.advanceClock, { body: { advanceSeconds } });

/** A tenant that is paid to a wallet, and its key. */
async function tenantOf(destWallet: string) {
  const name = randomUUID().slice(0, 8);
  const { id } = await anna.call(tenantOperations.createTenant, {
    body: {
      ...{ slug: name, name, contactEmail: `billing@${name}.example`, partnerCustomerId: `cust_${name}` },
      ...{ destChain: "base", destWallet },
    },
  });
  const { apiKey } = await anna.call(tenantOperations.mintKey, { params: { id } });
  return { params: { id }, client: new Client(sandbox.endpoints.apiUrl, apiKey) };
}

/** Where the money of an invoice that is paid now goes. */
async function paidTo(client: Client): Promise<string> {
  const lineItems = [{ description: "x", unitCents: 10_000 }];
  const body = { number: randomUUID(), customerId: "Payer", lineItems };
  const params = { id: (await client.call(invoiceOperations.createInvoice, { body })).id };
  const { settlement } = await client.call(payOperations.payInvoice, { params });
  const look = () => client.call(paymentOperations.getSettlement, { params: { id: settlement.id } });
  await expect.poll(async () => (await look()).status, patience).toBe("completed");
  return (await look()).destWallet;
}

const waiting = ({ text }: { readonly text: string }) => ({ id: JSON.parse(text).approvalId as string });

test("a wallet is another one only once a second operator has agreed and its day is over", async () => {
  const { params, client } = await tenantOf("0xBEFORE");
  const asked = await anna.ask(changeTenant, { params, body: { destWallet: "0xAFTER" } });
  expect(asked.status).toBe(202);
  const approval = { params: waiting(asked) };
  const letters = async () =>
    (await anna.call(mailOperations.listMail, { query: { about: approval.params.id } })).data.map(
      (each) => each.template,
    );
  await expect.poll(letters, patience).toEqual(["change_requested"]);
  expect(await paidTo(client)).toBe("0xBEFORE");
  await anna.refused(approveAction, "second_operator_required", approval);
  expect((await ben.call(approveAction, approval)).status).toBe("approved");
  await advance(86_000);
  expect(await paidTo(client)).toBe("0xBEFORE");
  await advance(500);
  await expect.poll(async () => (await anna.call(getTenant, { params })).destWallet, patience).toBe("0xAFTER");
  expect((await anna.call(getApproval, approval)).status).toBe("effective");
  expect(await paidTo(client)).toBe("0xAFTER");
  await expect.poll(letters, patience).toEqual(["change_effective", "change_requested"]);
});

test("or at once, where the second operator says why", async () => {
  const { params } = await tenantOf("0xBEFORE");
  const asked = await anna.ask(changeTenant, { params, body: { destWallet: "0xAFTER" } });
  await ben.refused(approveAction, "validation_error", { params: waiting(asked), body: { now: true } });
  const body = { now: true, reason: "the old wallet's key is lost" } as const;
  expect((await ben.call(approveAction, { params: waiting(asked), body })).status).toBe("effective");
  expect((await anna.call(getTenant, { params })).destWallet).toBe("0xAFTER");
});

test("a default fee rule and a flag that opens a way for money wait, and closing it does not", async () => {
  const rule = await anna.ask(feeRuleOperations.addFeeRule, { body: { bps: 77 } });
  expect(rule.status).toBe(202);
  expect((await ben.call(approveAction, { params: waiting(rule) })).status).toBe("effective");
  expect((await anna.call(feeRuleOperations.listFeeRules)).data[0]?.bps).toBe(77);
  const setFlag = (enabled: boolean) => anna.ask(flagOperations.setFlag, { body: { key: "escrow.enabled", enabled } });
  expect((await setFlag(false)).status).toBe(200);
  const opening = await setFlag(true);
  expect(opening.status).toBe(202);
  expect((await ben.call(approveAction, { params: waiting(opening) })).status).toBe("effective");
});
