import { html } from "hono/html";
import { accountTypes } from "../../domain/core/bank-account.ts";
import { payoutChains, stables } from "../../domain/onboarding/enums.ts";
import { type PeopleField, peopleForm } from "../kit/form.ts";
import { said } from "./fields.ts";
import { carried, errorsOf, kitOf, placeOf, type Wizard, type WizardPage, wordsOf } from "./view.ts";

/** A chain's name as people write it. */
export function chainName(chain: string): string {
  return chain.charAt(0).toUpperCase() + chain.slice(1);
}

function bankFields(wizard: Wizard): PeopleField[] {
  const { choices, kept } = wordsOf(wizard);
  const before = wizard.state.answers.payout;
  const digits = { inputmode: "numeric", width: 20, maxLength: 40 } as const;
  return [
    {
      ...{ name: "accountHolder", ...said(wizard, "accountHolder"), maxLength: 200 },
      value: before?.accountHolder ?? wizard.state.answers.company?.legalName,
    },
    {
      name: "bankName",
      ...said(wizard, "bankName"),
      value: before?.bankName,
      maxLength: 200,
      optional: true,
    },
    {
      ...{ name: "accountType", ...said(wizard, "accountType"), kind: "radios", value: before?.accountType },
      options: accountTypes.map((value) => ({ value, label: choices.accountType[value] })),
    },
    { name: "routingNumber", ...said(wizard, "routingNumber"), ...digits, value: before?.routingNumber },
    {
      ...{ name: "accountNumber", ...said(wizard, "accountNumber"), ...digits },
      ...(before && { hint: kept(before.accountNumber.last4) }),
    },
    { name: "accountNumberAgain", ...said(wizard, "accountNumberAgain"), ...digits },
  ];
}

function walletFields(wizard: Wizard): PeopleField[] {
  const before = wizard.state.answers.payout;
  const options = payoutChains.map((value) => ({ value, label: chainName(value) }));
  return [
    { name: "wallet", ...said(wizard, "wallet"), value: before?.wallet, maxLength: 128 },
    {
      ...{ name: "chain", ...said(wizard, "chain"), kind: "select", options, value: before?.chain },
      ...{ optional: "unsaid", choose: wordsOf(wizard).chainFound },
    },
    {
      ...{ name: "stable", ...said(wizard, "stable"), kind: "radios", value: before?.stable },
      options: stables.map((value) => ({ value, label: value })),
    },
  ];
}

/** What is known of the wallet that is saved: its chain, and that it may be paid to. */
export function walletWords(wizard: Wizard): string {
  const { payout: words } = wordsOf(wizard);
  const { answers, walletScreen } = wizard.state;
  if (answers.payout === null) return "";
  const checked = walletScreen?.outcome === "pass" ? words.checked : words.pendingCheck;
  return `${words.found(chainName(answers.payout.chain))} ${checked}`;
}

/** The step about where the company is paid. */
export function payoutPage(wizard: Wizard): WizardPage {
  const { steps, groups, go } = wordsOf(wizard);
  const { title, lead } = steps.payout;
  const found = walletWords(wizard);
  return {
    ...{ title, step: "payout", back: placeOf(wizard, "documents") },
    main: html`<p class="lead">${lead}</p>${found !== "" && html`<p class="soft">${found}</p>`}
${peopleForm(kitOf(wizard), {
  ...{ ...carried(wizard), action: placeOf(wizard, "payout") },
  parts: [
    { legend: groups.bank, fields: bankFields(wizard) },
    { legend: groups.wallet, fields: walletFields(wizard) },
  ],
  ...{ errors: errorsOf(wizard), submit: go },
})}`,
  };
}
