import { html } from "hono/html";
import type { ListRequest } from "../../app/core/list.ts";
import { type AccountSeen, listAccountsInUse, seeAccount } from "../../app/screening/account-details.ts";
import { monthOf } from "../../domain/core/time.ts";
import { plans } from "../../domain/screening/plan.ts";
import type { ApiKey } from "../../domain/tenants/tenant.ts";
import { badge, code, facts, moment, pager, section, table, trail } from "../console/kit/components.ts";
import { folded, formOfView } from "../console/kit/form.ts";
import { type Content, href, type View } from "../console/kit/view.ts";
import type { Html } from "../kit/page.ts";
import { nameForm, planField, planForm, statusForm } from "./account-forms.ts";
import type { OfficeDesk } from "./context.ts";
import { usedOf } from "./labels.ts";

/** The accounts, newest first, with what each has used of its month. */
export async function accountsPage(desk: OfficeDesk, view: View, asked: ListRequest): Promise<Content> {
  const { data, nextCursor } = await listAccountsInUse(desk, asked);
  const rows = data.map(({ account, used }) => {
    const { id, name, plan, status, activeKeys, createdAt } = account;
    const { title, screenings } = plans[plan];
    return [
      html`<a href="${href(view, `accounts/${id}`)}" dir="auto">${name}<span class="hidden"> ${id}</span></a>`,
      html`<span class="words">${title}</span>`,
      badge(status),
      usedOf(used, screenings),
      String(activeKeys),
      moment(createdAt),
    ];
  });
  const columns = [
    { head: "Name" },
    { head: "Plan" },
    { head: "Status" },
    { head: "Used this month", right: true },
    { head: "Keys", right: true },
    { head: "Since" },
  ];
  return {
    title: "Accounts",
    main: html`<div class="head"><h1>Accounts</h1><a class="button end" href="${href(view, "accounts/new")}">Open an account</a></div>
<section>${table("Accounts, newest first", columns, rows, "There is no account yet.")}${pager(view, "accounts", { ...asked }, nextCursor)}</section>`,
  };
}

/** Where an account is opened. */
export function newAccountPage({ environment, newId }: OfficeDesk, view: View): Content {
  const form = {
    operation: "openAccount",
    to: "accounts",
    hidden: { id: newId("acc", view.now) },
    fields: [{ name: "name", label: "Name", maxLength: 200 }, planField(environment, "free")],
    submit: "Open the account",
  };
  return {
    title: "Open an account",
    main: html`${trail(view, [["accounts", "Accounts"]])}<h1>Open an account</h1>
<section><p>Its first API key is on the next page, this once.</p>${formOfView(view, form)}</section>`,
  };
}

function monthFacts({ usage, monitors }: AccountSeen): Html {
  const { account, plan, used, now, resetsAt } = usage;
  const { id, activeKeys, createdAt, updatedAt } = account;
  return facts([
    ["Id", code(id)],
    ["Plan", plan.title],
    [`Screenings, ${monthOf(now)}`, usedOf(used, plan.screenings)],
    ["Counts anew", moment(resetsAt)],
    ["Keys", usedOf(activeKeys, plan.apiKeys)],
    ["Monitors", usedOf(monitors, plan.monitors)],
    ["Rate", `${plan.perSecond} requests a second`],
    ["Since", moment(createdAt)],
    ["Changed", moment(updatedAt)],
  ]);
}

function keyRow(view: View, key: ApiKey): unknown[] {
  const revoke = {
    operation: "endAccountKey",
    to: `accounts/${key.tenantId}/keys/${key.id}/revoke`,
    submit: "Revoke this key",
    look: "danger" as const,
    about: `ending in ${key.last4}`,
  };
  return [
    html`<span class="words" dir="auto">${key.name ?? "unnamed"}</span>`,
    code(`${key.prefix}…${key.last4}`),
    badge(key.revokedAt === null ? "active" : "revoked"),
    moment(key.createdAt),
    key.revokedAt === null ? folded(view, "Revoke", revoke) : moment(key.revokedAt),
  ];
}

function keysSection(view: View, { usage, keys }: AccountSeen): Html {
  const { account, plan } = usage;
  const mint = {
    operation: "addAccountKey",
    to: `accounts/${account.id}/keys`,
    fields: [{ name: "name", label: "Name of the key", optional: true, maxLength: 64 }],
    submit: "Mint a key",
  };
  const isFull = plan.apiKeys !== null && account.activeKeys >= plan.apiKeys;
  const rows = keys.data.map((key) => keyRow(view, key));
  const columns = ["Name", "Key", "Status", "Minted", "Revoked"].map((head) => ({ head }));
  return section(
    "API keys",
    table("API keys, newest first", columns, rows, "It has no key."),
    keys.nextCursor !== null && html`<p class="soft">There are older ones: the interface lists them all.</p>`,
    isFull && html`<p>The plan’s keys are all given: revoke one, or change the plan.</p>`,
    folded(view, "Mint a key", mint),
  );
}

/** An account with its plan, its month and its keys. */
export async function accountPage(desk: OfficeDesk, view: View, id: string): Promise<Content> {
  const seen = await seeAccount(desk, id);
  const { account } = seen.usage;
  return {
    title: account.name,
    main: html`${trail(view, [["accounts", "Accounts"]])}
<div class="head"><h1 dir="auto">${account.name}</h1>${badge(account.status)}</div>
<div class="two wider">${section("Account", monthFacts(seen), html`<div class="doings">${nameForm(view, account)}${statusForm(view, account)}</div>`)}
${keysSection(view, seen)}</div>
${section("Plan", planForm(view, seen, desk.environment))}`,
  };
}
