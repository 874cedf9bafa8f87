import { html } from "hono/html";
import type { InspectedCase } from "../../../app/disputes/inspect-case.ts";
import { fileTypes } from "../../../domain/core/file-type.ts";
import type { DisputeCase, Evidence } from "../../../domain/disputes/case.ts";
import { piecesMax, textMax } from "../../../domain/disputes/case-evidence.ts";
import { isLate } from "../../../domain/disputes/deadline.ts";
import type { EvidenceType } from "../../../domain/disputes/evidence-type.ts";
import { evidenceWords } from "../../../domain/disputes/labels.ts";
import { isPreparing } from "../../../domain/disputes/transitions.ts";
import type { Html } from "../../kit/page.ts";
import { badge, moment, section, table } from "../kit/components.ts";
import { type Field, type Form, folded } from "../kit/form.ts";
import { href, type View } from "../kit/view.ts";
import { evidenceOptions, fileWords, originWords, pieceTones } from "./evidence-labels.ts";

/** Characters of a text that the list of evidence shows. */
const glance = 160;

/** What a case asks for and what of it is there. */
export function checklistSection({ state, checklist }: InspectedCase): Html {
  const { required, oneOf, provided, missing, score, ready } = checklist;
  const has = (type: EvidenceType) => provided.includes(type);
  const mark = (isThere: boolean) => (isThere ? badge("provided", "good") : badge("missing", "bad"));
  const rows = [
    ...required.map((type) => ["Required", evidenceWords(type), mark(has(type))]),
    ...oneOf.map((group) => [
      "One of these",
      html`<ul class="plain">${group.map((type) => html`<li>${evidenceWords(type)}${has(type) && html` <span class="soft">(provided)</span>`}</li>`)}</ul>`,
      mark(group.some(has)),
    ]),
  ];
  const columns = ["Needed", "Evidence", "State"].map((head) => ({ head }));
  const left = `${missing.length} ${missing.length === 1 ? "is" : "are"} missing`;
  const words = ready
    ? "Everything that the network asks for is there."
    : `${score} % of it is there; ${left}.`;
  return section(
    "What it needs",
    isPreparing(state) && html`<p>${words}</p>`,
    table("What the network asks for", columns, rows, "Nothing."),
  );
}

function sizeWords(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  const kilobytes = bytes / 1024;
  return kilobytes < 1024 ? `${kilobytes.toFixed(1)} KB` : `${(kilobytes / 1024).toFixed(1)} MB`;
}

/** A piece's size and the beginning of its hash, which are taken when a form's file is what it claims. */
function sizeCell({ sizeBytes, sha256 }: Evidence): Html | string {
  if (sizeBytes === 0 && sha256 === null) return "–";
  const hash = sha256 !== null && html` <code class="n" title="${sha256}">${sha256.slice(0, 12)}</code>`;
  return html`<span class="n">${sizeWords(sizeBytes)}</span>${hash}`;
}

/** A text's beginning in one line. */
function atAGlance(text: string): string {
  const line = text.trim().replaceAll(/\s*\n\s*/g, " · ");
  const letters = [...line];
  return letters.length > glance ? `${letters.slice(0, glance).join("")}…` : line;
}

function contentCell(
  view: View,
  state: DisputeCase,
  piece: Evidence,
  text: string | undefined,
): Html | string {
  const { id, type, filename, status, objectKey, origin, sha256 } = piece;
  const about = html`<span class="hidden"> ${evidenceWords(type)}</span>`;
  const file = html`<span dir="auto">${filename ?? "a file"}</span>`;
  if (status === "provided") {
    const link = html`<a href="${href(view, `disputes/cases/${state.id}/evidence/${id}`)}">open${about}</a>`;
    return html`${text === undefined ? file : html`<span dir="auto">${atAGlance(text)}</span>`} (${link})`;
  }
  const isFormed = status === "pending" && objectKey !== null && origin !== "service" && sha256 === null;
  if (isFormed && isPreparing(state))
    return html`${file} <a href="${href(view, `disputes/cases/${state.id}/uploads/${id}`)}">choose and send it${about}</a>`;
  return status === "pending" ? html`${file} <span class="soft">has not come yet</span>` : file;
}

/** Every piece of evidence, with what is wrong with it and the way to it. */
export function evidenceSection(view: View, { state, texts }: InspectedCase): Html {
  const rows = state.evidence.map((piece) => [
    html`<span class="words">${evidenceWords(piece.type)}</span>`,
    contentCell(view, state, piece, texts.get(piece.id)),
    html`${badge(piece.status, pieceTones[piece.status])}${piece.problem && html` <span dir="auto">${piece.problem}</span>`}`,
    sizeCell(piece),
    html`${originWords[piece.origin]}, ${moment(piece.at)}`,
  ]);
  const columns = [
    { head: "Evidence" },
    { head: "What" },
    { head: "State" },
    { head: "Size, SHA-256" },
    { head: "Brought by" },
  ];
  return section(
    "Evidence",
    table("Evidence, oldest first", columns, rows, "There is none yet."),
    takesEvidence(view, state) && html`<div class="doings">${addForms(view, state)}</div>`,
  );
}

/** Whether a piece can be added: until it is submitted or its time is up. */
function takesEvidence(view: View, state: DisputeCase): boolean {
  return isPreparing(state) && !isLate(state, view.now) && state.evidence.length < piecesMax;
}

function addForms(view: View, state: DisputeCase): Html {
  const to = `disputes/cases/${state.id}`;
  const type: Field = { name: "type", label: "Which evidence", options: evidenceOptions(state) };
  const text: Form = {
    ...{ operation: "addCaseText", to: `${to}/texts`, submit: "Add the text" },
    fields: [type, { name: "text", label: "Text", type: "lines", maxLength: textMax }],
  };
  const contentType: Field = {
    name: "contentType",
    label: "Kind of file",
    options: fileTypes.map((each) => [each, fileWords[each]] as const),
  };
  const file: Form = {
    ...{ operation: "addCaseFile", to: `${to}/uploads`, submit: "Go on to choose the file" },
    fields: [type, contentType],
  };
  return html`${folded(view, "Add a text", text)}${folded(view, "Add a file", file, "The file itself is chosen on the next page. It is checked for being what it claims.")}`;
}
