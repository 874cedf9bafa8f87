import { html } from "hono/html";
import { type FlagChange, listFlagHistory } from "../../../app/tenants/flag-history.ts";
import { effectiveFlags } from "../../../app/tenants/flags-and-fees.ts";
import { getTenant } from "../../../app/tenants/tenants.ts";
import { operatorName } from "../../../domain/core/operator.ts";
import { type FlagKey, sandboxOnlyFlags } from "../../../domain/tenants/flag.ts";
import type { Html } from "../../kit/page.ts";
import { badge, code, facts, moment, section, table, trail } from "../kit/components.ts";
import type { ConsoleDesk } from "../kit/context.ts";
import { filterForm, formOfView } from "../kit/form.ts";
import { tenantField } from "../kit/tenant-field.ts";
import { type Content, href, type View } from "../kit/view.ts";

const sources = { default: "nobody set it", global: "set for everybody", tenant: "set for this tenant" };

async function scopeName(desk: ConsoleDesk, tenantId: string | undefined): Promise<string> {
  return tenantId === undefined ? "everybody" : (await getTenant(desk, tenantId)).state.name;
}

/** The flags in force, for everybody or for one tenant. */
export async function flagsPage(
  desk: ConsoleDesk,
  view: View,
  { tenantId }: { tenantId?: string | undefined },
): Promise<Content> {
  const flags = await effectiveFlags(desk, tenantId ?? null);
  const name = await scopeName(desk, tenantId);
  const rows = flags.map((flag) => [
    html`<a href="${href(view, `flags/${flag.key}`, { tenantId })}">${flag.key}</a>`,
    badge(flag.enabled ? "on" : "off"),
    sources[flag.source],
    html`<span dir="auto">${flag.note ?? ""}</span>`,
  ]);
  const columns = ["Flag", "Is", "Because", "Note"].map((head) => ({ head }));
  return {
    title: `Flags for ${name}`,
    main: html`<h1 dir="auto">Flags for ${name}</h1>
<section>${filterForm(view, "flags", [await tenantField(desk, tenantId, "everybody")])}${table("Flags", columns, rows, "There is no flag.")}</section>`,
  };
}

/** Changes of a flag that its page shows; the audit trail has all. */
const shownChanges = 50;

function changes(history: readonly FlagChange[]): Html {
  const word = (enabled: boolean | null) => (enabled === null ? "unset" : enabled ? "on" : "off");
  const rows = history.map((each) => [
    moment(each.at),
    html`<span dir="auto" title="${each.actor}">${operatorName(each.actor)}</span>`,
    html`${word(each.from)} → ${badge(word(each.to))}`,
    html`<span dir="auto">${each.note ?? ""}</span>`,
  ]);
  const columns = ["When", "Who", "Change", "Why"].map((head) => ({ head }));
  return table("Changes, newest first", columns, rows, "It was never set here.");
}

/** One flag, and where it is set. */
export async function flagPage(
  desk: ConsoleDesk,
  view: View,
  key: FlagKey,
  { tenantId }: { tenantId?: string | undefined },
): Promise<Content> {
  const flag = (await effectiveFlags(desk, tenantId ?? null)).find((each) => each.key === key);
  const name = await scopeName(desk, tenantId);
  const history = await listFlagHistory(desk, { key, tenantId, limit: shownChanges });
  const set = {
    operation: "switchFlag",
    to: `flags/${key}`,
    hidden: { tenantId: tenantId ?? "" },
    submit: `Set it for ${name}`,
    fields: [
      {
        name: "setting",
        label: "Setting",
        value: flag?.source === (tenantId ? "tenant" : "global") ? (flag?.enabled ? "on" : "off") : "unset",
        options: [
          ["on", "On"],
          ["off", "Off"],
          ["unset", tenantId ? "As for everybody" : "As by default"],
        ] as const,
      },
      {
        name: "note",
        label: "Why",
        optional: true,
        maxLength: 500,
        hint: "Shown beside the flag and on its trail",
      },
    ],
  };
  return {
    title: key,
    main: html`${trail(view, [
      ["flags", "Flags"],
      ...(tenantId ? ([[`tenants/${tenantId}`, name]] as const) : []),
    ])}
<div class="head"><h1>${key}</h1>${badge(flag?.enabled ? "on" : "off")}</div>
${section(
  `For ${name}`,
  facts([
    ["Because", flag && sources[flag.source]],
    ["Note", flag?.note],
    ...(sandboxOnlyFlags.has(key)
      ? [["Safeguard", "It can be switched off in the sandbox only."] as const]
      : []),
    ...(tenantId ? [["Tenant", code(tenantId)] as const] : []),
  ]),
  formOfView(view, set),
)}
${section("History", changes(history.data))}`,
  };
}
