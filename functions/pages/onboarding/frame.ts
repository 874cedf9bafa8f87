import { html } from "hono/html";
import { type KybStep, kybSteps } from "../../domain/onboarding/kyb.ts";
import { isComplete, openSteps } from "../../domain/onboarding/wizard.ts";
import type { Answer } from "../../http/operation-types.ts";
import { errorSummary, type FieldError } from "../kit/form.ts";
import type { Html } from "../kit/page.ts";
import { brandedPage } from "../tenants/branded.ts";
import { errorsOf, kitOf, messagesOf, type Notice, placeOf, type Wizard, type WizardPage } from "./view.ts";

const style = `
.steps{margin:0 0 1.5rem}.steps summary{display:flex;align-items:center;justify-content:space-between;gap:1rem;min-height:44px;cursor:pointer;font-weight:600;color:var(--soft)}
.steps summary b{color:var(--ink)}.steps summary::after{content:"";width:.6rem;height:.6rem;border:solid;border-width:0 2px 2px 0;transform:rotate(45deg);margin:0 .25rem .3rem}.steps [open] summary::after{transform:rotate(225deg);margin-bottom:-.3rem}
fieldset:has(#f-operatingSame:checked)+fieldset{display:none}
.track{display:flex;gap:4px;margin:0 0 .25rem}.track span{flex:1;height:6px;border-radius:3px;background:var(--line)}.track .on{background:var(--accent)}
.steps ol{list-style:none;padding:.25rem 0 0;margin:0}.steps li{display:flex;justify-content:space-between;align-items:center;gap:1rem;border-bottom:1px solid var(--line);margin:0}
.steps li>:first-child{display:inline-flex;align-items:center;min-height:44px}
.back{margin:-.75rem 0 .25rem}
.listed{list-style:none;padding:0;margin:0 0 1.5rem}.listed>li{margin:0 0 1rem}
.acts{display:flex;flex-wrap:wrap;gap:0 1.5rem}.acts a{display:inline-flex;align-items:center;min-height:44px}
.send{display:flex;flex-wrap:wrap;gap:.75rem 1rem;align-items:end;margin-top:.75rem}.send form{flex:1}.send .field{margin:0 0 .75rem}
.card .head{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:.25rem 1rem;margin:0 0 .35rem}.head h2,.head h3{margin:0}
.passed{list-style:none;padding:0}.passed li{position:relative;padding:0 0 1.1rem 2rem;border-inline-start:2px solid var(--line);margin:0 0 0 .6rem}
.passed li::before{content:"";position:absolute;inset-inline-start:-.6rem;top:.15rem;width:1.1rem;height:1.1rem;border-radius:50%;background:var(--paper);border:2px solid var(--edge)}
.passed .done::before{background:var(--accent);border-color:var(--accent)}.passed li:last-child{border-color:transparent}`;

function progress(wizard: Wizard, step: KybStep): Html {
  const messages = messagesOf(wizard);
  const open = openSteps(wizard.state);
  const shown = kybSteps.filter((each) => open.includes(each));
  const at = shown.indexOf(step);
  const bar = shown.map((each, place) =>
    place <= at || isComplete(wizard.state, each) ? html`<span class="on"></span>` : html`<span></span>`,
  );
  const item = (each: KybStep) => {
    const { name } = messages.steps[each];
    const isDone = isComplete(wizard.state, each);
    const mark = html`<span class="badge ${isDone ? "good" : "calm"}">${isDone ? messages.doneMark : messages.toBegin}</span>`;
    return html`<li><a href="${placeOf(wizard, each)}"${each === step && html` aria-current="step"`}>${name}</a>${mark}</li>`;
  };
  return html`<nav class="steps" aria-label="${messages.progressLabel}"><div class="track" aria-hidden="true">${bar}</div>
<details><summary><span>${messages.progress(at + 1, shown.length)} · <b>${messages.steps[step].name}</b></span></summary><ol>${shown.map(item)}</ol></details></nav>`;
}

function noticeOf({ tone, text }: Notice): Html {
  return html`<div class="notice ${tone}" role="${tone === "good" ? "status" : "alert"}"><p>${text}</p></div>`;
}

function overtaken(wizard: Wizard, page: WizardPage): Html | false {
  const stale = wizard.refused?.stale;
  if (!stale) return false;
  const messages = messagesOf(wizard);
  const steps = stale.map((each) => messages.steps[each].name).join(", ");
  const now = page.step !== undefined && placeOf(wizard, page.step);
  return html`<div class="notice warn" role="alert" tabindex="-1" autofocus><h2>${messages.staleTitle}</h2><p>${messages.stale(steps || "–")}</p>
${now && html`<p><a href="${now}" target="_blank" rel="noreferrer">${messages.staleNow}</a></p>`}</div>`;
}

function asOnPage(errors: readonly FieldError[], main: string): FieldError[] {
  const placeOn = ({ path }: FieldError) => main.indexOf(`id="f-${path}"`);
  return errors.toSorted((one, other) => placeOn(one) - placeOn(other));
}

export function wizardPage(wizard: Wizard, page: WizardPage, status?: number): Answer<string> {
  const { root, brand, locale, notice } = wizard;
  const errors = asOnPage([...errorsOf(wizard), ...(page.errors ?? [])], String(page.main));
  const isWrong = errors.length > 0 || wizard.refused?.stale !== undefined;
  const messages = messagesOf(wizard);
  return brandedPage({
    ...{ root, brand, locale, style, title: `${page.title} · ${messages.title}`, wrong: isWrong },
    ...(page.formsTo !== undefined && { formsTo: page.formsTo }),
    ...(page.script !== undefined && { scripts: [page.script] }),
    ...(page.script === "live" && { refreshSeconds: 10 }),
    ...(status !== undefined && { status }),
    main: html`${page.step !== undefined && progress(wizard, page.step)}
${page.back !== undefined && html`<a class="back" href="${page.back}">‹ ${messages.back}</a>`}
${errorSummary(kitOf(wizard), errors)}${overtaken(wizard, page)}${notice && noticeOf(notice)}
<h1>${page.title}</h1>
${page.main}`,
  });
}
