import { html } from "hono/html";
import type { AuditLine } from "../../../app/audit/audit.ts";
import type { Html } from "../../kit/page.ts";
import { link } from "../kit/components.ts";
import type { ListColumn } from "../kit/list.ts";
import { actorName, code, digest, moment, soft } from "../kit/text.ts";
import type { View } from "../kit/view.ts";

type Line = Omit<AuditLine, "tenantId">;

/** The place of a record's page by the prefix of its id. */
type Places = Readonly<Record<string, string>>;

function subjectCell(places: Places, view: View, { subject, subjectType }: Line): Html {
  const place = places[subject.slice(0, 3)];
  const named = html`${code(subject)}<br>${soft(subjectType.replaceAll("_", " "))}`;
  return place === undefined || !subject.includes("_") ? named : link(view, `${place}/${subject}`, named);
}

function changeCell({ before, after }: Line): Html | string {
  if (after === null) return "–";
  const text = JSON.stringify({ ...(before && { before }), after }, null, 1);
  return html`<details><summary>Fields</summary><pre>${text}</pre></details>`;
}

/** The columns of an audit trail's page in either console, which has these places for its records. */
export function auditColumns(places: Places): ListColumn<Line>[] {
  return [
    ["When", ({ at }) => moment(at)],
    ["Who", ({ actor }) => actorName(actor)],
    ["What", ({ reason, action }) => html`${reason}<br>${soft(action ?? "by itself")}`],
    ["About", (each, { view }) => subjectCell(places, view, each)],
    ["Changed", changeCell],
    ["Hash", ({ hash }) => digest(hash, 8)],
  ];
}

const hint = "A day or an instant, in UTC";

/** What both trails' pages say and are narrowed by, whosever they are. */
export const auditPageText = {
  title: "Audit",
  heading: "Audit trail",
  caption: "Audit trail, newest first",
  empty: "Nothing was written down about that.",
  folds: "Filter",
} as const;

export const auditFilterTexts = {
  subject: "Record’s id",
  actor: { label: "Who", hint: "Such as operator:NAME" },
  action: { label: "Action", hint: "Such as setFlag" },
  from: { label: "From", hint },
  to: { label: "Before", hint },
} as const;
