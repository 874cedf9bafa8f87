import type { ViewContext } from "../../app/core/embed-records.ts";
import { type AttachedEvidence, attachFile, attachText, evidenceLink } from "../../app/disputes/case-evidence.ts";
import type { EvidenceContext } from "../../app/disputes/case-files.ts";
import type { NamedCase } from "../../app/disputes/change-case.ts";
import { packetLink, readChecklist, submitToNetwork } from "../../app/disputes/submit-case.ts";
import type { caseEvidenceOperations } from "../../contract/disputes/cases.ts";
import { viewEvidence } from "../../domain/disputes/case-view.ts";
import type { Checklist } from "../../domain/disputes/checklist.ts";
import type { Operation } from "../../http/operation.ts";
import type { Call, Handlers } from "../../http/operation-types.ts";
import { expandedCase, lookedCase, namedCase } from "./case-reply.ts";

/** Seconds after which a packet is worth another look. */
const packetSeconds = "5";

type NewEvidence = Call<typeof caseEvidenceOperations.attachEvidence>["body"];

async function attach(context: EvidenceContext, named: NamedCase, body: NewEvidence): Promise<AttachedEvidence> {
  const { type, text, filename, contentType, sizeBytes, sha256 } = body;
  if (text !== undefined) return { piece: await attachText(context, named, { type, text }), upload: null };
  if (filename === undefined || contentType === undefined || sizeBytes === undefined || sha256 === undefined)
    throw new Error("the contract lets in texts and whole files alone");
  return attachFile(context, named, { type, filename, contentType, sizeBytes, sha256 });
}

function attachedBody({ piece, upload }: AttachedEvidence, text: string | undefined) {
  const texts = new Map(text === undefined ? [] : [[piece.id, text]]);
  return {
    ...viewEvidence(piece, texts),
    objectKey: piece.objectKey,
    uploadUrl: upload?.url ?? null,
    uploadHeaders: upload ? { ...upload.headers } : null,
    expiresAt: upload?.expiresAt ?? null,
  };
}

function checklistBody({ required, oneOf, provided, missing, score, ready }: Checklist) {
  return {
    ...{ required: [...required], provided: [...provided], score, ready },
    oneOf: oneOf.map((group) => [...group]),
    missing: missing.map((each) => (typeof each === "string" ? each : [...each])),
  };
}

/** What the routes of a case's evidence do, at whatever context a call comes to. */
export function caseEvidenceCalls(
  contextOf: (call: Call<Operation>) => EvidenceContext & ViewContext,
): Handlers<typeof caseEvidenceOperations> {
  return {
    getCase: async (call) => ({ body: await expandedCase(contextOf(call), call, namedCase(call)) }),
    getChecklist: async (call) => ({ body: checklistBody(await readChecklist(contextOf(call), namedCase(call))) }),
    attachEvidence: async (call) => {
      const made = await attach(contextOf(call), namedCase(call), call.body);
      return { body: attachedBody(made, call.body.text) };
    },
    submitCase: async (call) => {
      const context = contextOf(call);
      await submitToNetwork(context, namedCase(call), call.body);
      return { body: await lookedCase(context, namedCase(call)) };
    },
    getPacket: async (call) => {
      const link = await packetLink(contextOf(call), namedCase(call));
      if (!link) return { body: { status: "building" as const }, headers: { "retry-after": packetSeconds } };
      const plain = "text/plain; charset=utf-8";
      return { status: 302, contentType: plain, body: "", headers: { location: link.url } };
    },
    getEvidenceUrl: async (call) => {
      const { url, expiresAt } = await evidenceLink(contextOf(call), namedCase(call), call.params.evidenceId);
      return { body: { url, expiresAt } };
    },
  };
}
