import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditOperations } from "../../functions/contract/console/audit.ts";
import { payOperations } from "../../functions/contract/invoicing/invoices.ts";
import { kybOperations } from "../../functions/contract/onboarding/kyb.ts";
import { vendorCallbackOperations } from "../../functions/contract/operations/vendor-callbacks.ts";
import { reviewOperations } from "../../functions/contract/review/review.ts";
import { tenantOperations } from "../../functions/contract/tenants/tenants.ts";
import { webhookOperations } from "../../functions/contract/webhooks/webhooks.ts";
import { JourneyApplicant } from "../support/journeys/applicant.ts";
import { BridgeJourney, BridgeSandbox, draft, waitLimit } from "../support/journeys/bridge.ts";
import { WebhookReceiver } from "../support/journeys/receiver.ts";

let sandbox: BridgeSandbox;

beforeAll(async () => {
  sandbox = await BridgeSandbox.start(["--two-person"]);
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

test("what an operator reports while Bridge cannot call waits for another one, and is then Bridge's own word", async () => {
  await using journey = await sandbox.journey();
  const { operator, secondOperator } = sandbox;
  const { railRef } = journey.said.payment;
  await sandbox.bridge.post("/knobs", { silent: true });

  async function reported(report: object): Promise<string> {
    const body = { railRef, ...report };
    const before = await journey.settlement();
    const { status, text } = await operator.ask(vendorCallbackOperations.receiveBridgeCallback, { body });
    expect(status, text).toBe(202);
    const params = { id: JSON.parse(text).approvalId };
    await operator.refused(reviewOperations.approveAction, "second_operator_required", { params });
    expect(await journey.settlement()).toEqual(before);
    const approval = await secondOperator.call(reviewOperations.approveAction, { params });
    expect(approval).toMatchObject({ status: "effective", subjectId: journey.id, change: { report: body } });
    return params.id;
  }

  await journey.collected();
  expect((await journey.settlement()).status).toBe("collecting");
  await reported({ state: "funds_received" });
  await journey.paidOut();
  await sandbox.bridge.step();
  await sandbox.bridge.step();
  expect((await journey.settlement()).status).toBe("settling");
  const [, payout] = await sandbox.bridge.transfers(journey.id);
  const txHash = payout?.receipt?.destination_tx_hash;
  const id = await reported({ state: "payment_processed", txHash });
  await journey.becomes("completed");
  expect(await journey.settlement()).toMatchObject({ txHash });
  const { data } = await operator.call(auditOperations.listAudit, { query: { subject: id } });
  expect(data.map(({ actor }) => actor).slice(-2)).toEqual(["operator:second-operator", "operator:first-operator"]);
  await sandbox.bridge.calm();
  await journey.ends({
    ...{ status: "completed", payment: "succeeded", review: null },
    events: ["settlement.settling", "settlement.completed"],
    bridge: ["hold payment_processed 100.00", "payout payment_processed 88.83"],
  });
}, 180_000);
