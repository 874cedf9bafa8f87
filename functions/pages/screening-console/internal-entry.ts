import { html } from "hono/html";
import { getOwnEntry } from "../../app/screening/internal-lists.ts";
import { isSamePerson } from "../../domain/core/operator.ts";
import { spoken } from "../../domain/disputes/labels.ts";
import { isInForce, type OwnDecision, type OwnListEntry } from "../../domain/screening/internal-list.ts";
import { code, facts, moment, notice, section, trail } from "../console/kit/components.ts";
import { type Form, folded } from "../console/kit/form.ts";
import type { Content, View } from "../console/kit/view.ts";
import type { Html } from "../kit/page.ts";
import type { OfficeDesk } from "./context.ts";
import { actionBadge, addressOf, ownBadge, who } from "./labels.ts";

const note = { name: "note", label: "Note", type: "lines" as const, optional: true, maxLength: 500 };

function decisionForms(view: View, { id, status }: OwnListEntry, { askedBy }: OwnDecision): Html {
  const isListing = status === "proposed";
  const isMine = isSamePerson(view.actor ?? "", askedBy);
  const reject: Form = {
    operation: "rejectEntry",
    to: `own-lists/${id}/reject`,
    fields: [note],
    submit: isMine ? "Take it back" : "Reject it",
    look: "danger",
  };
  if (isMine)
    return html`${notice("You asked for this, so another operator must approve it: nobody changes verdicts alone. You may take it back.", "warn")}<div class="doings">${folded(view, "Take it back", reject)}</div>`;
  const approve: Form = {
    operation: "approveEntry",
    to: `own-lists/${id}/approve`,
    fields: [note],
    submit: isListing ? "Approve the entry" : "Approve the withdrawal",
  };
  const felt = isListing
    ? "From then on it counts in every verdict, and monitored addresses are screened again."
    : "From then on it counts in no verdict, and monitored addresses are screened again.";
  return html`<div class="doings">${folded(view, "Approve", approve, felt)}${folded(view, "Reject", reject)}</div>`;
}

function withdrawForm(view: View, { id }: OwnListEntry): Html {
  const form: Form = {
    operation: "withdrawEntry",
    to: `own-lists/${id}/withdraw`,
    fields: [{ name: "reason", label: "Reason", type: "lines", maxLength: 500 }],
    submit: "Propose the withdrawal",
  };
  return html`<div class="doings">${folded(view, "Propose to take it off", form, "It counts until another operator has approved its withdrawal.")}</div>`;
}

function doings(view: View, state: OwnListEntry): Html | false {
  if (state.status === "proposed") return section("Your word", decisionForms(view, state, state.listing));
  if (state.status === "withdrawal_proposed" && state.withdrawal)
    return section("Your word on its withdrawal", decisionForms(view, state, state.withdrawal));
  return state.status === "active" && section("What can be done", withdrawForm(view, state));
}

function decisionSection(heading: string, said: OwnDecision): Html {
  return section(
    heading,
    facts([
      ["Asked by", who(said.askedBy)],
      ["Asked at", moment(said.askedAt)],
      ["Because", said.reason],
      ["Decision", said.decision ?? "waits for another operator"],
      ...(said.decidedBy === null
        ? []
        : ([
            ["Decided by", who(said.decidedBy)],
            ["Decided at", moment(said.decidedAt)],
            ["Their note", said.note],
          ] as const)),
    ]),
  );
}

/** An entry of the own lists, who asked and who decided, and a second operator’s word. */
export async function ownEntryPage(desk: OfficeDesk, view: View, id: string): Promise<Content> {
  const state = await getOwnEntry(desk, id);
  const title = `${state.kind === "block" ? "Block" : "Allow"} ${state.value}`;
  return {
    title,
    main: html`${trail(view, [["own-lists", "Own lists"]])}
<div class="head"><h1>${title}</h1>${ownBadge(state.status)}</div>
${doings(view, state)}
<div class="two">${section(
      "Entry",
      facts([
        ["Id", code(id)],
        ["Kind", actionBadge(state.kind)],
        ["Address", addressOf(state)],
        ["Category", spoken(state.category)],
        ["Whose it is", state.entity],
        ["Counts in verdicts", isInForce(state) ? "yes" : "no"],
      ]),
    )}
<div>${decisionSection("Listing", state.listing)}${state.withdrawal && decisionSection("Withdrawal", state.withdrawal)}</div></div>`,
  };
}
