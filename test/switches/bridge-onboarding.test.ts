import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { payOperations } from "../../functions/contract/invoicing/invoices.ts";
import { kybOperations } from "../../functions/contract/onboarding/kyb.ts";
import { tenantOperations } from "../../functions/contract/tenants/tenants.ts";
import { webhookOperations } from "../../functions/contract/webhooks/webhooks.ts";
import { JourneyApplicant } from "../support/journeys/applicant.ts";
import { BridgeJourney, BridgeSandbox, draft, waitLimit } from "../support/journeys/bridge.ts";
import { WebhookReceiver } from "../support/journeys/receiver.ts";

let sandbox: BridgeSandbox;

beforeAll(async () => {
  sandbox = await BridgeSandbox.start();
}, 240_000);

afterAll(() => sandbox?.stop(), 60_000);

/** A business that has submitted its application, and waits for Bridge. */
async function applied(legalName: string, contactEmail = `owner-${randomUUID()}@acme.example`) {
  const body = { legalName, contactEmail };
  const { id, magicLink } = await sandbox.operator.call(kybOperations.inviteApplicant, { body });
  const applicant = new JourneyApplicant(magicLink);
  await applicant.submits(legalName);
  const state = () => sandbox.operator.call(kybOperations.getInvite, { params: { id } });
  const becomes = async (status: string, missing: readonly string[]) => {
    await expect.poll(async () => (await state()).status, waitLimit).toBe(status);
    await expect.poll(async () => (await state()).missing, waitLimit).toEqual(missing);
  };
  /** What Bridge says of it from now on. */
  const stands = async (reply: object) => {
    const [link] = await sandbox.bridge.kycLinks(contactEmail);
    await sandbox.bridge.post(`/kyc_links/${link?.id}`, reply);
  };
  return { applicant, contactEmail, state, becomes, stands };
}

test("a business goes through Bridge's pages, brings there what is missing, is approved, and is paid", async () => {
  const { applicant, state, becomes, stands } = await applied("Bridged Widgets, Inc.");
  await becomes("under_review", ["terms", "identity_check"]);
  const pages = await applicant.sentTo();
  expect(pages).toHaveLength(2);
  for (const page of pages) {
    const back = await fetch(page);
    expect([back.status, new URL(back.url).pathname]).toEqual([200, "/k/back"]);
  }
  await becomes("under_review", []);
  await stands({ missing: { all_of: ["business_formation_document", "sanctions_screen"] } });
  await becomes("under_review", ["formation_document"]);
  expect(await applicant.sentTo()).toEqual([expect.stringContaining("/hosted/identity/")]);
  await stands({ kyc_status: "approved", missing: null });
  await becomes("approved", []);

  const { tenantId, partnerCustomerId } = await state();
  const params = { id: tenantId ?? "" };
  const { apiKey } = await sandbox.operator.call(tenantOperations.mintKey, { params });
  const tenant = sandbox.withKey(apiKey);
  const receiver = await WebhookReceiver.start();
  await sandbox.operator.call(webhookOperations.registerWebhook, { params, body: { url: receiver.url } });
  const invoiceId = await draft(tenant);
  const paid = await tenant.call(payOperations.payInvoice, { params: { id: invoiceId } });
  const traveller = { tenant, tenantId: params.id, customerId: partnerCustomerId ?? "", receiver, invoiceId };
  await using journey = new BridgeJourney(sandbox, traveller, paid);
  await journey.collected();
  await journey.delivered();
  expect(await journey.settlement()).toMatchObject({ txHash: expect.stringMatching(/^0x/) });
}, 180_000);

test("a rejection is told in the words that Bridge wrote for its customer, and in no others", async () => {
  const { applicant, contactEmail, becomes, stands } = await applied("Bridged Gadgets, Inc.");
  await becomes("under_review", ["terms", "identity_check"]);
  const reason = "We cannot verify this company.";
  const rejection_reasons = [{ reason, developer_reason: "Watchlist hit: do not tell." }];
  await stands({ kyc_status: "rejected", rejection_reasons });
  await becomes("rejected", []);
  const page = await applicant.read("status");
  expect(page).toContain(reason);
  expect(page).not.toContain("Watchlist");

  const other = await applied("Somebody Else, Inc.", contactEmail);
  await other.becomes("rejected", []);
  expect((await other.state()).rejectionReasons).toEqual([expect.stringContaining("address of your own")]);
}, 180_000);
