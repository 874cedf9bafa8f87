import * as z from "zod";
import {
  type KybSaveResult,
  removePerson,
  savePerson,
  saveStep,
  submitApplication,
} from "../../app/onboarding/apply.ts";
import { announceFile, removeFile } from "../../app/onboarding/files.ts";
import type { Form } from "../../domain/core/form.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import { documentKinds, documentTypes } from "../../domain/onboarding/enums.ts";
import type { Kyb, KybStep } from "../../domain/onboarding/kyb.ts";
import { adjacentStep } from "../../domain/onboarding/wizard.ts";
import type { Answer } from "../../http/operation-types.ts";
import { wizardContext } from "../../wiring/onboarding/wizard.ts";
import { openWizard, seeOther, type WizardCall, wizardOf } from "./context.ts";
import { documentsPage } from "./documents.ts";
import { wizardPage } from "./frame.ts";
import { onboardingProblems } from "./messages/onboarding-problems.ts";
import { personPage, removePersonPage } from "./people.ts";
import { stepPage } from "./steps.ts";
import { uploadedUrl } from "./summary.ts";
import type { Wizard, WizardPage } from "./view.ts";

export type ActionCall<Params> = Omit<WizardCall, "params"> & {
  readonly params: Params & { readonly token: string };
  readonly body: Form;
  readonly address: string;
  readonly userAgent: string;
};

/** A form as it was posted; one without a revision has seen nothing. */
function postedOf({ body }: { readonly body: Form }): { readonly revision: number; readonly form: Form } {
  return { revision: /^\d{1,9}$/.test(body.revision ?? "") ? Number(body.revision) : 0, form: body };
}

/** On to the next page where a form was saved, the form again with what is wrong where it was not. */
async function answered(
  call: ActionCall<object>,
  answer: KybSaveResult,
  on: (state: Kyb) => Answer<string>,
  redisplay: (wizard: Wizard) => WizardPage,
): Promise<Answer<string>> {
  if (answer.kind === "saved") return on(answer.application);
  if (answer.kind === "incomplete") return seeOther(call, "review");
  const problems = answer.kind === "problems" ? answer.problems : [];
  const stale = answer.kind === "stale" ? { stale: answer.changed } : {};
  const refused = { typed: call.body, problems, ...stale };
  const wizard = await wizardOf(wizardContext(call), call, answer.application, { refused });
  return wizardPage(wizard, redisplay(wizard), answer.kind === "stale" ? 409 : 400);
}

export async function saveApplication(call: ActionCall<{ readonly place: KybStep }>): Promise<Answer<string>> {
  const { token, place } = call.params;
  if (place === "documents") return announce(call);
  const context = wizardContext(call);
  const posted = postedOf(call);
  const { address, userAgent } = call;
  const from = { address: address === "unknown" ? null : address, userAgent: userAgent || null };
  const answer =
    place === "consent"
      ? await submitApplication(context, token, { ...posted, from })
      : await saveStep(context, token, { ...posted, step: place });
  // What a review lacks are whole steps, which its page lists with the way to each.
  const shown = place === "review" && answer.kind === "problems" ? { ...answer, problems: [] } : answer;
  const on = (state: Kyb) => seeOther(call, adjacentStep(state, place, 1) ?? "status", { saved: place });
  return answered(call, shown, on, (wizard) => stepPage(wizard, place));
}

const announcement = z.object({
  kind: z.enum(documentKinds),
  personId: z.string().max(40).optional(),
  contentType: z.string(),
});

async function announce(call: ActionCall<object>): Promise<Answer<string>> {
  const read = announcement.safeParse(call.body);
  if (!read.success) throw new Refusal("validation_error", "no document that is asked for");
  const { kind, personId = null } = read.data;
  const { context, wizard } = await openWizard(call);
  const contentType = documentTypes.find((each) => each === read.data.contentType);
  if (contentType === undefined) {
    const answer = onboardingProblems[wizard.locale].not_a_choice;
    const page = documentsPage(wizard, (input) =>
      input.kind === kind && input.personId === personId ? String(answer) : undefined,
    );
    return wizardPage(wizard, page, 400);
  }
  const input = { kind, personId, contentType, redirectTo: uploadedUrl(wizard) };
  const { file } = await announceFile(context, wizard.token, input);
  return seeOther(call, `documents/${file.id}`);
}

interface Part {
  readonly place: "people" | "documents";
  readonly part: string;
}

export async function savePart(call: ActionCall<Part>): Promise<Answer<string>> {
  const { token, part } = call.params;
  const personId = part === "new" ? null : part;
  const answer = await savePerson(wizardContext(call), token, { ...postedOf(call), personId });
  const on = () => seeOther(call, "people", { saved: "person" });
  // Whom another tab has taken off the list is put on it anew, with what was typed.
  const isListed = answer.application.answers.people.some(({ id }) => id === part);
  return answered(call, answer, on, (wizard) => personPage(wizard, isListed ? part : "new"));
}

export async function removePart(call: ActionCall<Part>): Promise<Answer<string>> {
  const { token, place, part } = call.params;
  const context = wizardContext(call);
  if (place === "documents") {
    await removeFile(context, token, part);
    return seeOther(call, "documents", { saved: "file-removed" });
  }
  const answer = await removePerson(context, token, { ...postedOf(call), personId: part });
  const on = () => seeOther(call, "people", { saved: "person-removed" });
  return answered(call, answer, on, (wizard) => removePersonPage(wizard, part));
}
