import { html } from "hono/html";
import type { KeyInUse } from "../../../app/tenants/tenants.ts";
import type { Html } from "../../kit/page.ts";
import { type Action, actionForm } from "./action.ts";
import { table } from "./components.ts";
import { badge, code, moment } from "./text.ts";
import type { View } from "./view.ts";

/** Until when a key lets anybody in, where that was said. */
function expiry({ expiresAt }: KeyInUse): Html | false {
  return expiresAt !== null && html`<br>until ${moment(expiresAt)}`;
}

function scopesText({ scopes }: KeyInUse): string {
  return scopes.includes("*") ? "everything" : scopes.join(", ");
}

/** Where a key may be used from, where that was said. */
function sources({ sourceRanges }: KeyInUse): Html | false {
  return sourceRanges !== null && html`<br>from ${sourceRanges.join(", ")}`;
}

/** The API keys of a tenant or an account, with the form that revokes each; a tenant's have the API version that they are pinned to. */
export function keysTable(
  view: View,
  keys: readonly KeyInUse[],
  revokes: Action,
  empty: string,
  versions?: "versioned",
): Html {
  const form = ({ tenantId: id, id: keyId, last4 }: KeyInUse) =>
    actionForm(view, { ...revokes, about: `ending in ${last4}` }, { id, keyId });
  return table("API keys, newest first", keys, empty, [
    [
      "Key",
      (key) =>
        html`<span class="words" dir="auto">${key.name ?? "unnamed"}</span><br>${code(key.prefix)}<br>${code(`…${key.last4}`)}`,
    ],
    [
      "Status",
      (key) =>
        html`${badge(key.revokedAt === null ? "active" : "revoked")}${expiry(key)}<br>${scopesText(key)}${sources(key)}${versions && html`<br>API ${key.apiVersion}`}`,
    ],
    [
      "Minted, used",
      ({ createdAt, lastUsedAt }) =>
        html`${moment(createdAt)}<br>${lastUsedAt === null ? "never used" : moment(lastUsedAt)}`,
    ],
    ["Revoked", (key) => (key.revokedAt === null ? form(key) : moment(key.revokedAt))],
  ]);
}
