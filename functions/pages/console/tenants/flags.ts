import { html } from "hono/html";
import { effectiveFlags, listFlagHistory } from "../../../app/tenants/flags-and-fees.ts";
import { getTenant } from "../../../app/tenants/tenants.ts";
import { tenantForms } from "../../../contract/console/console-actions.ts";
import { Refusal } from "../../../domain/core/refusal.ts";
import { sandboxOnlyFlags } from "../../../domain/tenants/flag.ts";
import { action, actionForm } from "../kit/action.ts";
import { facts, link, section, table } from "../kit/components.ts";
import type { ConsoleContext } from "../kit/context.ts";
import { detailPage } from "../kit/detail.ts";
import { filterForm } from "../kit/form.ts";
import { tenantField } from "../kit/tenant-field.ts";
import { actorName, badge, code, isolateText, moment } from "../kit/text.ts";
import type { Content, QueryCall, View } from "../kit/view.ts";

const sources = { default: "nobody set it", global: "set for everybody", tenant: "set for this tenant" };

async function scopeName(context: ConsoleContext, tenantId: string | undefined): Promise<string> {
  return tenantId === undefined ? "everybody" : (await getTenant(context, tenantId)).state.name;
}

interface Scope {
  readonly tenantId?: string | undefined;
}

export async function flagsPage(context: ConsoleContext, view: View, { query: { tenantId } }: QueryCall<Scope>) {
  const flags = await effectiveFlags(context, tenantId ?? null);
  const name = await scopeName(context, tenantId);
  const filters = filterForm(view, "flags", [await tenantField(context, tenantId, "everybody")]);
  const rows = table("Flags", flags, "", [
    ["Flag", ({ key }) => link(view, `flags/${key}`, key, { tenantId })],
    ["Is", ({ enabled }) => badge(enabled ? "on" : "off")],
    ["Because", ({ source }) => sources[source]],
    ["Note", ({ note }) => isolateText(note ?? "")],
  ]);
  return {
    title: `Flags for ${name}`,
    main: html`<h1 dir="auto">Flags for ${name}</h1>
<section>${filters}${rows}</section>`,
  };
}

/** Changes of a flag that its page shows; the audit trail has all. */
const shownChanges = 50;

function settingName(enabled: boolean | null): string {
  return enabled === null ? "unset" : enabled ? "on" : "off";
}

export async function flagPage(
  context: ConsoleContext,
  view: View,
  { params: { key }, query: { tenantId } }: { readonly params: { readonly key: string }; readonly query: Scope },
): Promise<Content> {
  const flag = (await effectiveFlags(context, tenantId ?? null)).find((each) => each.key === key);
  if (!flag) throw new Refusal("not_found", "there is no such flag");
  const name = await scopeName(context, tenantId);
  const history = await listFlagHistory(context, { key: flag.key, tenantId: tenantId ?? null, limit: shownChanges });
  const unset = tenantId ? "As for everybody" : "As by default";
  const set = action(tenantForms.switchFlag, {
    submit: `Set it for ${name}`,
    hidden: { tenantId: tenantId ?? "" },
    fields: {
      setting: { label: "Setting", called: { on: "On", off: "Off", unset } },
      note: { label: "Why", hint: "Shown beside the flag and on its trail" },
    },
  });
  const isOwn = flag.source === (tenantId ? "tenant" : "global");
  return detailPage(view, {
    title: key,
    above: [["flags", "Flags"], ...(tenantId ? [[`tenants/${tenantId}`, name] as const] : [])],
    status: badge(settingName(flag.enabled)),
    parts: [
      section(
        `For ${name}`,
        facts([
          ["Because", sources[flag.source]],
          ["Note", flag.note],
          sandboxOnlyFlags.has(flag.key) && ["Safeguard", "It can be switched off in the sandbox only."],
          tenantId && ["Tenant", code(tenantId)],
        ]),
        actionForm(view, set, { key }, { setting: settingName(isOwn ? flag.enabled : null) }),
      ),
      section(
        "History",
        table("Changes, newest first", history.data, "It was never set here.", [
          ["When", (each) => moment(each.at)],
          ["Who", (each) => actorName(each.actor)],
          ["Change", (each) => html`${settingName(each.from)} → ${badge(settingName(each.to))}`],
          ["Why", (each) => isolateText(each.note ?? "")],
        ]),
      ),
    ],
  });
}
