import { html } from "hono/html";
import { evidenceLink } from "../../../app/disputes/case-evidence.ts";
import { awaitedFile } from "../../../app/disputes/inspect.ts";
import { packetLink } from "../../../app/disputes/submit-case.ts";
import { type FileType, fileBytesMax } from "../../../domain/core/file-type.ts";
import { evidenceLabels } from "../../../domain/disputes/labels.ts";
import type { Answer } from "../../../http/operation-types.ts";
import { settings } from "../../../wiring/core/env.ts";
import { section, trail } from "../kit/components.ts";
import { code, moment } from "../kit/text.ts";
import { type Content, elsewhere, href, seeOther, type View } from "../kit/view.ts";
import type { DisputeContext } from "./context.ts";
import { fileLabels } from "./labels.ts";

function casePlace(id: string): string {
  return `disputes/cases/${id}`;
}

/** Where the store sends a browser once a case's file is there. */
export function uploadedUrl(caseId: string): string {
  return `${settings.CONSOLE_URL}/${casePlace(caseId)}/uploaded`;
}

/** Sends the browser to a piece of evidence in the store. */
export async function evidenceFile(
  context: DisputeContext,
  { id, evidenceId }: { readonly id: string; readonly evidenceId: string },
): Promise<Answer<string>> {
  return elsewhere((await evidenceLink(context, { tenantId: null, caseId: id }, evidenceId)).url);
}

/** Sends the browser to a case's packet; to the case while it is being made. */
export async function packetFile(context: DisputeContext, view: View, caseId: string): Promise<Answer<string>> {
  const link = await packetLink(context, { tenantId: null, caseId });
  return link ? elsewhere(link.url) : seeOther(view, casePlace(caseId), { done: "packet-ordered" });
}

/** Where an announced file is chosen and sent to the store, by a form of the store's own; to the case where it has come. */
export async function uploadPage(
  context: DisputeContext,
  view: View,
  { id, evidenceId }: { readonly id: string; readonly evidenceId: string },
): Promise<Content | Answer<string>> {
  const awaited = await awaitedFile(context, id, evidenceId, uploadedUrl(id));
  if (!awaited) return seeOther(view, casePlace(id), { done: "file-looked-at" });
  const { piece, form } = awaited;
  const contentType = piece.contentType as FileType;
  const title = `Send a file: ${evidenceLabels(piece.type)}`;
  const hidden = Object.entries(form.fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  const megabytes = fileBytesMax / 1024 / 1024;
  return {
    title,
    formsTo: new URL(form.url).origin,
    main: html`${trail(view, [
      ["disputes/cases", "Dispute cases"],
      [casePlace(id), "The case"],
    ])}<h1>${title}</h1>
${section(
  "The file",
  html`<form method="post" action="${form.url}" enctype="multipart/form-data">${hidden}
<div class="field"><label for="file">${fileLabels[contentType]}</label>
<p class="hint" id="file-hint">At most ${String(megabytes)} MB. It goes to the evidence store, within 15 minutes of this page.</p>
<input type="file" id="file" name="file" required accept="${contentType}" aria-describedby="file-hint"></div>
<button class="main">Send the file</button></form>`,
)}
<p><a href="${href(view, casePlace(id))}">Back to the case</a> <span class="soft">${code(piece.id)}, announced ${moment(piece.at)}</span></p>`,
  };
}

/** What the store sends a browser to. It needs no session: a browser may keep its cookie from what another site sent it to, but not from what this page does. */
export function uploadedPage(view: View, caseId: string): Content {
  const place = href(view, casePlace(caseId), { done: "file-looked-at" });
  return {
    title: "The file is sent",
    main: html`<h1>The file is sent</h1><p><a class="button" href="${place}">Go on to the case</a></p>`,
  };
}
