import { html } from "hono/html";
import { goodStages, type PayerStage } from "../../domain/checkout/payer-status.ts";
import type { Locale } from "../../domain/core/mail.ts";
import type { Html } from "../kit/page.ts";
import { invoiceMessages } from "./messages/invoice.ts";

const looks: Readonly<Record<PayerStage, "good" | "bad" | "warn" | "calm">> = {
  begun: "calm",
  awaiting_transfer: "warn",
  collecting: "calm",
  other_amount: "warn",
  received: "good",
  converted: "good",
  settled: "good",
  held: "good",
  returned: "bad",
  refunded: "calm",
  failed: "bad",
  canceled: "calm",
};

export function stageBadge(stage: PayerStage, locale: Locale): Html {
  return html`<span class="badge ${looks[stage]}">${invoiceMessages[locale].stages[stage].short}</span>`;
}

export function stageNotice(stage: PayerStage, locale: Locale): Html {
  return html`<div class="notice ${looks[stage]}"><p>${invoiceMessages[locale].stages[stage].long}</p></div>`;
}

/** How many of the steps are behind a payment; undefined where it goes no further. */
const behind: Readonly<Partial<Record<PayerStage, number>>> = {
  begun: 0,
  awaiting_transfer: 0,
  collecting: 0,
  other_amount: 0,
  received: 1,
  held: 1,
  converted: 2,
  settled: 3,
};

/** The way of a payment that goes well, and how far it is. */
export function stageSteps(stage: PayerStage, locale: Locale): Html | false {
  const done = behind[stage];
  if (done === undefined) return false;
  const { payment } = invoiceMessages[locale];
  const steps = goodStages.map((step, at) => {
    const state = at < done ? "done" : at === done && stage !== "held" ? "now" : "open";
    return html`<li class="${state}"${state === "now" && html` aria-current="step"`}>${payment.step[step]} <span class="${state === "now" ? "soft" : "hidden"}">(${payment.stepStates[state]})</span></li>
`;
  });
  return html`<h2>${payment.steps}</h2>
<ol class="steps">
${steps}</ol>`;
}
