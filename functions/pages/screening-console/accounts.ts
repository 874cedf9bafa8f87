import { html } from "hono/html";
import { type AccountDetails, listAccountsInUse, seeAccount } from "../../app/screening/accounts.ts";
import { screeningConsoleOperations } from "../../contract/screening/screening-console.ts";
import { screeningConsoleForms as forms } from "../../contract/screening/screening-console-actions.ts";
import { monthOf } from "../../domain/core/time.ts";
import { type PlanName, plans } from "../../domain/screening/plan.ts";
import { action, actionForm, formRow } from "../console/kit/action.ts";
import { facts, recordLink, section, table } from "../console/kit/components.ts";
import { detailPage, formPage } from "../console/kit/detail.ts";
import { keyFields } from "../console/kit/key-fields.ts";
import { keysTable } from "../console/kit/keys-table.ts";
import { badge, code, moment, money } from "../console/kit/text.ts";
import { type Content, href, type RecordCall, type View } from "../console/kit/view.ts";
import type { Html } from "../kit/page.ts";
import { type ScreeningContext, screeningList } from "./context.ts";
import { limitLabels, planChoice, plansHere, usedOf } from "./labels.ts";

export const accountsPage = screeningList(screeningConsoleOperations.showAccounts, {
  title: "Accounts",
  load: listAccountsInUse,
  caption: "Accounts, newest first",
  columns: [
    ["Name", ({ account }, { view }) => recordLink(view, "accounts", account.name, account.id)],
    ["Plan", ({ account }) => html`<span class="words">${plans[account.plan].title}</span>`],
    ["Status", ({ account }) => badge(account.status)],
    ["Used this month", ({ account, used }) => usedOf(used, plans[account.plan].screenings), "right"],
    ["Keys", ({ account }) => String(account.activeKeys), "right"],
    ["Since", ({ account }) => moment(account.createdAt)],
  ],
  empty: "There is no account yet.",
  beside: (view) => html`<a class="button end" href="${href(view, "accounts/new")}">Open an account</a>`,
});

export function newAccountPage({ environment, newId }: ScreeningContext, view: View): Content {
  const open = action(forms.openAccount, {
    submit: "Open the account",
    hidden: { id: newId("acc", view.now) },
    fields: { name: "Name", plan: planChoice(environment) },
  });
  const before = html`<p>Its first API key is on the next page, this once.</p>`;
  return formPage(view, "Open an account", ["accounts", "Accounts"], before, actionForm(view, open));
}

const rename = action(forms.renameAccount, { opens: "Rename", submit: "Save", fields: { name: "Name" } });
const suspend = action(forms.setAccountStatus, {
  opens: "Suspend",
  before: "It will screen nothing, and its monitors rest; its reads go on. Its keys stay as they are.",
  submit: "Suspend this account",
  look: "danger",
  hidden: { status: "suspended" },
});
const resume = action(forms.setAccountStatus, { submit: "Make active again", hidden: { status: "active" } });
const mint = action(forms.addAccountKey, {
  opens: "Mint a key",
  submit: "Mint a key",
  fields: keyFields({
    "*": "*: everything",
    read: "read: every GET",
    write: "write: to screen, and to open and end monitors",
  }),
});
const revoke = action(forms.endAccountKey, { opens: "Revoke", submit: "Revoke this key", look: "danger" });

function monthFacts({ usage, monitors }: AccountDetails): Html {
  const { account, plan, used, now, resetsAt } = usage;
  return facts([
    ["Id", code(account.id)],
    ["Plan", plan.title],
    [`Screenings, ${monthOf(now)}`, usedOf(used, plan.screenings)],
    ["Counts anew", moment(resetsAt)],
    ["Keys", usedOf(account.activeKeys, plan.apiKeys)],
    ["Monitors", usedOf(monitors, plan.monitors)],
    ["Rate", `${plan.perSecond} requests a second, ${plan.burst} at once`],
    ["Since", moment(account.createdAt)],
    ["Changed", moment(account.updatedAt)],
  ]);
}

function keysSection(view: View, { usage, keys }: AccountDetails): Html {
  const { account, plan } = usage;
  const isFull = plan.apiKeys !== null && account.activeKeys >= plan.apiKeys;
  return section(
    "API keys",
    keysTable(view, keys.data, revoke, "It has no key."),
    keys.nextCursor !== null && html`<p class="soft">There are older ones: the interface lists them all.</p>`,
    isFull && html`<p>The plan’s keys are all given: revoke one, or change the plan.</p>`,
    actionForm(view, mint, { id: account.id }),
  );
}

/** What an account's month, keys and monitors would come to under a plan. */
function meaning({ usage, monitors }: AccountDetails, name: PlanName): string {
  const { screenings, apiKeys, monitors: most } = plans[name];
  const { used, account } = usage;
  const left = screenings === null ? null : Math.max(0, screenings - used);
  const keys = account.activeKeys;
  return [
    left === null && "No limit a month.",
    left === 0 && `Screens nothing more this month: ${limitLabels(used)} are used.`,
    left !== null && left > 0 && `${limitLabels(left)} left this month.`,
    apiKeys !== null && keys > apiKeys && `Its ${keys} keys go on, and none is added.`,
    most === 0 && monitors > 0 && `Its ${limitLabels(monitors)} monitors rest.`,
    most !== null && most > 0 && monitors > most && "Its monitors go on, and none is added.",
  ]
    .filter((each) => each !== false)
    .join(" ");
}

/** Moves an account to another plan, with what each means for it. */
function planForm(view: View, state: AccountDetails, { environment }: ScreeningContext): Html {
  const { id, plan } = state.usage.account;
  const change = action(forms.setAccountPlan, { submit: "Change the plan", fields: { plan: planChoice(environment) } });
  const limit = (of: "screenings" | "apiKeys" | "monitors") => (name: PlanName) =>
    html`<span class="n">${limitLabels(plans[name][of])}</span>`;
  const choices = table("The plans, and what each means for this account", plansHere(environment), "", [
    [
      "Plan",
      (name) => html`<span class="words">${plans[name].title}</span>${name === plan && html` ${badge("now", "calm")}`}`,
    ],
    ["Screenings a month", limit("screenings"), "right"],
    ["Keys", limit("apiKeys"), "right"],
    ["Monitors", limit("monitors"), "right"],
    [
      "Price a month",
      (name) => {
        const { priceCents } = plans[name];
        return priceCents === null ? "–" : money(priceCents);
      },
      "right",
    ],
    ["For this account", (name) => meaning(state, name)],
  ]);
  return html`${choices}
<p>Another plan counts from the next screening on, with what the month has used. Its rate is felt within a minute.</p>${actionForm(view, change, { id }, { plan })}`;
}

export async function accountPage(context: ScreeningContext, view: View, { params }: RecordCall) {
  const state = await seeAccount(context, params.id);
  const { name, status } = state.usage.account;
  const snapshot = actionForm(view, status === "active" ? suspend : resume, params);
  const changes = formRow(actionForm(view, rename, params, { name }), snapshot);
  return detailPage(view, {
    title: name,
    heading: html`<h1 dir="auto">${name}</h1>`,
    above: [["accounts", "Accounts"]],
    status: badge(status),
    links: [
      ["Its screens", "screens", { accountId: params.id }],
      ["Its monitors", "monitors", { accountId: params.id }],
    ],
    parts: [
      html`<div class="two wider">${section("Account", monthFacts(state), changes)}
${keysSection(view, state)}</div>`,
      section("Plan", planForm(view, state, context)),
    ],
  });
}
