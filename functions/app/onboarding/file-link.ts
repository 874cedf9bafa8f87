import { Refusal } from "../../domain/core/refusal.ts";
import type { DocumentType } from "../../domain/onboarding/enums.ts";
import type { Context } from "../core/context.ts";
import { recordAction } from "../core/record-action.ts";
import type { EvidenceStore } from "../disputes/ports.ts";
import { loadKyb } from "./reads.ts";

/** A link to an applicant's document is good for so many seconds: it opens somebody's papers for whoever has it. */
const linkSeconds = 120;

const endings: Readonly<Record<DocumentType, string>> = {
  "application/pdf": "pdf",
  "image/png": "png",
  "image/jpeg": "jpg",
};

/** A link under which a document of an application's can be fetched for two minutes; who asked for it is written down first. Refuses what has not come, or was not what it claims to be. */
export async function applicantFileLink(
  context: Context & { readonly files: Pick<EvidenceStore, "link"> },
  kybId: string,
  fileId: string,
): Promise<string> {
  const { state } = await loadKyb(context, kybId);
  const file = state.files.find(({ id }) => id === fileId);
  if (file?.status !== "provided") throw new Refusal("not_found", "no such document");
  const { objectKey, kind, contentType } = file;
  const detail = { fileId, kind };
  await recordAction(context, {
    ...{ tenantId: state.tenantId ?? undefined, subject: kybId, detail },
    reason: `opened ${kind} ${fileId}`,
  });
  return context.files.link(objectKey, `${kind}-${fileId}.${endings[contentType]}`, linkSeconds, contentType);
}
