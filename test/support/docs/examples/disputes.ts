import { createHash } from "node:crypto";
import type { Rehearsal } from "./rehearsal.ts";

const one = "limit=1";

/** Alerts, and the cases that come of them. */
export async function disputes(stage: Rehearsal): Promise<void> {
  const { id } = await stage.show("ingestAlert");
  await stage.show("ingestAlert");
  await stage.show("listAlertQueue", { query: one });
  await stage.show("getAlert", { params: { id } });
  await stage.show("matchAlert", {
    params: { id },
    body: { paymentId: stage.owner.paymentId, note: "the payer called" },
  });
  const another = async (externalId: string) => {
    const body = { externalId, kind: "dispute", amountCents: 99_000, currency: "USD", network: "visa" };
    return { params: { id: (await stage.show("ingestAlert", { body })).id } };
  };
  await stage.show("resolveAlert", await another("A-1002"));
  await stage.show("dismissAlert", await another("A-1003"));
  await stage.show("listAlerts", { query: one });
  await stage.show("replaceDisputeRules");
  await stage.show("readDisputeRules");
  await stage.show("dryRunDisputeRules");
  await stage.show("getRatios");
}

/** Cases, from their evidence to their outcome. */
export async function cases(stage: Rehearsal): Promise<void> {
  const about = { stage: "chargeback", network: "visa", reasonCode: "13.1", amountCents: 125_000 };
  const opened = async () => ({ params: { id: (await stage.show("createCase", { body: about })).id } });
  const dispute = await opened();
  await stage.show("gatherEvidence", dispute);
  await stage.show("getChecklist", dispute);
  const bytes = Buffer.from("%PDF-1.4\n%%EOF\n");
  const file = { type: "shipping_documentation", filename: "delivery-note.pdf", contentType: "application/pdf" };
  const body = { ...file, sizeBytes: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") };
  const piece = await stage.show("attachEvidence", { ...dispute, body });
  const headers = { "content-type": file.contentType };
  await fetch(piece.uploadUrl, { method: "PUT", body: bytes, headers: { ...headers, ...piece.uploadHeaders } });
  await stage.show("getCase", dispute);
  for (const type of ["shipping_documentation", "customer_communication", "product_description", "receipt"])
    await stage.show("attachEvidence", { ...dispute, body: { type, text: "Signed for on 18 November by A. Müller." } });
  await stage.show("submitCase", dispute);
  await stage.show("getPacket", dispute);
  await stage.show("getEvidenceUrl", { params: { ...dispute.params, evidenceId: piece.evidence?.id ?? piece.id } });
  await stage.show("recordOutcome", dispute);
  const accepted = await opened();
  await stage.show("acceptCase", accepted);
  await stage.show("escalateCase", accepted);
  await stage.show("withdrawCase", await opened());
  await stage.show("listCases", { query: one });
}
