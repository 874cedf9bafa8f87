import { examples } from "../../../../functions/contract/examples.ts";
import { invocation } from "../../runner/lambdas.ts";
import { vendorHeaders } from "../../settlement/vendor-credential.ts";
import type { Rehearsal } from "./rehearsal.ts";

const one = "limit=1";

/** What anybody may ask without a key. */
export async function inPublic(stage: Rehearsal): Promise<void> {
  await stage.show("getHealth");
  await stage.show("getApiDocs");
  await stage.show("getOpenApi");
  await stage.show("getCapabilities");
  await stage.show("getOverview");
}

/** A customer and what it is invoiced. */
export async function invoices(stage: Rehearsal): Promise<void> {
  const { id: customerId } = await stage.show("createCustomer");
  const customer = { params: { id: customerId } };
  await stage.show("getCustomer", customer);
  await stage.show("changeCustomer", customer);
  await stage.show("createCustomer");
  await stage.show("listCustomers", { query: one });
  const { id } = await stage.show("createInvoice");
  const invoice = { params: { id } };
  await stage.show("changeInvoice", invoice);
  await stage.show("sendInvoice", invoice);
  await stage.show("renewInvoiceLink", { ...invoice, body: {} });
  await stage.show("getInvoice", invoice);
  // Fonts lie beside a bundle alone: every document of ours begins alike.
  for (const made of ["getInvoicePdf", "getCreditNotePdf"]) stage.keep(made, "200 application/pdf", "%PDF-1.3\n");
  const note = await stage.show("createCreditNote", invoice);
  await stage.show("listCreditNotes", { ...invoice, query: one });
  await stage.show("getCreditNote", { params: { id: note.id } });
  await stage.show("voidInvoice", { params: { id: await invoiceNumbered(stage, "2026-0002") } });
  await stage.show("listInvoices", { query: one });
}

async function invoiceNumbered(stage: Rehearsal, number: string, bearer = stage.owner.apiKey): Promise<string> {
  const lineItems = [{ description: "Consulting", unitCents: 125_000, quantity: 1 }];
  const body = { number, customerId: "Müller & Söhne", lineItems };
  const { id } = await stage.show("createInvoice", { body, bearer });
  return id;
}

/** A payment by debit, one that is given up, and one that is given back. */
export async function payments(stage: Rehearsal): Promise<void> {
  const first = { id: await invoiceNumbered(stage, "2026-0010") };
  const { payment, settlement } = await stage.show("payInvoice", { params: first });
  await stage.show("getPayment", { params: { id: payment.id } });
  await stage.show("getSettlement", { params: { id: settlement.id } });
  const second = { id: await invoiceNumbered(stage, "2026-0011") };
  const push = { amountCents: 125_000, source: { type: "ach_push" } };
  const { payment: open } = await stage.show("payInvoice", { params: second, body: push });
  await stage.show("cancelPayment", { params: { id: open.id } });
  await stage.show("listPayments", { query: one });
  await stage.show("listSettlements", { query: one });
  await heldAndGivenBack(stage);
}

/** What the task of the settlement's machine does. */
/** Runs a step of a settlement by its Lambda. */
export async function step(name: "screen" | "convert" | "disburse", settlement: { id: string; tenantId: string }) {
  const machine = await import("../../../../functions/steps/settlement.ts");
  const task = { settlementId: settlement.id, tenantId: settlement.tenantId, token: "task-token" };
  await machine[name](task, invocation);
}

/** A payment that cannot be converted goes back to its payer. */
async function heldAndGivenBack(stage: Rehearsal): Promise<void> {
  const body = { slug: "held", name: "Held Inc.", contactEmail: "held@acme.example", partnerCustomerId: "cust_2" };
  const tenant = { ...body, destChain: "base", destWallet: "0xFAILCONVERT" };
  const { id } = JSON.parse((await stage.call("createTenant", stage.operatorToken, {}, tenant)).text);
  const { apiKey } = JSON.parse((await stage.call("mintKey", stage.operatorToken, { id }, {})).text);
  const invoiceId = await invoiceNumbered(stage, "2026-0012", apiKey);
  const { payment, settlement } = await stage.show("payInvoice", {
    params: { id: invoiceId },
    body: {},
    bearer: apiKey,
  });
  await step("screen", settlement);
  await step("convert", settlement);
  await stage.show("refundPayment", { params: { id: payment.id }, bearer: apiKey });
}

/** A payment that was delivered, of which a part was kept back. */
export async function reserves(stage: Rehearsal): Promise<void> {
  const { id: tenantId } = stage.owner;
  const rule = { tenantId, bps: 250, fixedCents: 30, reserveBps: 500, reserveDays: 90 };
  await stage.show("addFeeRule", { body: rule });
  for (const number of ["2026-0030", "2026-0031"]) {
    const id = await invoiceNumbered(stage, number);
    const { payment, settlement } = await stage.show("payInvoice", { params: { id }, body: { amountCents: 125_000 } });
    for (const name of ["screen", "convert", "disburse"] as const) await step(name, settlement);
    await stage.show("receiveMockCallback", { body: { railRef: payment.railRef, state: "payment_processed" } });
  }
  await stage.show("listReserves", { query: one });
  const { data } = await stage.show("listAllReserves", { query: "limit=2" });
  await stage.show("forecastReserves");
  await stage.show("holdReserve", { params: { id: data[0].id } });
  await stage.show("releaseReserve", { params: { id: data[0].id } });
}

/** The operators' side of settlements and of what is kept back of them. */
export async function settlements(stage: Rehearsal): Promise<void> {
  const { settlementId: id } = stage.owner;
  await stage.show("listAllSettlements", { query: one });
  await stage.show("inspectSettlement", { params: { id } });
  await stage.show("getSettlementHistory", { params: { id }, query: one });
  for (const callback of ["receiveBridgeCallback", "receiveHifiCallback"]) {
    // About a customer: what a payment's says is in the mock rail's example.
    const body = { ...(examples[callback]?.request as object), event_category: "customer" };
    await stage.show(callback, { body, headers: await vendorHeaders(callback, JSON.stringify(body)) });
  }
}

/** An escrow that is funded, decided about and released, and one of each other end. */
export async function escrows(stage: Rehearsal): Promise<void> {
  const approvers = [{ approverRef: "anna", email: "anna@acme.example" }];
  const { id, milestones } = await stage.show("createEscrow");
  const escrow = { params: { id } };
  await stage.show("correctEscrow", escrow);
  await stage.show("recordApproval", escrow);
  await stage.show("withdrawApproval", { params: { id, approverRef: "anna" } });
  await stage.show("fundEscrow", { ...escrow, body: { amountCents: 500_000 } });
  await stage.show("getEscrowConditions", escrow);
  await stage.show("getEscrow", escrow);
  for (const approverRef of ["anna", "bert"])
    await stage.show("recordApproval", { ...escrow, body: { approverRef, decision: "approve" } });
  const ofMilestone = (milestoneId: string) => ({ params: { id, milestoneId } });
  await stage.show("completeMilestone", ofMilestone(milestones[0].id));
  await stage.show("cancelMilestone", ofMilestone(milestones[1].id));
  await stage.show("inspectEscrow", escrow);
  await stage.show("releaseEscrow", escrow);
  const made = async (reference: string, change: object = {}) => {
    const body = { reference, amountCents: 125_000, payoutAddress: "0x52908400098527886E0F7030069857D2E4169EE7" };
    return (await stage.show("createEscrow", { body: { ...body, ...change } })).id;
  };
  const byLink = { releaseRule: "dual_approval", requiredApprovals: 1, approvers };
  const linked = await made("deal-2026-18", byLink);
  await stage.show("sendApproverLink", { params: { id: linked, approverRef: "anna" } });
  await stage.show("refundEscrow", { params: { id: await made("deal-2026-19") } });
  await stage.show("expireEscrow", { params: { id: await made("deal-2026-20") } });
  await stage.show("listEscrows", { query: one });
  await stage.show("listAllEscrows", { query: one });
}
