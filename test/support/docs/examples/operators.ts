import { examples } from "../../../../functions/contract/examples.ts";
import { keepPasskey } from "../../access/kept-passkey.ts";
import { approveApplicant } from "../../onboarding/approved-applicant.ts";
import { feeSweep, letter } from "../../routes/crawled-records.ts";
import type { Rehearsal } from "./rehearsal.ts";

const one = "limit=1";

/** A tenant, its keys, its brand and what is taken of its settlements. */
export async function tenants(stage: Rehearsal): Promise<void> {
  const { id } = await stage.show("createTenant");
  const tenant = { params: { id } };
  await stage.show("getTenant", tenant);
  const { id: keyId } = await stage.show("mintKey", tenant);
  await stage.show("listKeys", { ...tenant, query: one });
  await stage.show("revokeKey", { params: { id, keyId } });
  await stage.show("orderCredit", tenant);
  await stage.show("putTenantBrand", tenant);
  await stage.show("getTenantBrand", tenant);
  await stage.show("removeTenantBrand", tenant);
  const reseller = { params: { isoRef: "northbank" } };
  await stage.show("putResellerBrand", reseller);
  await stage.show("getResellerBrand", reseller);
  await stage.show("removeResellerBrand", reseller);
  await stage.show("changeTenant", tenant);
  await stage.show("clearFrozenWallet", tenant);
  await stage.show("pinApiVersion", tenant);
  await stage.show("listTenants", { query: one });
  await stage.show("addFeeRule");
  await stage.show("listFeeRules", { query: one });
  await stage.show("setFlag");
  await stage.show("setFlag", { body: { key: "vendor.conversion.mock", enabled: true, note: "it is noon" } });
  await stage.show("listFlags", { query: one });
  await stage.show("listFlagHistory", { query: one });
}

/** A webhook endpoint and what is sent to it. */
export async function webhooks(stage: Rehearsal): Promise<void> {
  const { id } = stage.owner;
  const tenant = { params: { id } };
  const url = "http://127.0.0.1:9/sluice";
  const { id: webhookId } = await stage.show("registerWebhook", { ...tenant, body: { url } });
  const endpoint = { params: { id, webhookId } };
  await stage.show("listWebhooks", { ...tenant, query: one });
  await stage.show("getWebhook", endpoint);
  await stage.show("changeWebhook", { ...endpoint, body: { description: "our ledger" } });
  await stage.show("rotateWebhookSecret", endpoint);
  const { data } = await stage.show("listEvents", { query: one });
  await stage.show("getEvent", { params: { id: data[0].id } });
  await stage.show("testWebhook", endpoint);
  await stage.show("replayEvent", { params: { id: data[0].id } });
  const { id: replayId } = await stage.show("replayWebhook", endpoint);
  await stage.show("getReplay", { params: { id, webhookId, replayId } });
  const { data: deliveries } = await stage.show("listDeliveries", { query: one });
  await stage.show("getDelivery", { params: { id: deliveries[0].id } });
  await stage.show("redeliver", { params: { id: deliveries[0].id } });
  await stage.show("sweepWebhooks");
  await stage.show("deleteWebhook", endpoint);
}

/** What waits for people, and what two of them agree on. */
export async function review(stage: Rehearsal): Promise<void> {
  await stage.show("listReview", { query: one });
  const ofPayment = async (number: string) => {
    const { settlementId } = await stage.made("getPayment", { id: await stage.paid(number) });
    return { params: { id: String(settlementId).replace("stl_", "rev_") } };
  };
  const first = await ofPayment("2026-0020");
  await stage.show("getReview", first);
  await stage.show("actOnReview", { ...first, body: { action: "note", note: "the payer will call" } });
  const second = `${stage.operatorToken}-2`;
  for (const decide of ["approveAction", "rejectAction"]) {
    const item = await ofPayment(`2026-002-${decide}`);
    await stage.show("actOnReview", { ...item, body: { action: "fail", note: "given up" } });
    const { data } = await stage.show("listApprovals", { query: `${one}&status=pending` });
    await stage.show("getApproval", { params: { id: data[0].id } });
    await stage.show(decide, { params: { id: data[0].id }, bearer: second });
  }
}

/** What the ledger says, what is kept of every change, and where to look for something. */
export async function books(stage: Rehearsal): Promise<void> {
  const range = "from=2026-11-21&to=2026-11-22";
  await stage.show("reconcile", { query: range });
  await stage.show("reconcile", { query: `${range}&format=csv` });
  await stage.show("getTrialBalance");
  await stage.late("getTrialBalance");
  const { export: order } = await stage.late("reconcile", { query: range });
  await stage.show("getExport", { params: { id: order.id } });
  await feeSweep(stage);
  const { data: sweeps } = await stage.show("listFeeSweeps", { query: one });
  await stage.show("getFeeSweep", { params: { id: sweeps[0].id } });
  await stage.show("search", { query: `q=${stage.owner.invoiceId}` });
  await letter(stage);
  const { data: letters } = await stage.show("listMail", { query: one });
  await stage.show("getMail", { params: { id: letters[0].id } });
}

/** Businesses that ask for access, and that are invited to have themselves verified. */
export async function applicants(stage: Rehearsal): Promise<void> {
  const asked = async (contactEmail: string) => {
    const body = { ...(examples.requestAccess?.request as object), contactEmail };
    const { requestId } = await stage.show("requestAccess", { body });
    return { params: { id: requestId } };
  };
  const first = await asked("ada@acme.example");
  await stage.show("listSignups", { query: one });
  await stage.show("getSignup", first);
  await stage.show("declineSignup", first);
  await stage.show("acceptSignup", { ...(await asked("bea@acme.example")), body: { slug: "acme-two" } });
  const { id } = await stage.show("inviteApplicant");
  const invite = { params: { id } };
  await stage.show("getInvite", invite);
  await stage.show("resendInvite", invite);
  await stage.show("listInvites", { query: one });
  await stage.show("revokeInvite", invite);
}

/** What is stored about people, found, exported and erased. */
export async function privacy(stage: Rehearsal): Promise<void> {
  const asked = async (contactEmail: string) => {
    const body = { ...(examples.requestAccess?.request as object), contactEmail };
    return (await stage.show("requestAccess", { body })).requestId as string;
  };
  const erase = (subject: string) =>
    stage.show("requestErasure", { body: { ...(examples.requestErasure?.request as object), subject } });
  await stage.show("findSubjects", { body: { email: "ada@acme.example" } });
  for (const subject of [await asked("cleo@acme.example"), await asked("dora@acme.example")]) {
    await stage.show("exportSubject", { body: { subject } });
    await erase(subject);
  }
  // A verified business's request waits, and may be taken back.
  const accept = { params: { id: await asked("emil@acme.example") }, body: { slug: "acme-three" } };
  const { invite } = await stage.show("acceptSignup", accept);
  await approveApplicant(stage.aws.store, invite.id);
  const scheduled = { params: { id: (await erase(invite.id)).id } };
  await stage.show("getErasure", scheduled);
  await stage.show("withdrawErasure", scheduled);
  await stage.show("listErasures", { query: one });
}

/** What a sandbox alone has, and the operators' way in. */
export async function stageItself(stage: Rehearsal): Promise<void> {
  await stage.show("getOperatorDocs");
  for (const product of ["", "screening."]) {
    await stage.show(`${product}listAudit`, { query: one });
    await stage.show(`${product}mintConsoleLink`);
    await stage.show(`${product}readClock`);
    await stage.show(`${product}advanceClock`);
  }
  for (const format of ["json", "csv", "beancount"])
    await stage.show("getDailyClose", { query: `date=2026-11-21&format=${format}` });
  await stage.late("getDailyClose", {
    query: `date=2026-11-21&format=beancount&opening=false&tenantId=${stage.owner.id}`,
  });
  for (const product of ["", "screening."]) {
    const anna = { params: { name: "anna" } };
    await stage.show(`${product}setOperatorRole`, anna);
    await stage.show(`${product}listOperators`);
    await stage.show(`${product}getOperator`, anna);
    await stage.show(`${product}endOperatorSessions`, { params: { name: "anna" } });
    await stage.show(`${product}endAllSessions`);
  }
  for (const [product, name] of [
    ["", "anna"],
    ["screening.", "berta"],
  ] as const) {
    await keepPasskey(stage.aws.store, name);
    await stage.show(`${product}removeOperatorPasskeys`, { params: { name } });
  }
}
