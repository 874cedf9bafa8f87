import { html } from "hono/html";
import { getTenant, listKeys, listTenants } from "../../app/tenants/tenants.ts";
import { inEffect } from "../../app/webhooks/endpoint-changes.ts";
import { listWebhooks } from "../../app/webhooks/webhooks.ts";
import type { ApiKey, Tenant } from "../../domain/tenants/tenant.ts";
import type { WebhookEndpoint } from "../../domain/webhooks/webhook.ts";
import type { Html } from "../kit/page.ts";
import { badge, code, facts, moment, pager, section, table, trail } from "./kit/components.ts";
import type { ConsoleDesk } from "./kit/context.ts";
import { type Field, folded, formOfView } from "./kit/form.ts";
import { type Content, href, type View } from "./kit/view.ts";

const most = 100;

/** The tenants, newest first. */
export async function tenantsPage(
  desk: ConsoleDesk,
  view: View,
  asked: { limit: number; cursor?: string | undefined },
): Promise<Content> {
  const { data, nextCursor } = await listTenants(desk, asked);
  const rows = data.map((each) => [
    html`<a href="${href(view, `tenants/${each.id}`)}" dir="auto">${each.name}</a>`,
    code(each.slug),
    badge(each.status),
    html`${each.stable} on ${each.destChain}`,
    moment(each.createdAt),
  ]);
  const columns = ["Name", "Slug", "Status", "Is paid in", "Since"].map((head) => ({ head }));
  return {
    title: "Tenants",
    main: html`<div class="head"><h1>Tenants</h1><a class="button end" href="${href(view, "tenants/new")}">Register a tenant</a></div>
<section>${table("Tenants, newest first", columns, rows, "There is no tenant yet.")}${pager(view, "tenants", asked, nextCursor)}</section>`,
  };
}

function tenantFields(now?: Tenant): Field[] {
  return [
    { name: "name", label: "Name", maxLength: 200, value: now?.name },
    { name: "contactEmail", label: "Contact e-mail", type: "email", value: now?.contactEmail },
    { name: "destChain", label: "Chain", hint: "Such as ethereum, base or tron", value: now?.destChain },
    { name: "destWallet", label: "Wallet", hint: "Where its stablecoin goes", value: now?.destWallet },
    { name: "stable", label: "Stablecoin", value: now?.stable ?? "USDT" },
    {
      name: "partnerCustomerId",
      label: "Partner customer",
      hint: "Its id at the rail's partner; without one nothing can be paid",
      optional: true,
      value: now?.partnerCustomerId,
    },
    { name: "isoRef", label: "ISO reference", optional: true, value: now?.isoRef },
  ];
}

/** Where a tenant is registered. */
export function newTenantPage(view: View): Content {
  const slug: Field = {
    name: "slug",
    label: "Slug",
    hint: "2 to 39 of a-z, 0-9 and -; it stays as it is",
    maxLength: 39,
  };
  const form = { operation: "registerTenant", to: "tenants", submit: "Register" };
  return {
    title: "Register a tenant",
    main: html`${trail(view, [["tenants", "Tenants"]])}<h1>Register a tenant</h1>
<section>${formOfView(view, { ...form, fields: [slug, ...tenantFields()] })}</section>`,
  };
}

function keyRow(view: View, key: ApiKey): unknown[] {
  const revoke = {
    operation: "endKey",
    to: `tenants/${key.tenantId}/keys/${key.id}/revoke`,
    submit: "Revoke this key",
    look: "danger" as const,
    about: `ending in ${key.last4}`,
  };
  return [
    html`<span dir="auto">${key.name ?? "unnamed"}</span>`,
    code(`${key.prefix}…${key.last4}`),
    key.revokedAt === null ? badge("active") : badge("revoked"),
    moment(key.createdAt),
    key.revokedAt === null ? folded(view, "Revoke", revoke) : moment(key.revokedAt),
  ];
}

function endpointRow(view: View, each: WebhookEndpoint): unknown[] {
  return [
    html`<a href="${href(view, `tenants/${each.tenantId}/webhooks/${each.id}`)}">${each.url}</a>`,
    badge(each.enabled ? "on" : "off"),
    each.events === null ? "all" : String(each.events.length),
    html`<span dir="auto">${each.description ?? ""}</span>`,
  ];
}

function suspension(view: View, tenant: Tenant): Html {
  const active = tenant.status === "active";
  const form = {
    operation: "setTenantStatus",
    to: `tenants/${tenant.id}/status`,
    hidden: { status: active ? "suspended" : "active" },
  };
  return active
    ? folded(
        view,
        "Suspend",
        { ...form, submit: "Suspend this tenant", look: "danger" },
        "New money routes will be refused; what runs finishes.",
      )
    : formOfView(view, { ...form, submit: "Make active again" });
}

function keysSection(view: View, id: string, keys: readonly ApiKey[]): Html {
  const mint = {
    operation: "addKey",
    to: `tenants/${id}/keys`,
    fields: [{ name: "name", label: "Name of the key", optional: true, maxLength: 64 }],
    submit: "Mint a key",
  };
  const columns = ["Name", "Key", "Status", "Minted", "Revoked"].map((head) => ({ head }));
  return section(
    "API keys",
    table(
      "API keys, newest first",
      columns,
      keys.map((key) => keyRow(view, key)),
      "It has no key yet.",
    ),
    folded(view, "Mint a key", mint),
  );
}

function endpointsSection(view: View, id: string, endpoints: readonly WebhookEndpoint[]): Html {
  const columns = ["URL", "Sends", "Events", "Description"].map((head) => ({ head }));
  const add = {
    operation: "addEndpoint",
    to: `tenants/${id}/webhooks`,
    fields: endpointFields(),
    submit: "Register the endpoint",
  };
  return section(
    "Webhook endpoints",
    table(
      "Webhook endpoints, newest first",
      columns,
      endpoints.map((each) => endpointRow(view, each)),
      "It has no endpoint.",
    ),
    folded(view, "Add an endpoint", add),
  );
}

/** What can be said of an endpoint. */
export function endpointFields(now?: WebhookEndpoint): Field[] {
  return [
    {
      name: "url",
      label: "URL",
      type: "url",
      maxLength: 2048,
      hint: "https, but in the sandbox",
      value: now?.url,
    },
    {
      name: "events",
      label: "Events",
      type: "lines",
      optional: true,
      hint: "One a line; none means all",
      value: now?.events?.join("\n"),
    },
    { name: "description", label: "Description", optional: true, maxLength: 200, value: now?.description },
  ];
}

/** A tenant with its settings, keys and endpoints. */
export async function tenantPage(desk: ConsoleDesk, view: View, id: string): Promise<Content> {
  const { state } = await getTenant(desk, id);
  const [keys, endpoints] = await Promise.all([
    listKeys(desk, id, { limit: most }),
    listWebhooks(desk, id, { limit: most }),
  ]);
  const edit = { operation: "editTenant", to: `tenants/${id}`, fields: tenantFields(state), submit: "Save" };
  return {
    title: state.name,
    main: html`${trail(view, [["tenants", "Tenants"]])}
<div class="head"><h1 dir="auto">${state.name}</h1>${badge(state.status)}${state.creditSuspended && html` ${badge("credit suspended", "bad")}`}
<a class="end" href="${href(view, "escrows", { tenantId: id })}">Escrows</a> <a href="${href(view, `disputes/ratios/${id}`)}">Disputes</a> <a href="${href(view, "flags", { tenantId: id })}">Flags</a> <a href="${href(view, "deliveries", { tenantId: id })}">Deliveries</a> <a href="${href(view, `people/brands/tenants/${id}`)}">Brand</a> <a href="${href(view, "people/letters", { tenantId: id })}">Letters</a>${state.partnerCustomerId === null && html` <a href="${href(view, "people/applications/new", { tenantId: id })}">Invite to apply</a>`}</div>
<div class="two">${section(
      "Settings",
      facts([
        ["Id", code(state.id)],
        ["Slug", code(state.slug)],
        ["Contact", state.contactEmail],
        ["Is paid in", html`${state.stable} on ${state.destChain}`],
        ["Wallet", code(state.destWallet)],
        ["Partner customer", state.partnerCustomerId && code(state.partnerCustomerId)],
        ["ISO reference", state.isoRef],
        ["Since", moment(state.createdAt)],
        ["Changed", moment(state.updatedAt)],
      ]),
      html`<div class="doings">${folded(view, "Change", edit)}${suspension(view, state)}</div>`,
    )}
<div>${keysSection(view, id, keys.data)}${endpointsSection(view, id, await inEffect(desk, endpoints.data))}</div></div>`,
  };
}
