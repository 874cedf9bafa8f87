import { html } from "hono/html";
import type { KeyInUse } from "../../../app/tenants/tenants.ts";
import type { Html } from "../../kit/page.ts";
import { type Action, actionForm } from "./action.ts";
import { table } from "./components.ts";
import { badge, code, moment } from "./text.ts";
import type { View } from "./view.ts";

/** The API keys of a tenant or an account, with the form that revokes each. */
export function keysTable(view: View, keys: readonly KeyInUse[], revokes: Action, empty: string): Html {
  const form = ({ tenantId: id, id: keyId, last4 }: KeyInUse) =>
    actionForm(view, { ...revokes, about: `ending in ${last4}` }, { id, keyId });
  return table("API keys, newest first", keys, empty, [
    ["Name", (key) => html`<span class="words" dir="auto">${key.name ?? "unnamed"}</span>`],
    ["Key", (key) => code(`${key.prefix}…${key.last4}`)],
    ["Status", (key) => badge(key.revokedAt === null ? "active" : "revoked")],
    ["Scopes", ({ scopes }) => (scopes.includes("*") ? "everything" : scopes.join(", "))],
    ["Last used", ({ lastUsedAt }) => (lastUsedAt === null ? "never" : moment(lastUsedAt))],
    ["Expires", ({ expiresAt }) => (expiresAt === null ? "never" : moment(expiresAt))],
    ["Minted", (key) => moment(key.createdAt)],
    ["Revoked", (key) => (key.revokedAt === null ? form(key) : moment(key.revokedAt))],
  ]);
}
