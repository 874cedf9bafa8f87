import { announceFile, lookAtFiles } from "../../app/onboarding/files.ts";
import { localeOf } from "../../contract/shared/locale.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import { missingDocuments } from "../../domain/onboarding/documents.ts";
import { type KybFile, type KybStep, kybSteps } from "../../domain/onboarding/kyb.ts";
import { adjacentStep, currentStep, openSteps } from "../../domain/onboarding/wizard.ts";
import { brandedUrl } from "../../domain/tenants/brand.ts";
import type { Answer } from "../../http/operation-types.ts";
import { settings } from "../../wiring/core/env.ts";
import { openWizard, seeOther, type WizardCall, wizardOf } from "./context.ts";
import { documentsPage, fileNotice, removeFilePage, uploadPage } from "./documents.ts";
import { wizardPage } from "./frame.ts";
import { personPage, removePersonPage } from "./people.ts";
import { statusPage } from "./status.ts";
import { stepPage } from "./steps.ts";
import { messagesOf, type Notice, type Wizard } from "./view.ts";

type Query = WizardCall["query"] & {
  readonly saved?: string | undefined;
  readonly file?: string | undefined;
  readonly key?: string | undefined;
};
export type ShowCall<Params> = Omit<WizardCall, "params" | "query"> & {
  readonly params: Params & { readonly token: string };
  readonly query: Query;
};

function noticeOf(wizard: Wizard, { saved, file }: Query): Notice | undefined {
  const messages = messagesOf(wizard);
  const sent = wizard.state.files.find(({ id }) => id === file);
  if (sent) return fileNotice(wizard, sent);
  const step = kybSteps.find((each) => each === saved);
  if (step) return { tone: "good", text: messages.steps[step].saved };
  const others: Readonly<Record<string, Notice>> = {
    person: { tone: "good", text: messages.people.saved },
    "person-removed": { tone: "good", text: messages.people.removed },
    "file-removed": { tone: "good", text: messages.documents.removed },
    closed: { tone: "warn", text: messages.closed },
  };
  return saved !== undefined && Object.hasOwn(others, saved) ? others[saved] : undefined;
}

/** Where an applicant goes on: the first step that lacks something; once it was sent, how it stands. */
export async function openApplication(call: ShowCall<object>): Promise<Answer<string>> {
  const { state } = (await openWizard(call)).wizard;
  return seeOther(call, state.submittedAt === null ? (currentStep(state) ?? "status") : "status");
}

/** A step, or how the application stands; a step that is not open leads there. */
export async function showApplication(call: ShowCall<{ readonly place: KybStep | "status" }>): Promise<Answer<string>> {
  const { place } = call.params;
  const { context, wizard: before } = await openWizard(call);
  const state = place === "documents" ? await lookAtFiles(context, before.token) : before.state;
  const wizard = { ...before, state };
  const notice = noticeOf(wizard, call.query);
  if (place === "status") return wizardPage({ ...wizard, notice }, statusPage(wizard));
  if (!openSteps(state).includes(place)) return seeOther(call, "status");
  return wizardPage({ ...wizard, notice }, stepPage(wizard, place));
}

function fileOf({ state }: Wizard, id: string): KybFile {
  const found = state.files.find((each) => each.id === id);
  if (!found) throw new Refusal("not_found", "no such file");
  return found;
}

/** Where the store sends the browser once a file is there; a chosen language goes along in the path, because the store adds a query of its own. */
export function uploadedUrl({ brand, token, lang }: Wizard): string {
  return `${brandedUrl(brand, settings.ONBOARD_URL)}/k/${token}/uploaded/${lang === undefined ? "any" : localeOf(lang, "")}`;
}

async function showUpload(call: WizardCall, fileId: string): Promise<Answer<string>> {
  const { context, wizard } = await openWizard(call);
  const { kind, personId, contentType, status } = fileOf(wizard, fileId);
  if (status !== "pending") return seeOther(call, "documents", { file: fileId });
  const input = { kind, personId, contentType, redirectTo: uploadedUrl(wizard) };
  const { file, form } = await announceFile(context, wizard.token, input);
  return wizardPage(wizard, uploadPage(wizard, file, form));
}

/** Goes on from the documents once all are there, and says which are not. */
async function showDone(call: WizardCall): Promise<Answer<string>> {
  const { context, wizard: before } = await openWizard(call);
  const state = await lookAtFiles(context, before.token);
  const wizard = await wizardOf(context, call, state);
  const missing = missingDocuments(state);
  const next = adjacentStep(state, "documents", 1);
  if (missing.length === 0) return seeOther(call, next ?? "status", { saved: "documents" });
  const isMissing = (input: (typeof missing)[number]) =>
    missing.some((each) => each.kind === input.kind && each.personId === input.personId);
  const page = documentsPage(wizard, (input) => (isMissing(input) ? messagesOf(wizard).documents.missing : undefined));
  return wizardPage(wizard, page);
}

interface Part {
  readonly place: "people" | "documents" | "uploaded";
  readonly part: string;
}

/** One person, one file that is to be sent, or what came of it. */
export async function showPart(call: ShowCall<Part>): Promise<Answer<string>> {
  const { place, part } = call.params;
  if (place === "uploaded") {
    // The store names the file by its key: kyb/<application>/<file>.
    const file = call.query.key?.split("/")[2];
    const shown = { ...call, query: { lang: part === "any" ? undefined : part } };
    return seeOther(shown, "documents", file === undefined ? {} : { file });
  }
  if (place === "documents") return part === "done" ? showDone(call) : showUpload(call, part);
  const { wizard } = await openWizard(call);
  if (!openSteps(wizard.state).includes("people")) return seeOther(call, "status");
  return wizardPage(wizard, personPage(wizard, part));
}

/** Whether a person or a file is really to be removed. */
export async function showRemoval(
  call: ShowCall<{ readonly place: "people" | "documents"; readonly part: string }>,
): Promise<Answer<string>> {
  const { place, part } = call.params;
  const { wizard } = await openWizard(call);
  if (!openSteps(wizard.state).includes(place)) return seeOther(call, "status");
  const page = place === "people" ? removePersonPage(wizard, part) : removeFilePage(wizard, fileOf(wizard, part));
  return wizardPage(wizard, page);
}
