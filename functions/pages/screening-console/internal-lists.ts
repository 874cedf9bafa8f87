import { html } from "hono/html";
import { getOwnEntry, listOwnEntries } from "../../app/screening/internal-lists.ts";
import { screeningConsoleOperations } from "../../contract/screening/screening-console.ts";
import { screeningConsoleForms as forms } from "../../contract/screening/screening-console-actions.ts";
import { isSamePerson } from "../../domain/core/operator.ts";
import { spokenLabel } from "../../domain/disputes/labels.ts";
import { isInForce, type OwnDecision, type OwnListEntry, ownKinds } from "../../domain/screening/internal-list.ts";
import { longestValue } from "../../domain/screening/screen-value.ts";
import { action, actionForm, formRow } from "../console/kit/action.ts";
import { factsSection, link, section } from "../console/kit/components.ts";
import { detailPage, formPage } from "../console/kit/detail.ts";
import { ownEntryTones, statusBadge, verdictTones } from "../console/kit/labels.ts";
import { oneOf } from "../console/kit/list.ts";
import { actorName, code, distance, isolateText, moment, notice } from "../console/kit/text.ts";
import { type Content, href, type RecordCall, type View } from "../console/kit/view.ts";
import type { Html } from "../kit/page.ts";
import { type ScreeningContext, screeningList } from "./context.ts";

export const ownListsPage = screeningList(screeningConsoleOperations.showOwnEntries, {
  title: "Own lists",
  load: listOwnEntries,
  caption: "Entries of the own lists, newest first",
  columns: [
    ["Address", ({ id, value }, { view }) => link(view, `own-lists/${id}`, code(value))],
    ["Kind", ({ kind }) => statusBadge(verdictTones, kind)],
    ["Status", ({ status }) => statusBadge(ownEntryTones, status)],
    [
      "For",
      ({ category, entity }) =>
        html`<span class="words">${spokenLabel(category)}</span>${entity !== null && html`<br><span class="soft" dir="auto">${entity}</span>`}`,
    ],
    ["Because", ({ listing }) => isolateText(listing.reason)],
    ["Asked by", ({ listing }) => actorName(listing.askedBy)],
    ["Since", ({ createdAt }, { view }) => distance(createdAt, view.now)],
  ],
  empty: ({ status }) => (status === undefined ? "Nothing was ever proposed." : "No entry is like that."),
  filters: { status: oneOf("Status", spokenLabel) },
  beside: (view) => html`<a class="button end" href="${href(view, "own-lists/new")}">Propose an entry</a>`,
});

const kindChoices: Readonly<Record<(typeof ownKinds)[number], string>> = {
  block: "Block: nobody may be paid there",
  allow: "Allow: lifts a review, never a list’s match",
};

const propose = action(forms.proposeEntry, {
  submit: "Propose it",
  fields: {
    kind: { label: "Kind", options: ownKinds.toReversed().map((each) => [each, kindChoices[each]] as const) },
    value: { label: "Address", hint: "It counts in every way of writing the same address", maxLength: longestValue },
    category: { label: "Category", called: spokenLabel },
    entity: "Whose it is",
    reason: { label: "Reason", hint: "What the second operator decides by; it stays on the entry", type: "lines" },
  },
});

export function newEntryPage(_: unknown, view: View): Content {
  const before = html`<p>It changes no verdict before another operator has approved it.</p>`;
  const form = actionForm(view, propose, {}, { kind: "block" });
  return formPage(view, "Propose an entry", ["own-lists", "Own lists"], before, form);
}

const note = { label: "Note", type: "lines" } as const;
const approve = action(forms.approveEntry, {
  opens: "Approve",
  before: "From then on it counts in every verdict, and monitored addresses are screened again.",
  submit: "Approve the entry",
  fields: { note },
});
const approveWithdrawal = {
  ...approve,
  before: "From then on it counts in no verdict, and monitored addresses are screened again.",
  submit: "Approve the withdrawal",
};
const reject = action(forms.rejectEntry, { opens: "Reject", submit: "Reject it", look: "danger", fields: { note } });
const takeBack = { ...reject, opens: "Take it back", submit: "Take it back" };
const withdraw = action(forms.withdrawEntry, {
  opens: "Propose to take it off",
  before: "It counts until another operator has approved its withdrawal.",
  submit: "Propose the withdrawal",
  fields: { reason: { label: "Reason", type: "lines" } },
});

function decisionForms(view: View, { id, status }: OwnListEntry, { askedBy }: OwnDecision): Html {
  if (isSamePerson(view.actor ?? "", askedBy))
    return html`${notice("You asked for this, so another operator must approve it: nobody changes verdicts alone. You may take it back.", "warn")}${formRow(actionForm(view, takeBack, { id }))}`;
  const approves = status === "proposed" ? approve : approveWithdrawal;
  return formRow(actionForm(view, approves, { id }), actionForm(view, reject, { id }));
}

function actionsOf(view: View, state: OwnListEntry): Html | false {
  const { id, status, listing, withdrawal } = state;
  if (status === "proposed") return section("Your word", decisionForms(view, state, listing));
  if (status === "withdrawal_proposed" && withdrawal)
    return section("Your word on its withdrawal", decisionForms(view, state, withdrawal));
  return status === "active" && section("What can be done", formRow(actionForm(view, withdraw, { id })));
}

function decisionSection(heading: string, decision: OwnDecision): Html {
  const isDecided = decision.decidedBy !== null;
  return factsSection(heading, [
    ["Asked by", actorName(decision.askedBy)],
    ["Asked at", moment(decision.askedAt)],
    ["Because", decision.reason],
    ["Decision", decision.decision ?? "waits for another operator"],
    isDecided && ["Decided by", actorName(decision.decidedBy)],
    isDecided && ["Decided at", moment(decision.decidedAt)],
    isDecided && ["Their note", decision.note],
  ]);
}

export async function ownEntryPage(context: ScreeningContext, view: View, { params }: RecordCall) {
  const state = await getOwnEntry(context, params.id);
  const { id, kind, value, listing, withdrawal } = state;
  const entry = factsSection("Entry", [
    ["Id", code(id)],
    ["Kind", statusBadge(verdictTones, kind)],
    ["Address", code(value)],
    ["Category", spokenLabel(state.category)],
    ["Whose it is", state.entity],
    ["Counts in verdicts", isInForce(state) ? "yes" : "no"],
  ]);
  return detailPage(view, {
    title: `${kind === "block" ? "Block" : "Allow"} ${value}`,
    above: [["own-lists", "Own lists"]],
    status: statusBadge(ownEntryTones, state.status),
    parts: [
      actionsOf(view, state),
      html`<div class="two">${entry}
<div>${decisionSection("Listing", listing)}${withdrawal && decisionSection("Withdrawal", withdrawal)}</div></div>`,
    ],
  });
}
