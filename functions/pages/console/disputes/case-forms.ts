import { html } from "hono/html";
import type { InspectedCase } from "../../../app/disputes/inspect.ts";
import { consoleDisputeActionOperations as forms } from "../../../contract/console/console-dispute-actions.ts";
import { reviewForms } from "../../../contract/console/console-review.ts";
import { siblingId } from "../../../domain/core/id.ts";
import { centsText } from "../../../domain/core/money.ts";
import { type DisputeCase, disputeStages } from "../../../domain/disputes/case.ts";
import { isLate } from "../../../domain/disputes/deadline.ts";
import { isPreparing } from "../../../domain/disputes/transitions.ts";
import { actionRoles } from "../../../domain/review/review-reason-code.ts";
import type { Html } from "../../kit/page.ts";
import { type Action, action, actionForm, openActions, why } from "../kit/action.ts";
import { section } from "../kit/components.ts";
import { stageName } from "../kit/labels.ts";
import { code, moment } from "../kit/text.ts";
import { href, mayOpen, type View } from "../kit/view.ts";

const gather = action(forms.gatherCaseByHand, { submit: "Begin to gather evidence" });
const submit = action(forms.submitCaseByHand, {
  opens: "Submit",
  submit: "Submit the case",
  fields: {
    narrative: { label: "Narrative", type: "lines", hint: "What happened, in your words; it leads the packet" },
  },
});
const accept = action(reviewForms.actOnItem, {
  key: "accept_loss",
  role: actionRoles.accept_loss,
  opens: "Accept the loss",
  before: "The case is not answered. Another operator must agree.",
  submit: "Ask to accept the loss",
  look: "danger",
  fields: { note: why },
});
const withdraw = action(forms.withdrawCaseByHand, {
  opens: "The dispute was withdrawn",
  before: "The payer or the network has taken it back.",
  submit: "Record the withdrawal",
});
const orderPacket = action(forms.orderCasePacket, { submit: "Make the packet", look: "quiet" });

function outcomeOf({ currency, amountCents }: DisputeCase): Action {
  return action(forms.noteCaseOutcome, {
    opens: "Record the outcome",
    submit: "Record the outcome",
    fields: {
      result: { label: "What the network decided", choose: "Choose", called: { won: "Won", lost: "Lost" } },
      networkRef: "Network’s reference",
      decidedAt: { label: "Decided at", type: "datetime-local", hint: "In UTC; now where it is left out" },
      recovered: {
        label: `What comes back, in ${currency}`,
        hint: `Such as ${centsText(amountCents)}; all of it where it is won and nothing is said`,
        maxLength: 16,
      },
    },
  });
}

function escalationOf({ status, stage }: DisputeCase): Action | undefined {
  const isEnded = ["won", "lost", "expired", "accepted"].includes(status);
  const later = disputeStages.slice(disputeStages.indexOf(stage) + 1);
  const goesOn = isEnded || (stage === "inquiry" && status !== "withdrawn");
  if (!goesOn || later.length === 0) return undefined;
  return action(forms.escalateCaseByHand, {
    opens: "Go on to the next stage",
    before: "It is opened anew; what was submitted stays as it was.",
    submit: "Open the next stage",
    fields: {
      stage: { label: "Next stage", options: later.map((each) => [each, stageName(each)] as const) },
      networkDueBy: {
        label: "Network’s deadline",
        type: "datetime-local",
        hint: "In UTC; the network’s usual window where it is left out",
      },
    },
  });
}

export function caseActions(view: View, { state, checklist }: InspectedCase): Html {
  const { id, status } = state;
  const inTime = !isLate(state, view.now);
  const form = (each: Action) => actionForm(view, each, { id });
  const before = checklist.ready
    ? "What it shows then never changes, and its packet is made."
    : "Evidence is missing still: it would be refused.";
  const escalate = escalationOf(state);
  return openActions([
    status === "open" && inTime && form(gather),
    status === "gathering" && inTime && form({ ...submit, before }),
    status === "submitted" && form(outcomeOf(state)),
    isPreparing(state) && actionForm(view, accept, { id: siblingId(id, "rev") }),
    (isPreparing(state) || status === "submitted") && form(withdraw),
    escalate !== undefined && form(escalate),
  ]);
}

/** The packet that answers the dispute: whether it is there, and the way to it. */
export function packetSection(view: View, { state }: InspectedCase): Html {
  const { packet, revision } = state;
  const place = `disputes/cases/${state.id}/packet`;
  const isCurrent = packet?.revision === revision;
  if (isCurrent && packet.status === "ready")
    return section(
      "Packet",
      html`<p>${mayOpen(view, place) && html`<a class="button" href="${href(view, place)}">Download the packet</a> `}<span class="soft">One PDF of ${String(packet.pages ?? 0)} ${packet.pages === 1 ? "page" : "pages"}.</span></p>`,
      packet.sha256 && html`<p class="soft">SHA-256 ${code(packet.sha256)}</p>`,
    );
  if (isCurrent && packet.status === "building")
    return section(
      "Packet",
      html`<p>It is being made since ${moment(packet.orderedAt)}.</p><p><a class="button" href="${href(view, `disputes/cases/${state.id}`)}">Look again</a></p>`,
    );
  if (isCurrent && packet.status === "failed")
    return section(
      "Packet",
      html`<p class="bad">It could not be made. Send the files one by one where the window closes soon.</p>`,
      actionForm(view, orderPacket, { id: state.id }),
    );
  return section(
    "Packet",
    html`<p>${packet === null ? "One PDF of all the evidence, with an index." : "The evidence has changed since it was made."}</p>`,
    actionForm(view, orderPacket, { id: state.id }),
  );
}
