import { achMeaning, bankCode } from "./return-code-rules.ts";
import type { Settlement } from "./settlement.ts";

/** Every reason for which a settlement is declined: compliance decisions, all made at the second gate. */
export const declineReasons = ["kyt_declined", "screening_unavailable", "screening_incomplete"] as const;

export type DeclineReason = (typeof declineReasons)[number];

/** What became of it, as a code for programs and in words for people. */
export interface Why {
  readonly code: string;
  readonly words: string;
}

const declineWords: Readonly<Record<DeclineReason, string>> = {
  kyt_declined:
    "The destination wallet did not pass the screen before payout. The money was collected, nothing was converted or paid out, and what was collected is held.",
  screening_unavailable:
    "The screen before payout gave no usable answer for 24 hours. Without an explicit pass nothing is paid out; what was collected is held.",
  screening_incomplete:
    "The screen before payout ended without an explicit pass. Without one nothing is paid out; what was collected is held.",
};

const byOperators =
  "Operators reviewed the destination wallet and declined it. The money was collected, nothing was paid out, and what was collected is held.";

const failureWords: Readonly<Record<string, string>> = {
  conversion_failed: "The conversion vendor refused to convert. Nothing was paid out; what was collected is held.",
  canceled: "It was canceled before any money came. The invoice can be paid again.",
  expired: "It lapsed before any money came. The invoice can be paid again.",
  given_up: "Operators gave it up. What was collected is held.",
  rail_failed: "The rail said for certain that it failed.",
  frozen_by_issuer:
    "The coin's issuer has frozen the destination wallet. Nothing was paid out, nothing is ordered to it again, and what was collected is held.",
};

/** Why a settlement was declined or failed, or its payment taken back; null where nothing went wrong. */
export function whyEnded(state: Settlement): Why | null {
  const { status, declineReason: declined, failureCode: failed, failureReason, payment } = state;
  if (status === "declined" && declined !== null) return { code: declined, words: wordsOf(state, declined) };
  if (payment.status === "returned") return returned(state);
  if (status !== "failed" || failed === null) return null;
  const known = failureWords[failed] ?? `It failed as ${failed}.`;
  return { code: failed, words: failureReason === null ? known : `${known} (${failureReason})` };
}

function wordsOf({ screens }: Settlement, declined: string): string {
  const reviewed = screens.findLast(({ outcome }) => outcome === "declined")?.source === "operator";
  if (declined === "kyt_declined" && reviewed) return byOperators;
  const reason = declineReasons.find((each) => each === declined);
  return reason ? declineWords[reason] : `It was declined as ${declined}.`;
}

function returned({ status, payment, updatedAt }: Settlement): Why {
  const bank = bankCode(payment.returnCode);
  const code = bank ?? "payment_returned";
  const { known, meaning, action } = achMeaning(code, payment.returnedAt ?? updatedAt);
  // What could be presented again has been by now, or is not to be.
  const toDo = action === "present_again" || action === "none" ? "" : ` (${action.replaceAll("_", " ")})`;
  const taken = `The payer's bank took the payment back${bank === null ? "" : `: ${code}`}${known ? `, ${meaning}${toDo}` : ""}.`;
  const after =
    status === "completed"
      ? "The stablecoin had been delivered, so the settlement stays completed and the amount is a shortfall."
      : "Nothing was delivered, and the invoice is open again.";
  return { code, words: `${taken} ${after}` };
}
