import { html } from "hono/html";
import { erasureIdOf, getErasure, listErasures } from "../../../app/operations/erasures.ts";
import { type FoundSubject, findSubjects, type PersonalExport } from "../../../app/operations/personal-exports.ts";
import type { ErasureContext } from "../../../app/operations/subjects/subject-access.ts";
import {
  consolePrivacyOperations,
  consolePrivacyActionOperations as forms,
} from "../../../contract/console/console-privacy.ts";
import { spokenLabel } from "../../../domain/disputes/labels.ts";
import type { ErasableType } from "../../../domain/operations/erasable-types.ts";
import type { Erasure } from "../../../domain/operations/erasure.ts";
import type { Html } from "../../kit/page.ts";
import { action, actionForm, formRow } from "../kit/action.ts";
import { facts, factsSection, link, section, table } from "../kit/components.ts";
import { detailPage } from "../kit/detail.ts";
import { erasureTones, statusBadge } from "../kit/labels.ts";
import { listPages, oneOf } from "../kit/list.ts";
import { peopleNav } from "../kit/people-nav.ts";
import { code, moment } from "../kit/text.ts";
import type { Content, RecordCall, View } from "../kit/view.ts";

const above = [["privacy", "Privacy"]] as const;

/** Where what is stored of a subject is looked after otherwise. */
const places: Readonly<Partial<Record<ErasableType, string>>> = {
  application: "people/applications",
  access_request: "people/requests",
  payment: "settlements",
};

const find = action(forms.findPerson, {
  submit: "Look",
  fields: {
    whom: {
      label: "Whom",
      hint: "An e-mail address, a tenant (ten_…), an invoice that was paid (inv_…), or the id of a record (kyb_…, sgn_…, stl_…, pay_…)",
    },
  },
});

function searchSection(view: View): Html {
  return section("Look for a person", actionForm(view, find));
}

function subjectLink(view: View, id: string): Html {
  return link(view, `privacy/subjects/${id}`, code(id));
}

export const erasuresPage = listPages<ErasureContext>()(consolePrivacyOperations.showErasures, {
  title: "Privacy",
  tabs: peopleNav,
  above: async (_, view) => searchSection(view),
  section: "Requests to erase",
  load: listErasures,
  caption: "Requests to erase, newest first",
  columns: [
    ["Whose", ({ subject }, { view }) => subjectLink(view, subject)],
    ["Kind", ({ kind }) => spokenLabel(kind)],
    ["Status", ({ status }) => statusBadge(erasureTones, status)],
    ["Goes, or went", goesAt],
    ["Why", ({ reason }) => spokenLabel(reason)],
    ["Asked", ({ createdAt }) => moment(createdAt)],
  ],
  empty: "No request is like that.",
  filters: { status: oneOf("Status", spokenLabel) },
});

function goesAt({ kind, status, eraseAt }: Pick<Erasure, "kind" | "status" | "eraseAt">): Html | string {
  if (status === "withdrawn") return "–";
  if (eraseAt !== null) return moment(eraseAt);
  return kind === "payment" ? "some time after its debit" : "once its tenant has ended";
}

/** The search alone, where what was typed names nothing. */
export function blankSearchPage(view: View): Content {
  return detailPage(view, { title: "Look for a person", above, parts: [searchSection(view)] });
}

export function foundPage(view: View, found: readonly FoundSubject[]): Content {
  const rows = table("What is stored, kind by kind", found, "Nothing is stored of anybody like that.", [
    ["Record", ({ id }) => subjectLink(view, id)],
    ["Kind", ({ kind }) => spokenLabel(kind)],
    ["Tenant", ({ tenantId }) => tenantId && code(tenantId)],
    ["Since", ({ createdAt }) => moment(createdAt)],
    ["To be erased", ({ erasure }) => erasure && statusBadge(erasureTones, erasure.status)],
  ]);
  return detailPage(view, { title: "What was found", above, parts: [section("Records", rows), searchSection(view)] });
}

const exported = action(forms.exportPerson, {
  submit: "Show what is stored",
  key: "page",
  hidden: { as: "page" },
  look: "quiet",
});

const downloaded = action(forms.exportPerson, {
  submit: "Download what is stored",
  key: "file",
  hidden: { as: "file" },
  look: "quiet",
});

const erase = action(forms.erasePerson, {
  opens: "Erase",
  before:
    "What is erased is gone from tables, archive and backups for good. What the law has kept goes when it may. Export it first where the person asked for it.",
  submit: "Erase it",
  look: "danger",
  fields: {
    reason: { label: "Why", called: spokenLabel },
    reference: { label: "Reference", hint: "The number of the letter or ticket that asked for it: no name, no blanks" },
    confirmation: { label: "Confirmation", hint: "Type the word erase" },
  },
});

const withdraw = action(forms.withdrawErasureByHand, {
  opens: "Take the request back",
  before: "Its data stays. Asked for again, it is the same request.",
  submit: "Take it back",
  look: "quiet",
});

function erasureFacts(erasure: Erasure): Html {
  return factsSection("Its request to erase", [
    ["Request", code(erasure.id)],
    ["Status", statusBadge(erasureTones, erasure.status)],
    ["Goes, or went", goesAt(erasure)],
    ["Why then", erasure.basis],
    ["Why", spokenLabel(erasure.reason)],
    ["Reference", erasure.reference],
    ["Asked", moment(erasure.createdAt)],
  ]);
}

export async function subjectPage(context: ErasureContext, view: View, { params }: RecordCall) {
  const [found] = await findSubjects(context, { id: params.id });
  const erasure = found?.erasure ? await getErasure(context, erasureIdOf(params.id)) : null;
  const place = found && places[found.kind];
  return detailPage(view, {
    title: found ? spokenLabel(found.kind) : params.id,
    above,
    status: erasure && statusBadge(erasureTones, erasure.status),
    links: [
      place !== undefined && ["Its own page", `${place}/${params.id}`],
      ["Audit trail", "audit", { subject: params.id }],
    ],
    parts: [
      section(
        "What can be done",
        html`<p class="soft">An export is noted on the trail. See first that whoever asked is the person.</p>`,
        formRow(
          actionForm(view, exported, params),
          actionForm(view, downloaded, params),
          erasure?.status !== "erased" && erasure?.status !== "scheduled" && actionForm(view, erase, params),
          erasure?.status === "scheduled" && actionForm(view, withdraw, params),
        ),
      ),
      erasure && erasureFacts(erasure),
      section(
        "The record",
        facts([
          ["Id", code(params.id)],
          ["Tenant", found?.tenantId && link(view, `tenants/${found.tenantId}`, code(found.tenantId))],
          ["Since", found && moment(found.createdAt)],
        ]),
      ),
    ],
  });
}

/** All that is stored of a subject, as the person is given it. */
export function exportPage(view: View, told: PersonalExport): Content {
  const params = { id: told.id };
  return detailPage(view, {
    title: "What is stored",
    above: [...above, [`privacy/subjects/${told.id}`, spokenLabel(told.kind)]],
    parts: [
      formRow(actionForm(view, downloaded, params)),
      section(
        "The record, its files, its letters and its trail",
        html`<pre dir="auto">${JSON.stringify(told, null, 2)}</pre>`,
      ),
    ],
  });
}
