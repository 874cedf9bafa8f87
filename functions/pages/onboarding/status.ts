import { html } from "hono/html";
import { momentText } from "../../domain/core/format.ts";
import { isWithPartner } from "../../domain/onboarding/kyb.ts";
import { currentStep, type KybTask, kybTasks, openSteps } from "../../domain/onboarding/wizard.ts";
import type { Html } from "../kit/page.ts";
import { messagesOf, placeOf, type Wizard, type WizardPage } from "./view.ts";

function taskItem(wizard: Wizard, { item, step, page, isBrought }: KybTask): Html {
  const { status: messages, doneMark } = messagesOf(wizard);
  const link =
    step !== null
      ? html`<a href="${placeOf(wizard, step)}">${messages.toStep}<span class="hidden">: ${messages.asked[item]}</span></a>`
      : page !== null && html`<a href="${page}" rel="noreferrer">${messages.toPage}</a>`;
  const done = isBrought && html`<span class="badge good">${doneMark}</span>`;
  return html`<li class="card"><div class="head"><h3>${messages.asked[item]}</h3>${done}</div><div class="acts">${link}</div></li>`;
}

function tasks(wizard: Wizard): Html | false {
  const { status: messages } = messagesOf(wizard);
  const all = kybTasks(wizard.state);
  if (all.length === 0) return false;
  const isReady =
    all.some(({ step }) => step !== null) && all.every(({ step, isBrought }) => step === null || isBrought);
  const repeated =
    isReady &&
    html`<p>${messages.brought}</p><p><a class="button" href="${placeOf(wizard, "review")}">${messages.resubmit}</a></p>`;
  return html`<h2>${messages.tasks}</h2><ul class="listed">${all.map((each) => taskItem(wizard, each))}</ul>${repeated}`;
}

function passed(wizard: Wizard): Html {
  const { status: messages } = messagesOf(wizard);
  const { status, submittedAt, decidedAt } = wizard.state;
  const at = (moment: string | null) =>
    moment !== null &&
    html`<br><small class="soft"><time datetime="${moment}">${momentText(moment, wizard.locale)}</time></small>`;
  const looked = status === "under_review" || decidedAt !== null;
  const step = (isDone: boolean, name: string, moment: string | null) =>
    html`<li${isDone && html` class="done"`}>${name}${at(moment)}</li>`;
  return html`<h2>${messages.progress}</h2><ol class="passed">${step(submittedAt !== null, messages.passed.submitted, submittedAt)}${step(looked, messages.passed.under_review, null)}${step(decidedAt !== null, messages.passed.decided, decidedAt)}</ol>`;
}

const tones = { approved: "good", rejected: "bad" } as Readonly<Record<string, string>>;

/** How an application stands: what is asked for, how far it is, what was decided. It follows by itself while the partner has it. */
export function statusPage(wizard: Wizard): WizardPage {
  const { status: messages } = messagesOf(wizard);
  const { state } = wizard;
  const { status, partner } = state;
  // What was brought is with the partner only once it is submitted again.
  const isAsked = kybTasks(state).length > 0;
  const heading = messages.heading[status];
  const text = isAsked ? messages.askedText : messages.text[status];
  const isOpen = openSteps(state).length > 0 && state.submittedAt === null;
  const isFollowed = isWithPartner(state);
  const reasons = status === "rejected" ? (partner?.reasons ?? []) : [];
  const step = currentStep(state);
  return {
    title: messages.title,
    ...(isFollowed && { script: "live" as const }),
    main: html`<div id="live"${isFollowed && html` data-live="4"`} data-say="${heading}. ${text}">
<div class="notice ${tones[status] ?? ""}"><h2>${heading}</h2><p>${text}</p></div>
${reasons.length > 0 && html`<h2>${messages.reasons}</h2><ul>${reasons.map((each) => html`<li dir="auto">${each}</li>`)}</ul>`}
${isOpen && step !== null && html`<p><a class="button" href="${placeOf(wizard, step)}">${messages.goOn}</a></p>`}
${tasks(wizard)}
${state.submittedAt !== null && passed(wizard)}
</div>`,
  };
}
