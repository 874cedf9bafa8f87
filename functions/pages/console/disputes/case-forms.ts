import { html } from "hono/html";
import type { InspectedCase } from "../../../app/disputes/inspect-case.ts";
import { siblingId } from "../../../domain/core/id.ts";
import { centsText } from "../../../domain/core/money.ts";
import { type DisputeCase, disputeStages } from "../../../domain/disputes/case.ts";
import { textMax } from "../../../domain/disputes/case-evidence.ts";
import { isLate } from "../../../domain/disputes/deadline.ts";
import { isPreparing } from "../../../domain/disputes/transitions.ts";
import { longestNote } from "../../../domain/review/case-notes.ts";
import type { Html } from "../../kit/page.ts";
import { code, moment, section } from "../kit/components.ts";
import { type Form, folded, formOfView } from "../kit/form.ts";
import { href, type View } from "../kit/view.ts";
import { stageWords } from "./labels.ts";

function formFor({ id }: DisputeCase, operation: string, part: string): Pick<Form, "operation" | "to"> {
  return { operation, to: `disputes/cases/${id}/${part}` };
}

function submitForm(view: View, { state, checklist }: InspectedCase): Html {
  const form: Form = {
    ...formFor(state, "submitCaseByHand", "submit"),
    fields: [
      {
        ...{ name: "narrative", label: "Narrative", type: "lines", optional: true, maxLength: textMax },
        hint: "What happened, in your words; it leads the packet",
      },
    ],
    submit: "Submit the case",
  };
  const before = checklist.ready
    ? "What it shows then never changes, and its packet is made."
    : "Evidence is missing still: it would be refused.";
  return folded(view, "Submit", form, before);
}

function outcomeForm(view: View, state: DisputeCase): Html {
  const form: Form = {
    ...formFor(state, "noteCaseOutcome", "outcome"),
    fields: [
      {
        ...{ name: "result", label: "What the network decided" },
        options: [
          ["", "Choose"],
          ["won", "Won"],
          ["lost", "Lost"],
        ],
      },
      { name: "networkRef", label: "Network’s reference", optional: true, maxLength: 128 },
      {
        ...{ name: "decidedAt", label: "Decided at", type: "datetime-local", optional: true },
        hint: "In UTC; now where it is left out",
      },
      {
        ...{
          name: "recovered",
          label: `What comes back, in ${state.currency}`,
          optional: true,
          maxLength: 16,
        },
        hint: `Such as ${centsText(state.amountCents)}; all of it where it is won and nothing is said`,
      },
    ],
    submit: "Record the outcome",
  };
  return folded(view, "Record the outcome", form);
}

function escalateForm(view: View, state: DisputeCase): Html | false {
  const isEnded = ["won", "lost", "expired", "accepted"].includes(state.status);
  const later = disputeStages.slice(disputeStages.indexOf(state.stage) + 1);
  const goesOn = isEnded || (state.stage === "inquiry" && state.status !== "withdrawn");
  if (!goesOn || later.length === 0) return false;
  const form: Form = {
    ...formFor(state, "escalateCaseByHand", "escalate"),
    fields: [
      {
        ...{ name: "stage", label: "Next stage" },
        options: later.map((each) => [each, stageWords[each]] as const),
      },
      {
        ...{ name: "networkDueBy", label: "Network’s deadline", type: "datetime-local", optional: true },
        hint: "In UTC; the network’s usual window where it is left out",
      },
    ],
    submit: "Open the next stage",
  };
  return folded(
    view,
    "Go on to the next stage",
    form,
    "It is opened anew; what was submitted stays as it was.",
  );
}

/** Everything that can be done about a case as it stands. */
export function caseDoings(view: View, seen: InspectedCase): Html {
  const { state } = seen;
  const { status } = state;
  const gather: Form = {
    ...formFor(state, "gatherCaseByHand", "gather"),
    submit: "Begin to gather evidence",
  };
  const accept: Form = {
    ...{ operation: "actOnItem", to: `review/${siblingId(state.id, "rev")}/actions`, key: "accept_loss" },
    fields: [{ name: "note", label: "Why", type: "lines", optional: true, maxLength: longestNote }],
    ...{ submit: "Ask to accept the loss", look: "danger" },
  };
  const withdraw: Form = {
    ...formFor(state, "withdrawCaseByHand", "withdraw"),
    submit: "Record the withdrawal",
  };
  const inTime = !isLate(state, view.now);
  const forms = [
    status === "open" && inTime && formOfView(view, gather),
    status === "gathering" && inTime && submitForm(view, seen),
    status === "submitted" && outcomeForm(view, state),
    isPreparing(state) &&
      folded(view, "Accept the loss", accept, "The case is not answered. Another operator must agree."),
    (isPreparing(state) || status === "submitted") &&
      folded(view, "The dispute was withdrawn", withdraw, "The payer or the network has taken it back."),
    escalateForm(view, state),
  ].filter((form) => form !== false);
  return section(
    "What can be done",
    forms.length === 0
      ? html`<p class="empty">It has ended: nothing more can be done about it.</p>`
      : html`<div class="doings">${forms}</div>`,
  );
}

/** The packet that answers the dispute: whether it is there, and the way to it. */
export function packetSection(view: View, { state }: InspectedCase): Html {
  const { packet, revision } = state;
  const place = `disputes/cases/${state.id}/packet`;
  const order: Form = {
    ...formFor(state, "orderCasePacket", "packet"),
    submit: "Make the packet",
    look: "quiet",
  };
  const isCurrent = packet?.revision === revision;
  if (isCurrent && packet.status === "ready")
    return section(
      "Packet",
      html`<p><a class="button" href="${href(view, place)}">Download the packet</a> <span class="soft">One PDF of ${String(packet.pages ?? 0)} ${packet.pages === 1 ? "page" : "pages"}.</span></p>`,
      packet.sha256 && html`<p class="soft">SHA-256 ${code(packet.sha256)}</p>`,
    );
  if (isCurrent && packet.status === "building")
    return section(
      "Packet",
      html`<p>It is being made since ${moment(packet.orderedAt)}.</p><p><a class="button" href="${href(view, `disputes/cases/${state.id}`)}">Look again</a></p>`,
    );
  return section(
    "Packet",
    html`<p>${packet === null ? "One PDF of all the evidence, with an index." : "The evidence has changed since it was made."}</p>`,
    formOfView(view, order),
  );
}
