import { html } from "hono/html";
import type { KeyEnvironment } from "../../app/core/api-key.ts";
import type { AccountSeen } from "../../app/screening/account-details.ts";
import { type Account, refusePlan } from "../../domain/screening/account.ts";
import { type PlanName, planNames, plans } from "../../domain/screening/plan.ts";
import { badge, money, table } from "../console/kit/components.ts";
import { type Field, folded, formOfView } from "../console/kit/form.ts";
import type { View } from "../console/kit/view.ts";
import type { Html } from "../kit/page.ts";
import { limitWords, planChoice } from "./labels.ts";

/** A choice of plan, of those that this stage has. */
export function planField(environment: KeyEnvironment, value: PlanName): Field {
  return { name: "plan", label: "Plan", value, options: plansHere(environment).map(planChoice) };
}

function plansHere(environment: KeyEnvironment): readonly PlanName[] {
  return planNames.filter((name) => refusePlan(name, environment) === undefined);
}

/** What an account's month, keys and monitors would come to under a plan. */
function meaning({ usage, monitors }: AccountSeen, name: PlanName): string {
  const { screenings, apiKeys, monitors: most } = plans[name];
  const { used, account } = usage;
  const left = screenings === null ? null : Math.max(0, screenings - used);
  const keys = account.activeKeys;
  return [
    left === null && "No limit a month.",
    left === 0 && `Screens nothing more this month: ${limitWords(used)} are used.`,
    left !== null && left > 0 && `${limitWords(left)} left this month.`,
    apiKeys !== null && keys > apiKeys && `Its ${keys} keys go on, and none is added.`,
    most === 0 && monitors > 0 && `Its ${limitWords(monitors)} monitors rest.`,
    most !== null && most > 0 && monitors > most && "Its monitors go on, and none is added.",
  ]
    .filter((each) => each !== false)
    .join(" ");
}

function plansTable(seen: AccountSeen, environment: KeyEnvironment): Html {
  const rows = plansHere(environment).map((name) => {
    const { title, screenings, apiKeys, monitors, priceCents } = plans[name];
    return [
      html`<span class="words">${title}</span>${name === seen.usage.account.plan && html` ${badge("now", "calm")}`}`,
      ...[screenings, apiKeys, monitors].map((limit) => html`<span class="n">${limitWords(limit)}</span>`),
      priceCents === null ? "–" : money(priceCents),
      meaning(seen, name),
    ];
  });
  const columns = [
    { head: "Plan" },
    { head: "Screenings a month", right: true },
    { head: "Keys", right: true },
    { head: "Monitors", right: true },
    { head: "Price a month", right: true },
    { head: "For this account" },
  ];
  return table("The plans, and what each means for this account", columns, rows, "");
}

/** Moves an account to another plan, with what each means for it. */
export function planForm(view: View, seen: AccountSeen, environment: KeyEnvironment): Html {
  const { account } = seen.usage;
  const form = {
    operation: "setAccountPlan",
    to: `accounts/${account.id}/plan`,
    fields: [planField(environment, account.plan)],
    submit: "Change the plan",
  };
  return html`${plansTable(seen, environment)}
<p>Another plan counts from the next screening on, with what the month has used. Its rate is felt within a minute.</p>${formOfView(view, form)}`;
}

/** Gives an account another name. */
export function nameForm(view: View, { id, name }: Account): Html {
  return folded(view, "Rename", {
    operation: "renameAccount",
    to: `accounts/${id}/name`,
    fields: [{ name: "name", label: "Name", maxLength: 200, value: name }],
    submit: "Save",
  });
}

/** Suspends an account, or makes it active again. */
export function statusForm(view: View, { id, status }: Account): Html {
  const isActive = status === "active";
  const form = {
    operation: "setAccountStatus",
    to: `accounts/${id}/status`,
    hidden: { status: isActive ? "suspended" : "active" },
  };
  if (!isActive) return formOfView(view, { ...form, submit: "Make active again" });
  const suspend = { ...form, submit: "Suspend this account", look: "danger" as const };
  return folded(
    view,
    "Suspend",
    suspend,
    "It will screen nothing, and its monitors rest; its reads go on. Its keys stay as they are.",
  );
}
