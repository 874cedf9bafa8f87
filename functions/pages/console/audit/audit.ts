import { html } from "hono/html";
import { type AuditLine, listAudit } from "../../../app/audit/audit.ts";
import { consoleOperations } from "../../../contract/console/console.ts";
import type { Html } from "../../kit/page.ts";
import { link } from "../kit/components.ts";
import { consoleList } from "../kit/context.ts";
import { tenantFilter } from "../kit/tenant-field.ts";
import { actorName, code, digest, moment, soft } from "../kit/text.ts";
import type { View } from "../kit/view.ts";

const places: Readonly<Record<string, string>> = {
  ten: "tenants",
  stl: "settlements",
  rev: "review",
  apr: "approvals",
  dlv: "deliveries",
  kyb: "people/applications",
  sgn: "people/requests",
};

function subjectCell(view: View, { subject, subjectType }: AuditLine): Html {
  const place = places[subject.slice(0, 3)];
  const named = html`${code(subject)}<br>${soft(subjectType.replaceAll("_", " "))}`;
  return place === undefined || !subject.includes("_") ? named : link(view, `${place}/${subject}`, named);
}

function changeCell({ before, after }: AuditLine): Html | string {
  if (after === null) return "–";
  const text = JSON.stringify({ ...(before && { before }), after }, null, 1);
  return html`<details><summary>Fields</summary><pre>${text}</pre></details>`;
}

const hint = "A day or an instant, in UTC";

export const auditPage = consoleList(consoleOperations.showAudit, {
  title: "Audit",
  heading: "Audit trail",
  load: listAudit,
  caption: "Audit trail, newest first",
  columns: [
    ["When", ({ at }) => moment(at)],
    ["Who", ({ actor }) => actorName(actor)],
    ["What", ({ reason, action }) => html`${reason}<br>${soft(action ?? "by itself")}`],
    ["About", (each, { view }) => subjectCell(view, each)],
    ["Changed", changeCell],
    ["Hash", ({ hash }) => digest(hash, 8)],
  ],
  empty: "Nothing was written down about that.",
  folds: "Filter",
  filters: {
    subject: "Record’s id",
    tenantId: tenantFilter("what operators did"),
    actor: { label: "Who", hint: "Such as operator:NAME" },
    action: { label: "Action", hint: "Such as setFlag" },
    from: { label: "From", hint },
    to: { label: "Before", hint },
  },
});
