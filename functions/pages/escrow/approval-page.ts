import { html } from "hono/html";
import type { ApproverView } from "../../app/escrow/approver-links.ts";
import { approvalPurpose } from "../../contract/escrow/approver-pages.ts";
import { momentText, moneyText } from "../../domain/core/format.ts";
import type { Locale } from "../../domain/core/mail.ts";
import { approvalBy } from "../../domain/escrow/approval.ts";
import { isSameApprover } from "../../domain/escrow/approver.ts";
import { type Escrow, isEscrowEnded } from "../../domain/escrow/escrow.ts";
import type { Brand } from "../../domain/tenants/brand.ts";
import { formTokenOf } from "../../http/form-origin.ts";
import type { Answer } from "../../http/operation-types.ts";
import { errorSummary, type FieldError, type PeopleForm, peopleForm } from "../kit/form.ts";
import { kitMessages } from "../kit/messages/kit.ts";
import type { Html } from "../kit/page.ts";
import { brandedPage } from "../tenants/branded.ts";
import { approvalMessages } from "./messages/approval.ts";

export interface ApprovalPageInput extends ApproverView {
  readonly root: string;
  readonly token: string;
  readonly brand: Brand;
  readonly locale: Locale;
  /** What was wrong with a form, and what it said. */
  readonly errors?: readonly FieldError[];
  readonly typed?: Readonly<Record<string, string>>;
}

/** An escrow's terms for one of its approvers, with a form to decide by; after the end it says so. Without script. */
export function approvalPage(input: ApprovalPageInput): Answer<string> {
  const { root, brand, locale, state, approver, errors = [] } = input;
  const messages = approvalMessages[locale];
  const title = messages.title(state.reference);
  return brandedPage({
    ...{ root, brand, locale, title, wrong: errors.length > 0 },
    ...(errors.length > 0 && { status: 400 }),
    main: html`${errorSummary(kitMessages[locale], errors)}
<h1 dir="auto">${title}</h1>
<p class="lead" dir="auto">${messages.lead(approver.approverRef)}</p>
${isEscrowEnded(state.status) ? ended(locale) : decision(input)}
<h2>${messages.terms}</h2>
${terms(state, locale)}
${milestones(state, locale)}`,
  });
}

function ended(locale: Locale): Html {
  const { title, text } = approvalMessages[locale].over;
  return html`<h2>${title}</h2><p>${text}</p>`;
}

function decision(input: ApprovalPageInput): Html {
  const { locale, state, approver, token, errors, typed } = input;
  const { form, decided } = approvalMessages[locale];
  const made = approvalBy(state, approver.approverRef);
  const sent = (more: Partial<PeopleForm> & Pick<PeopleForm, "parts" | "submit">) =>
    peopleForm(kitMessages[locale], { formToken: formTokenOf(token, approvalPurpose), ...more });
  if (made)
    return html`<h2>${decided[made.decision]}</h2>
<p>${decided.at(momentText(made.at, locale))} ${made.note && html`<span dir="auto">${made.note}</span>`}</p>
<p>${decided.withdrawHint}</p>
${sent({ parts: [], hidden: { decision: "withdraw" }, submit: decided.withdraw, look: "second" })}`;
  return html`<h2>${form.title}</h2>
${sent({
  parts: [
    {
      ...{ name: "decision", label: form.decision, kind: "radios" as const },
      options: [
        { value: "approve", label: form.approve },
        { value: "reject", label: form.reject },
      ],
    },
    { name: "note", label: form.note, hint: form.noteHint, kind: "lines" as const, optional: true, maxLength: 500 },
  ],
  ...{ submit: form.send, errors, typed },
})}`;
}

function terms(state: Escrow, locale: Locale): Html {
  const { facts, statuses } = approvalMessages[locale];
  const { currency, payoutAddress, buyerRef, sellerRef, approvals, approvers } = state;
  const money = (cents: number) => moneyText(cents, currency, locale);
  const given = approvals.filter(
    ({ decision: each, approverRef }) =>
      each === "approve" && approvers.some((named) => isSameApprover(named.approverRef, approverRef)),
  );
  const lines: readonly (readonly [string, string | null])[] = [
    [facts.status, statuses[state.status]],
    [facts.amount, money(state.amountCents)],
    [facts.fee, money(state.feeCents)],
    [facts.net, money(state.netCents)],
    [facts.buyer, buyerRef],
    [facts.seller, sellerRef],
    [facts.payout, payoutAddress && `${state.payoutStable}, ${state.payoutChain}: ${payoutAddress}`],
    [facts.needed, String(state.requiredApprovals)],
    [facts.given, String(given.length)],
  ];
  const shown = lines.filter(([, value]) => value !== null);
  return html`<dl class="facts">${shown.map(([name, value]) => html`<div><dt>${name}</dt><dd dir="auto">${value}</dd></div>`)}</dl>`;
}

function milestones({ milestones: all, currency }: Escrow, locale: Locale): Html | false {
  if (all.length === 0) return false;
  const messages = approvalMessages[locale];
  const line = ({ description, amountCents, status }: Escrow["milestones"][number]) =>
    html`<li><span dir="auto">${description}</span>${amountCents !== null && html` · ${moneyText(amountCents, currency, locale)}`} · ${messages.milestoneStates[status]}</li>`;
  return html`<h2>${messages.milestones}</h2><ul>${all.map(line)}</ul>`;
}
