import { createHash, randomUUID } from "node:crypto";
import type * as z from "zod";
import { alertIngestOperations, type alertOperations } from "../../../functions/contract/disputes/alerts.ts";
import { caseEvidenceOperations, caseOperations } from "../../../functions/contract/disputes/cases.ts";
import { eventOperations } from "../../../functions/contract/webhooks/events.ts";
import type { EventName } from "../../../functions/domain/core/event.ts";
import type { PaidView } from "../../../functions/domain/settlement/view.ts";
import { TestTenant } from "./journey.ts";

const { ingestAlert } = alertIngestOperations;
const { createCase } = caseOperations;
const { attachEvidence, getChecklist } = caseEvidenceOperations;

export type Alert = z.output<typeof alertOperations.getAlert.reply.schema>;
type Reported = Readonly<Record<string, unknown>>;

/** An alert that nothing is wrong with. */
export function alertReport(more: Reported = {}): Reported {
  return { externalId: `ext-${randomUUID()}`, kind: "dispute", amountCents: 12_500, ...more };
}

/** An alert about a payment. */
export function about({ payment }: PaidView, more: Reported = {}): Reported {
  return alertReport({ paymentId: payment.id, amountCents: payment.amountCents, network: "visa", ...more });
}

/** Brings an alert; one that is new. */
export function ingest(tenant: TestTenant, body: Reported, source = "network"): Promise<Alert> {
  return tenant.call(ingestAlert, { body, query: { source } });
}

/** A tenant with a payment that is settled. */
export async function paidTenant(cents = 12_500): Promise<{ tenant: TestTenant; paid: PaidView }> {
  const tenant = await TestTenant.create();
  const paid = await tenant.payNew(cents);
  await tenant.reaches(paid.settlement.id, "completed");
  return { tenant, paid };
}

/** The events about a subject, in their order. */
export async function eventNamesAbout(tenant: TestTenant, id: string): Promise<EventName[]> {
  const { data } = await tenant.call(eventOperations.listEvents, { query: { limit: 100 } });
  return data
    .filter(({ data: facts }) => facts.alertId === id || facts.caseId === id)
    .map(({ event }) => event)
    .toReversed() as EventName[];
}

/** Announces a file, puts it where it is to go, and gives its piece. */
export async function upload(tenant: TestTenant, id: string, type: string, bytes: Buffer, wrong: Reported = {}) {
  const piece = await tenant.call(attachEvidence, {
    params: { id },
    body: {
      ...{ type, filename: "proof.txt", contentType: "text/plain", sizeBytes: bytes.byteLength },
      ...{ sha256: createHash("sha256").update(bytes).digest("hex"), ...wrong },
    },
  });
  const put = await fetch(piece.uploadUrl ?? "", {
    ...{ method: "PUT", body: new Uint8Array(bytes), headers: piece.uploadHeaders ?? {} },
  });
  return { piece, put };
}

/** Provides a text for all that the checklist misses. */
export async function provideAll(tenant: TestTenant, id: string): Promise<void> {
  const { missing } = await tenant.call(getChecklist, { params: { id } });
  for (const each of missing) {
    const type = Array.isArray(each) ? each[0] : each;
    await tenant.call(attachEvidence, { params: { id }, body: { type, text: `what we know: ${type}` } });
  }
}

/** Opens a case; its id. */
export async function openCase(tenant: TestTenant, body: Reported) {
  const { id } = await tenant.call(createCase, { body });
  return id;
}
