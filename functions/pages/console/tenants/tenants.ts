import { html } from "hono/html";
import { getTenant, listKeys, listTenants } from "../../../app/tenants/tenants.ts";
import { inEffect } from "../../../app/webhooks/endpoint-changes.ts";
import { listWebhooks } from "../../../app/webhooks/webhooks.ts";
import { consoleOperations } from "../../../contract/console/console.ts";
import { endpointForms, tenantForms } from "../../../contract/console/console-actions.ts";
import { currentApiVersion } from "../../../domain/core/api-version.ts";
import type { Tenant } from "../../../domain/tenants/tenant.ts";
import type { WebhookEndpoint } from "../../../domain/webhooks/webhook.ts";
import type { Html } from "../../kit/page.ts";
import { action, actionForm, formRow } from "../kit/action.ts";
import { facts, link, nameLink, section, table } from "../kit/components.ts";
import { type ConsoleContext, consoleList } from "../kit/context.ts";
import { detailPage, formPage } from "../kit/detail.ts";
import { keyFields } from "../kit/key-fields.ts";
import { keysTable } from "../kit/keys-table.ts";
import { badge, code, isolateText, moment } from "../kit/text.ts";
import { type Content, href, type RecordCall, type View } from "../kit/view.ts";
import { pendingNotice } from "../review/setting-changes.ts";
import { endpointTexts } from "../webhooks/endpoint.ts";
import { frozenSection, tenantWarnings, warningNotice } from "./coins.ts";

const most = 100;

function warnedBadge(view: View, tenant: Tenant): Html | false {
  return tenantWarnings(view, tenant).length > 0 && html` ${badge("warned", "warn")}`;
}

export const tenantsPage = consoleList(consoleOperations.showTenants, {
  title: "Tenants",
  load: listTenants,
  caption: "Tenants, newest first",
  columns: [
    ["Name", (each, { view }) => nameLink(view, `tenants/${each.id}`, each.name)],
    ["Slug", (each) => code(each.slug)],
    ["Status", (each) => badge(each.status)],
    ["Is paid in", (each, { view }) => html`${each.stable} on ${each.destChain}${warnedBadge(view, each)}`],
    ["Since", (each) => moment(each.createdAt)],
  ],
  empty: "There is no tenant yet.",
  beside: (view) => html`<a class="button end" href="${href(view, "tenants/new")}">Register a tenant</a>`,
});

const texts = {
  name: "Name",
  contactEmail: "Contact e-mail",
  destChain: { label: "Chain", hint: "Such as ethereum, base or tron" },
  destWallet: { label: "Wallet", hint: "Where its stablecoin goes" },
  stable: "Stablecoin",
  country: { label: "Country", hint: "Two capitals such as US; left empty, the rules of the US hold", maxLength: 2 },
  partnerCustomerId: {
    label: "Partner customer",
    hint: "Its id at the rail's partner; without one nothing can be paid",
  },
  isoRef: "ISO reference",
  payers: {
    label: "Its payers are",
    hint: "Where a payment does not say: a debit of an individual's account, or of one that nobody knows, may come back for 60 days",
    called: { business: "Businesses", individual: "Individuals", unknown: "Not known" },
  },
  timeZone: { label: "Time zone", hint: "Such as America/New_York; its invoices are due and dated there" },
} as const;

const slug = { label: "Slug", hint: "2 to 39 of a-z, 0-9 and -; it stays as it is", maxLength: 39 };
const register = action(tenantForms.registerTenant, { submit: "Register", fields: { slug, ...texts } });
const edit = action(tenantForms.editTenant, { opens: "Change", submit: "Save", fields: texts });
const suspend = action(tenantForms.setTenantStatus, {
  opens: "Suspend",
  before: "New money routes will be refused; what runs finishes.",
  submit: "Suspend this tenant",
  look: "danger",
  hidden: { status: "suspended" },
});
const resume = action(tenantForms.setTenantStatus, { submit: "Make active again", hidden: { status: "active" } });
const movePin = action(tenantForms.movePin, {
  opens: "Move the API version",
  before:
    "Its keys are answered in that version from then on, unless a request names another in Sluice-Version. Do it when the tenant asks for it: another version has other shapes.",
  submit: "Move the tenant and its keys",
  fields: {
    apiVersion: { label: "API version", called: (date) => (date === currentApiVersion ? `${date}, the newest` : date) },
  },
});
const mint = action(tenantForms.addKey, {
  opens: "Mint a key",
  submit: "Mint a key",
  fields: keyFields({
    "*": "*: everything",
    read: "read: every GET, and dry runs",
    pay: "pay: to pay and cancel, and to give an invoice’s page a new link",
    refund: "refund: refunds of payments and escrows",
    escrow: "escrow: everything else that changes an escrow",
    write: "write: every other change",
  }),
});
const revoke = action(tenantForms.endKey, { opens: "Revoke", submit: "Revoke this key", look: "danger" });
const addEndpoint = action(endpointForms.addEndpoint, {
  opens: "Add an endpoint",
  submit: "Register the endpoint",
  fields: endpointTexts,
});

export function newTenantPage(_: unknown, view: View): Content {
  return formPage(view, "Register a tenant", ["tenants", "Tenants"], actionForm(view, register));
}

function endpointsTable(view: View, endpoints: readonly WebhookEndpoint[]): Html {
  return table("Webhook endpoints, newest first", endpoints, "It has no endpoint.", [
    ["URL", (each) => link(view, `tenants/${each.tenantId}/webhooks/${each.id}`, each.url)],
    ["Sends", (each) => badge(each.enabled ? "on" : "off")],
    ["Events", (each) => (each.events === null ? "all" : String(each.events.length))],
    ["Description", (each) => isolateText(each.description ?? "")],
  ]);
}

function settingsFacts(state: Tenant): Html {
  return facts([
    ["Id", code(state.id)],
    ["Slug", code(state.slug)],
    ["Contact", state.contactEmail],
    ["Is paid in", html`${state.stable} on ${state.destChain}`],
    ["Country", state.country],
    ["Wallet", code(state.destWallet)],
    ["Partner customer", state.partnerCustomerId && code(state.partnerCustomerId)],
    ["ISO reference", state.isoRef],
    ["Its payers are", texts.payers.called[state.payers]],
    ["Time zone", state.timeZone],
    ["API version", state.apiVersion ?? "the newest, once it has a key"],
    ["Since", moment(state.createdAt)],
    ["Changed", moment(state.updatedAt)],
  ]);
}

export async function tenantPage(context: ConsoleContext, view: View, { params }: RecordCall) {
  const { id } = params;
  const { state } = await getTenant(context, id);
  const [keys, endpoints] = await Promise.all([
    listKeys(context, id, { limit: most }),
    listWebhooks(context, id, { limit: most }),
  ]);
  const { name, status, stable, destChain, destWallet, contactEmail, partnerCustomerId, isoRef } = state;
  const { payers, timeZone, country } = state;
  const wallet = { destChain, destWallet, stable };
  const now = { name, contactEmail, ...wallet, country, partnerCustomerId, isoRef, payers, timeZone };
  const statusForm = actionForm(view, status === "active" ? suspend : resume, { id });
  const sections = [
    section(
      "API keys",
      keysTable(view, keys.data, revoke, "It has no key yet.", "versioned"),
      formRow(actionForm(view, mint, { id }), actionForm(view, movePin, { id }, { apiVersion: state.apiVersion })),
    ),
    section(
      "Webhook endpoints",
      endpointsTable(view, await inEffect(context, endpoints.data)),
      actionForm(view, addEndpoint, { id }),
    ),
  ];
  return detailPage(view, {
    title: name,
    heading: html`<h1 dir="auto">${name}</h1>`,
    above: [["tenants", "Tenants"]],
    status: html`${badge(status)}${state.creditSuspended && html` ${badge("credit suspended", "bad")}`}`,
    links: [
      ["Invoices", "invoices", { tenantId: id }],
      ["Escrows", "escrows", { tenantId: id }],
      ["Disputes", `disputes/ratios/${id}`],
      ["Flags", "flags", { tenantId: id }],
      ["Deliveries", "deliveries", { tenantId: id }],
      ["Brand", `people/brands/tenants/${id}`],
      ["Letters", "people/letters", { tenantId: id }],
      partnerCustomerId === null && ["Invite to apply", "people/applications/new", { tenantId: id }],
    ],
    parts: [
      pendingNotice(view, state),
      warningNotice(tenantWarnings(view, state)),
      frozenSection(view, state),
      html`<div class="two">${section("Settings", settingsFacts(state), formRow(actionForm(view, edit, { id }, now), statusForm))}
<div>${sections}</div></div>`,
    ],
  });
}
