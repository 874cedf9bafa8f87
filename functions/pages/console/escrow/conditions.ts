import { html } from "hono/html";
import { approverName } from "../../../domain/core/operator.ts";
import type { Escrow } from "../../../domain/escrow/escrow.ts";
import type { Html } from "../../kit/page.ts";
import { badge } from "../kit/text.ts";

interface Condition {
  readonly met: boolean;
  readonly words: string;
}

/** What a release rule asks for, in a few words. */
export const ruleLabels: Readonly<Record<Escrow["releaseRule"], string>> = {
  manual: "Manual: the tenant’s call",
  milestone: "All milestones",
  dual_approval: "Approvals by different people",
  compliance_gate: "Compliance gate: low risk",
};

const restText: Readonly<Record<string, string>> = {
  amount_too_small: "What is not cancelled is not more than the fee",
  refund_address_required: "A cancelled milestone goes back to the buyer, and there is no refund address",
  refund_unsupported: "A cancelled milestone goes back to the buyer, and the rail cannot send it",
  refund_screening_declined: "The refund address did not pass its screen",
  refund_screening_incomplete: "The screen of the refund address has no verdict yet",
  refund_screening_unavailable: "The screen of the refund address gave no answer",
};

const screenText: Readonly<Record<string, string>> = {
  screening_declined: "The payout address did not pass its screen",
  screening_incomplete: "The screen of the payout address has no verdict yet",
  screening_unavailable: "The screen of the payout address gave no answer",
  screening_stale: "The payout address has no pass of the last 15 minutes; it is screened when a release is asked for",
};

/** Each condition of a release, met or not, in the order in which they are evaluated. */
function conditions(state: Escrow, unmet: readonly string[]): Condition[] {
  const [first] = unmet;
  const held = first !== "not_funded";
  return [
    { met: held, words: held ? "The whole amount is held" : "The whole amount is not held" },
    ...ofRule[state.releaseRule](state, unmet),
    ...unmet.flatMap((token) => (restText[token] === undefined ? [] : [{ met: false, words: restText[token] }])),
    unmet.includes("dispute_open")
      ? { met: false, words: "A dispute is open about it" }
      : { met: true, words: "No dispute is open about it" },
    gate(unmet),
  ];
}

const ofRule: Readonly<
  Record<Escrow["releaseRule"], (state: Escrow, unmet: readonly string[]) => readonly Condition[]>
> = {
  manual: () => [],
  compliance_gate: () => [],
  milestone: ({ milestones }, unmet) => {
    const done = milestones.filter(({ status }) => status === "completed").length;
    const due = milestones.filter(({ status }) => status !== "cancelled").length;
    const met = !unmet.some((token) => token.startsWith("milestones_incomplete:"));
    const text =
      due === 0 ? "Every milestone is cancelled: none is completed" : `${done} of ${due} milestones are completed`;
    return [{ met, words: text }];
  },
  dual_approval: ({ approvals, requiredApprovals }, unmet) => {
    const given = approvals.filter(({ decision }) => decision === "approve").length;
    const met = !unmet.some((token) => token.startsWith("approvals_missing:"));
    const rejected = approvals.filter(({ decision }) => decision === "reject");
    return [
      { met, words: `${given} of ${requiredApprovals} approvals are given` },
      ...rejected.map(({ approverRef }) => ({
        met: false,
        words: `Rejected by ${approverName(approverRef)}: blocks until it is withdrawn`,
      })),
    ];
  },
};

function gate(unmet: readonly string[]): Condition {
  if (unmet.includes("payout_address_missing"))
    return { met: false, words: "It has no payout address: there is nothing to screen" };
  const risk = unmet.find((token) => token.startsWith("screening_risk:"))?.split(":")[1];
  if (risk !== undefined)
    return { met: false, words: `The payout address passed its screen with risk ${risk}; the rule asks for low` };
  const token = unmet.find((each) => each in screenText);
  return token === undefined
    ? { met: true, words: "The payout address passed its screen within the last 15 minutes" }
    : { met: false, words: screenText[token] ?? token };
}

export function conditionList(state: Escrow, unmet: readonly string[]): Html {
  const lines = conditions(state, unmet).map(
    ({ met, words }) =>
      html`<li>${badge(met ? "met" : "unmet", met ? "good" : "warn")} <span dir="auto">${words}</span></li>`,
  );
  return html`<ul class="acts">${lines}</ul>`;
}
