import { html } from "hono/html";
import type { Entry } from "../../../app/core/aggregate.ts";
import { operatorsDecision, takesApprovals } from "../../../app/escrow/approvals.ts";
import { escrowForms } from "../../../contract/console/console-actions.ts";
import { centsText } from "../../../domain/core/money.ts";
import { approverName } from "../../../domain/core/operator.ts";
import { type Escrow, isEscrowEnded } from "../../../domain/escrow/escrow.ts";
import type { Html } from "../../kit/page.ts";
import { action, actionForm, formRow, why } from "../kit/action.ts";
import { section, table } from "../kit/components.ts";
import { accountName } from "../kit/labels.ts";
import { badge, code, groupDigits, isolateText, moment, money } from "../kit/text.ts";
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
  const { approvals, requiredApprovals } = state;
  const isOpen = takesApprovals(state);
  if (!isOpen && approvals.length === 0) return false;
  return section(
    "Approvals",
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

function amountCell(cents: number): Html | "" {
  return cents > 0 ? html`<span class="n">${groupDigits(centsText(cents))}</span>` : "";
}

/** Every posting of an escrow, and the balances of its accounts. */
export function ledgerSection(entries: readonly Entry[]): Html {
  const postings = entries.flatMap(({ postings: all, at, seq }) => all.map((each) => ({ ...each, at, seq })));
  const balances = new Map<string, number>();
  for (const { account, amountCents } of postings) balances.set(account, (balances.get(account) ?? 0) + amountCents);
  const lines = [...balances].map(
    ([account, cents]) =>
      html`<li>${accountName(account)}: <span class="n">${groupDigits(centsText(Math.abs(cents)))}</span>${cents === 0 ? "" : cents > 0 ? " debit" : " credit"}</li>`,
  );
  return section(
    "Ledger",
    table("Postings, oldest first; debits and credits of an entry are equal", postings, "No money has moved yet.", [
      ["When", ({ at }) => moment(at)],
      ["Entry", ({ seq }) => String(seq), "right"],
      ["Account", ({ account }) => accountName(account)],
      ["Debit", ({ amountCents }) => amountCell(amountCents), "right"],
      ["Credit", ({ amountCents }) => amountCell(-amountCents), "right"],
    ]),
    lines.length > 0 && html`<p class="soft">Where its accounts stand:</p><ul class="plain">${lines}</ul>`,
  );
}
