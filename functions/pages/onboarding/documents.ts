import { html } from "hono/html";
import type { UploadForm } from "../../app/disputes/ports.ts";
import { filesFor, isSubmitted, openDocuments, type RequestedDocument } from "../../domain/onboarding/documents.ts";
import { documentBytesMax, documentTypes } from "../../domain/onboarding/enums.ts";
import type { KybFile } from "../../domain/onboarding/kyb.ts";
import { adjacentStep } from "../../domain/onboarding/wizard.ts";
import { peopleForm } from "../kit/form.ts";
import { fileProblemMessages } from "../kit/messages/file-problems.ts";
import type { Html } from "../kit/page.ts";
import {
  carryOver,
  kitOf,
  messagesOf,
  type Notice,
  placeOf,
  type Wizard,
  type WizardPage,
  wizardForm,
} from "./view.ts";

/** What a document is called, with whose it is. */
export function documentTitle(wizard: Wizard, { kind, personId }: RequestedDocument): string {
  const { documents } = messagesOf(wizard);
  const { title } = documents.kinds[kind];
  const person = wizard.state.answers.people.find(({ id }) => id === personId);
  return person ? documents.of(title, person.fullName) : title;
}

const tones = { pending: "calm", provided: "good", rejected: "bad" } as const;

/** What has become of a file that was just sent. */
export function fileNotice(wizard: Pick<Wizard, "locale">, file: KybFile): Notice {
  const { documents } = messagesOf(wizard);
  if (file.status === "provided") return { tone: "good", text: documents.received };
  if (file.status === "pending") return { tone: "warn", text: documents.waiting };
  const why = fileProblemMessages[wizard.locale](file.problem ?? "");
  return { tone: "bad", text: documents.refused(why) };
}

function fileRow(wizard: Wizard, file: KybFile, title: string): Html {
  const { documents, remove } = messagesOf(wizard);
  const { id, status, contentType, problem } = file;
  const about = html`<span class="hidden"> ${title}</span>`;
  const why = status === "rejected" && fileProblemMessages[wizard.locale](problem ?? "");
  return html`<div><div class="row apart"><span><span class="badge ${tones[status]}">${documents.status[status]}</span> <span class="soft">${documents.types[contentType]}</span></span>
<span class="acts">${status === "pending" && html`<a href="${placeOf(wizard, `documents/${id}`)}">${documents.upload}${about}</a>`}${!isSubmitted(wizard.state, file) && html`<a href="${placeOf(wizard, `documents/${id}/remove`)}">${remove}${about}</a>`}</span></div>
${why && html`<p class="soft">${why}.</p>`}</div>`;
}

function keyOf({ kind, personId }: RequestedDocument): string {
  return personId === null ? kind : `${kind}-${personId}`;
}

function documentCard(wizard: Wizard, input: RequestedDocument, error: string | undefined): Html {
  const { documents } = messagesOf(wizard);
  const { kind, personId } = input;
  const files = filesFor(wizard.state, input);
  const title = documentTitle(wizard, input);
  const isHere = files.some(({ status }) => status === "provided");
  const options = documentTypes.map((value) => ({ value, label: documents.types[value] }));
  const form = peopleForm(kitOf(wizard), {
    ...{ ...carryOver(wizard), typed: undefined, action: placeOf(wizard, "documents"), idPrefix: `f-${keyOf(input)}-` },
    hidden: { ...carryOver(wizard).hidden, kind, ...(personId !== null && { personId }) },
    parts: [{ name: "contentType", label: documents.type, kind: "select", options, value: "application/pdf" }],
    ...{ submit: isHere ? documents.sendAnother : documents.send, about: title },
    look: "second",
    ...(error !== undefined && { errors: [{ path: "contentType", message: error }] }),
  });
  return html`<li class="card"><div class="head"><h2 dir="auto">${title}</h2>${!isHere && html`<span class="badge warn">${documents.needed}</span>`}</div>
<p class="soft">${documents.kinds[kind].hint}</p>${files.map((file) => fileRow(wizard, file, title))}
<div class="send">${form}</div></li>`;
}

/** The step with all documents that are asked for, and what has come of them; `wrong` says of which something is amiss. */
export function documentsPage(
  wizard: Wizard,
  wrong: (input: RequestedDocument) => string | undefined = () => undefined,
): WizardPage {
  const { steps, go } = messagesOf(wizard);
  const { title, lead } = steps.documents;
  const cards = openDocuments(wizard.state).map((input) => ({ asked: input, error: wrong(input) }));
  const errors = cards.flatMap(({ asked: input, error }) => {
    if (error === undefined) return [];
    const summary = `${documentTitle(wizard, input)}: ${error}`;
    return [{ path: `${keyOf(input)}-contentType`, message: error, summary }];
  });
  return {
    ...{
      title,
      step: "documents",
      back: placeOf(wizard, adjacentStep(wizard.state, "documents", -1) ?? "status"),
      errors,
    },
    main: html`<p class="lead">${lead}</p>
<ul class="listed">${cards.map(({ asked: input, error }) => documentCard(wizard, input, error))}</ul>
<p><a class="button full" href="${placeOf(wizard, "documents/done")}">${go}</a></p>`,
  };
}

/** Where a file is chosen and sent to the store, by a form of the store's own that needs no script. */
export function uploadPage(wizard: Wizard, file: KybFile, form: UploadForm): WizardPage {
  const { documents } = messagesOf(wizard);
  const title = documentTitle(wizard, file);
  const hidden = Object.entries(form.fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  const megabytes = String(documentBytesMax / 1024 / 1024);
  return {
    ...{ title: documents.sendTitle(title), step: "documents", back: placeOf(wizard, "documents") },
    ...{ formsTo: new URL(form.url).origin, script: "upload" },
    main: html`<p class="lead">${documents.kinds[file.kind].hint}</p>
<form method="post" action="${form.url}" enctype="multipart/form-data">${hidden}
<div class="field"><label for="file">${documents.file}: ${documents.types[file.contentType]}</label>
<p class="hint" id="file-hint">${documents.fileHint(megabytes)}</p>
<input type="file" id="file" name="file" required accept="${file.contentType}" aria-describedby="file-hint" data-max="${String(documentBytesMax)}" data-large="${documents.tooLarge(megabytes)}" data-type="${documents.wrongType(documents.types[file.contentType])}"></div>
<button>${documents.upload}</button></form>`,
  };
}

/** Whether a file is really to be taken away. */
export function removeFilePage(wizard: Wizard, file: KybFile): WizardPage {
  const { documents, remove } = messagesOf(wizard);
  return {
    ...{ title: documents.removeTitle, step: "documents", back: placeOf(wizard, "documents") },
    main: html`<p>${documentTitle(wizard, file)}. ${documents.removeText}</p>
${wizardForm(wizard, `documents/${file.id}/remove`, { parts: [], submit: remove })}`,
  };
}
