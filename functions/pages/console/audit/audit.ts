import { html } from "hono/html";
import { type AuditFilter, type AuditLine, listAudit } from "../../../app/audit/audit.ts";
import { operatorName } from "../../../domain/core/operator.ts";
import type { Html } from "../../kit/page.ts";
import { code, moment, pager, table } from "../kit/components.ts";
import type { ConsoleDesk } from "../kit/context.ts";
import { filterForm } from "../kit/form.ts";
import { tenantField } from "../kit/tenant-field.ts";
import { type Content, href, type View } from "../kit/view.ts";

const places: Readonly<Record<string, string>> = {
  ten: "tenants",
  stl: "settlements",
  rev: "review",
  apr: "approvals",
  dlv: "deliveries",
  kyb: "people/applications",
  sgn: "people/requests",
};

function subjectOf(view: View, { subject, subjectType }: AuditLine): Html {
  const place = places[subject.slice(0, 3)];
  const named = html`${code(subject)}<br><span class="soft">${subjectType.replaceAll("_", " ")}</span>`;
  return place === undefined || !subject.includes("_")
    ? named
    : html`<a href="${href(view, `${place}/${subject}`)}">${named}</a>`;
}

function changeOf({ before, after }: AuditLine): Html | string {
  if (after === null) return "–";
  const text = JSON.stringify({ ...(before && { before }), after }, null, 1);
  return html`<details><summary>Fields</summary><pre>${text}</pre></details>`;
}

/** Form fields of a moment: a day, or a whole instant. */
function momentField(name: string, label: string, value: string | undefined) {
  return { name, label, hint: "A day or an instant, in UTC", optional: true, value };
}

/** The audit trail: what operators did, or everything about one record or of one tenant. */
export async function auditPage(desk: ConsoleDesk, view: View, asked: AuditFilter): Promise<Content> {
  const { data, nextCursor } = await listAudit(desk, asked);
  const rows = data.map((line) => [
    moment(line.at),
    html`<span dir="auto" title="${line.actor}">${operatorName(line.actor)}</span>`,
    html`${line.reason}<br><span class="soft">${line.action ?? "by itself"}</span>`,
    subjectOf(view, line),
    changeOf(line),
    html`<code title="${line.hash}">${line.hash.slice(0, 8)}</code>`,
  ]);
  const columns = ["When", "Who", "What", "About", "Changed", "Hash"].map((head) => ({ head }));
  const { limit: _limit, cursor: _cursor, ...narrowed } = asked;
  const open = Object.values(narrowed).some((value) => value !== undefined);
  const filters = filterForm(view, "audit", [
    { name: "subject", label: "Record’s id", optional: true, value: asked.subject },
    await tenantField(desk, asked.tenantId, "what operators did"),
    { name: "actor", label: "Who", hint: "Such as operator:NAME", optional: true, value: asked.actor },
    { name: "action", label: "Action", hint: "Such as setFlag", optional: true, value: asked.action },
    momentField("from", "From", asked.from),
    momentField("to", "Before", asked.to),
  ]);
  return {
    title: "Audit",
    main: html`<h1>Audit trail</h1>
<section><details class="filter-fold"${open && html` open`}><summary>Filter</summary>${filters}</details>${table("Audit trail, newest first", columns, rows, "Nothing was written down about that.")}${pager(view, "audit", { ...asked }, nextCursor)}</section>`,
  };
}
