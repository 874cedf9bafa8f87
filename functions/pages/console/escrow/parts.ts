import { html } from "hono/html";
import { operatorsDecision, takesApprovals } from "../../../app/escrow/approvals.ts";
import { escrowForms } from "../../../contract/console/console-actions.ts";
import { approverName } from "../../../domain/core/operator.ts";
import { type Escrow, isEscrowEnded } from "../../../domain/escrow/escrow.ts";
import type { Html } from "../../kit/page.ts";
import { action, actionForm, formRow, why } from "../kit/action.ts";
import { section, table } from "../kit/components.ts";
import { badge, code, isolateText, moment, money } from "../kit/text.ts";
import type { View } from "../kit/view.ts";

/** An escrow's milestones; none where it has none. */
export function milestonesSection({ milestones, currency }: Escrow): Html | false {
  if (milestones.length === 0) return false;
  return section(
    "Milestones",
    table("Milestones", milestones, "", [
      ["No.", ({ seq }) => String(seq)],
      ["Milestone", ({ description }) => isolateText(description)],
      ["Amount", ({ amountCents }) => (amountCents === null ? "–" : money(amountCents, currency)), "right"],
      ["State", ({ status }) => badge(status)],
      ["Id", ({ id }) => code(id)],
    ]),
  );
}

/** Who approved and who rejected, and the decision of the operator who looks, where the rule needs approvals. */
export function approvalsSection(view: View, state: Escrow): Html | false {
  const { approvals, approvers, requiredApprovals } = state;
  const isOpen = takesApprovals(state);
  if (!isOpen && approvals.length === 0 && approvers.length === 0) return false;
  return section(
    "Approvals",
    approvers.length > 0 && html`<p>It needs ${requiredApprovals} of those named, each by their own link:</p>`,
    approvers.length > 0 &&
      table("Named approvers", approvers, "", [
        ["Approver", ({ approverRef }) => isolateText(approverRef)],
        ["E-mail", ({ email }) => isolateText(email)],
        ["Letters", ({ linksSent }) => String(linksSent), "right"],
      ]),
    isOpen && html`<p>It needs ${requiredApprovals} by different people; one rejection blocks it.</p>`,
    table("Approvals, oldest first", approvals, "Nobody has decided yet.", [
      ["Approver", ({ approverRef: ref }) => html`<span dir="auto" title="${ref}">${approverName(ref)}</span>`],
      ["Whose", ({ approverRef }) => (approverRef.startsWith("operator:") ? "operator" : "tenant")],
      ["Decision", ({ decision }) => badge(decision, decision === "approve" ? "good" : "bad")],
      ["Note", ({ note }) => isolateText(note ?? "–")],
      ["When", ({ at }) => moment(at)],
    ]),
    isOpen && !isEscrowEnded(state.status) && decisionForms(view, state),
  );
}

const approve = action(escrowForms.decideOnEscrow, {
  key: "approve",
  opens: "Approve",
  before: "You count as one approver. The release stays the tenant’s call, and every other condition stands.",
  submit: "Approve it",
  fields: { note: why },
});
const reject = action(escrowForms.decideOnEscrow, {
  key: "reject",
  opens: "Reject",
  before: "Nothing is released until you take it back.",
  submit: "Reject it",
  look: "danger",
  fields: { note: why },
});
const withdraw = action(escrowForms.withdrawEscrowDecision, {
  opens: "Take your decision back",
  before: "It counts no more. You may decide anew then.",
  submit: "Take it back",
});

function decisionForms(view: View, state: Escrow): Html {
  const mine = operatorsDecision(state, view.actor ?? "");
  const { id } = state;
  return mine
    ? html`<p>You have decided: ${mine.decision}.</p>${formRow(actionForm(view, withdraw, { id }))}`
    : formRow(actionForm(view, approve, { id }), actionForm(view, reject, { id }));
}
