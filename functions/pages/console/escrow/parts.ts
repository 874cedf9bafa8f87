import { html } from "hono/html";
import type { Entry } from "../../../app/core/aggregate.ts";
import { operatorsDecision, takesApprovals } from "../../../app/escrow/operator-approval.ts";
import { centsText } from "../../../domain/core/money.ts";
import { approverName, operatorName } from "../../../domain/core/operator.ts";
import { type Escrow, isEscrowEnded } from "../../../domain/escrow/escrow.ts";
import type { Html } from "../../kit/page.ts";
import { badge, code, grouped, moment, money, section, table } from "../kit/components.ts";
import { type Form, folded } from "../kit/form.ts";
import { accountName } from "../kit/ledger-labels.ts";
import type { View } from "../kit/view.ts";

/** An escrow's milestones; none where it has none. */
export function milestonesSection({ milestones, currency }: Escrow): Html | false {
  const rows = milestones.map(({ seq, description, amountCents, status, id }) => [
    String(seq),
    html`<span dir="auto">${description}</span>`,
    amountCents === null ? "–" : money(amountCents, currency),
    badge(status),
    code(id),
  ]);
  const columns = [
    { head: "No." },
    { head: "Milestone" },
    { head: "Amount", right: true },
    { head: "State" },
    { head: "Id" },
  ];
  return milestones.length > 0 && section("Milestones", table("Milestones", columns, rows, ""));
}

/** Who approved and who rejected, and the say of the operator who looks, where the rule asks for approvals. */
export function approvalsSection(view: View, state: Escrow): Html | false {
  const { approvals, requiredApprovals } = state;
  if (!takesApprovals(state) && approvals.length === 0) return false;
  const rows = approvals.map(({ approverRef, decision, note, at }) => [
    html`<span dir="auto" title="${approverRef}">${approverName(approverRef)}</span>`,
    approverRef.startsWith("operator:") ? "operator" : "tenant",
    badge(decision, decision === "approve" ? "good" : "bad"),
    html`<span dir="auto">${note ?? "–"}</span>`,
    moment(at),
  ]);
  const columns = ["Approver", "Whose", "Decision", "Note", "When"].map((head) => ({ head }));
  return section(
    "Approvals",
    takesApprovals(state) &&
      html`<p>It needs ${requiredApprovals} by different people; one rejection blocks it.</p>`,
    table("Approvals, oldest first", columns, rows, "Nobody has decided yet."),
    takesApprovals(state) && !isEscrowEnded(state.status) && decisionForms(view, state),
  );
}

function decisionForms(view: View, state: Escrow): Html {
  const mine = operatorsDecision(state, view.actor ?? "");
  const to = `escrows/${state.id}/approvals`;
  if (mine) {
    const form: Form = { operation: "withdrawEscrowDecision", to: `${to}/withdraw`, submit: "Take it back" };
    return html`<p>You have decided: ${mine.decision}.</p><div class="doings">${folded(view, "Take your decision back", form, "It counts no more. You may decide anew then.")}</div>`;
  }
  const note = { name: "note", label: "Why", type: "lines" as const, optional: true, maxLength: 500 };
  const form = (decision: "approve" | "reject"): Form => ({
    ...{ operation: "decideOnEscrow", to, key: decision, fields: [note] },
    ...(decision === "approve" ? { submit: "Approve it" } : { submit: "Reject it", look: "danger" as const }),
  });
  return html`<div class="doings">${folded(view, "Approve", form("approve"), "You count as one approver. The release stays the tenant’s call, and every other condition stands.")}${folded(view, "Reject", form("reject"), "Nothing is released until you take it back.")}</div>`;
}

/** Every posting of an escrow, and where its accounts stand. */
export function ledgerSection(entries: readonly Entry[]): Html {
  const postings = entries.flatMap(({ postings: all, at, seq }) => all.map((each) => ({ ...each, at, seq })));
  const amount = (cents: number) =>
    cents > 0 ? html`<span class="n">${grouped(centsText(cents))}</span>` : "";
  const rows = postings.map(({ at, seq, account, amountCents }) => [
    moment(at),
    String(seq),
    accountName(account),
    amount(amountCents),
    amount(-amountCents),
  ]);
  const columns = [
    { head: "When" },
    { head: "Entry", right: true },
    { head: "Account" },
    { head: "Debit", right: true },
    { head: "Credit", right: true },
  ];
  const balances = new Map<string, number>();
  for (const { account, amountCents } of postings)
    balances.set(account, (balances.get(account) ?? 0) + amountCents);
  const standing = [...balances].map(
    ([account, cents]) =>
      html`<li>${accountName(account)}: <span class="n">${grouped(centsText(Math.abs(cents)))}</span>${cents === 0 ? "" : cents > 0 ? " debit" : " credit"}</li>`,
  );
  return section(
    "Ledger",
    table(
      "Postings, oldest first; debits and credits of an entry are equal",
      columns,
      rows,
      "No money has moved yet.",
    ),
    standing.length > 0 &&
      html`<p class="soft">Where its accounts stand:</p><ul class="plain">${standing}</ul>`,
  );
}

/** The audit entries with their hashes, behind a fold. */
export function entriesFold(entries: readonly Entry[]): Html {
  const rows = entries.map(({ seq, at, from, to, reason, actor, hash }) => [
    String(seq),
    moment(at),
    from === to ? badge(to) : html`${from !== null && html`${badge(from)} → `}${badge(to)}`,
    html`<span dir="auto">${reason}</span>`,
    html`<span dir="auto" title="${actor}">${operatorName(actor)}</span>`,
    html`<code title="${hash}">${hash.slice(0, 12)}</code>`,
  ]);
  const columns = ["No.", "When", "Status", "Why", "Who", "Hash"].map((head) => ({ head }));
  return html`<details><summary>Each with its hash</summary><div class="fold">${table("Audit entries, oldest first", columns, rows, "")}</div></details>`;
}
