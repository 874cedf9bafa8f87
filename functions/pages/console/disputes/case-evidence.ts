import { html } from "hono/html";
import type { InspectedCase } from "../../../app/disputes/inspect.ts";
import { consoleDisputeActionOperations as forms } from "../../../contract/console/console-dispute-actions.ts";
import type { DisputeCase, Evidence } from "../../../domain/disputes/case.ts";
import { piecesMax } from "../../../domain/disputes/case-evidence.ts";
import { isLate } from "../../../domain/disputes/deadline.ts";
import type { EvidenceType } from "../../../domain/disputes/evidence-type.ts";
import { evidenceLabels } from "../../../domain/disputes/labels.ts";
import { isPreparing } from "../../../domain/disputes/transitions.ts";
import type { Html } from "../../kit/page.ts";
import { action, actionForm, formRow } from "../kit/action.ts";
import { link, section, table } from "../kit/components.ts";
import { fileTones, statusBadge } from "../kit/labels.ts";
import { badge, isolateText, moment } from "../kit/text.ts";
import { mayOpen, type View } from "../kit/view.ts";
import { evidenceOptions, fileLabels, originLabels } from "./labels.ts";

/** Characters of a text that the list of evidence shows. */
const glance = 160;

/** What a case asks for and what of it is there. */
export function checklistSection({ state, checklist }: InspectedCase): Html {
  const { required, oneOf, provided, missing, score, ready } = checklist;
  const has = (type: EvidenceType) => provided.includes(type);
  const mark = (isThere: boolean) => (isThere ? badge("provided", "good") : badge("missing", "bad"));
  const option = (type: EvidenceType) =>
    html`<li>${evidenceLabels(type)}${has(type) && html` <span class="soft">(provided)</span>`}</li>`;
  const groups = [
    ...required.map((type) => ({ name: "Required", what: evidenceLabels(type), isThere: has(type) })),
    ...oneOf.map((group) => ({
      name: "One of these",
      what: html`<ul class="plain">${group.map(option)}</ul>`,
      isThere: group.some(has),
    })),
  ];
  const left = `${missing.length} ${missing.length === 1 ? "is" : "are"} missing`;
  const text = ready ? "Everything that the network asks for is there." : `${score} % of it is there; ${left}.`;
  return section(
    "What it needs",
    isPreparing(state) && html`<p>${text}</p>`,
    table("What the network asks for", groups, "Nothing.", [
      ["Needed", ({ name }) => name],
      ["Evidence", ({ what }) => what],
      ["State", ({ isThere }) => mark(isThere)],
    ]),
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

function atAGlance(text: string): string {
  const lines = text.split("\n").map((each) => each.trim());
  const line = lines.filter((each) => each !== "").join(" · ");
  const letters = [...line];
  return letters.length > glance ? `${letters.slice(0, glance).join("")}…` : line;
}

function contentCell(view: View, state: DisputeCase, piece: Evidence, text: string | undefined): Html | string {
  const { id, type, filename, status, objectKey, origin, sha256 } = piece;
  const about = html`<span class="hidden"> ${evidenceLabels(type)}</span>`;
  const file = isolateText(filename ?? "a file");
  if (status === "provided") {
    const place = `disputes/cases/${state.id}/evidence/${id}`;
    const opens = mayOpen(view, place) && html` (${link(view, place, html`open${about}`)})`;
    return html`${text === undefined ? file : isolateText(atAGlance(text))}${opens}`;
  }
  const uploads = `disputes/cases/${state.id}/uploads/${id}`;
  const isFormed = status === "pending" && objectKey !== null && origin !== "service" && sha256 === null;
  if (isFormed && isPreparing(state) && mayOpen(view, uploads))
    return html`${file} ${link(view, uploads, html`choose and send it${about}`)}`;
  return status === "pending" ? html`${file} <span class="soft">has not come yet</span>` : file;
}

/** Whether a piece can be added: until it is submitted or its time is up. */
function takesEvidence(view: View, state: DisputeCase): boolean {
  return isPreparing(state) && !isLate(state, view.now) && state.evidence.length < piecesMax;
}

function addForms(view: View, state: DisputeCase): Html {
  const type = { label: "Which evidence", options: evidenceOptions(state) };
  const text = action(forms.addCaseText, {
    opens: "Add a text",
    submit: "Add the text",
    fields: { type, text: { label: "Text", type: "lines" } },
  });
  const file = action(forms.addCaseFile, {
    opens: "Add a file",
    before: "The file itself is chosen on the next page. It is checked for being what it claims.",
    submit: "Go on to choose the file",
    fields: { type, contentType: { label: "Kind of file", called: fileLabels } },
  });
  return formRow(actionForm(view, text, { id: state.id }), actionForm(view, file, { id: state.id }));
}

/** Every piece of evidence, with what is wrong with it and the way to it. */
export function evidenceSection(view: View, { state, texts }: InspectedCase): Html {
  return section(
    "Evidence",
    table("Evidence, oldest first", state.evidence, "There is none yet.", [
      ["Evidence", ({ type }) => html`<span class="words">${evidenceLabels(type)}</span>`],
      ["What", (piece) => contentCell(view, state, piece, texts.get(piece.id))],
      [
        "State",
        ({ status, problem }) => html`${statusBadge(fileTones, status)}${problem && html` ${isolateText(problem)}`}`,
      ],
      ["Size, SHA-256", sizeCell],
      ["Brought by", ({ origin, at }) => html`${originLabels[origin]}, ${moment(at)}`],
    ]),
    takesEvidence(view, state) && addForms(view, state),
  );
}
