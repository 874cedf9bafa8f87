import type { Hop } from "./hop.ts";
import { type Joint, nothing } from "./joint.ts";
import { Refusal } from "./refusal.ts";
import { type MoneyCase, moneyBack, notAvailable, returnableCents, whyNotReturn } from "./review-money.ts";
import { type Settlement, settlementHop } from "./settlement.ts";
import { addSeconds, type Instant } from "./time.ts";

/** What the rail said of money that it was told to send back. */
export interface SentBack {
  readonly transferRef: string;
  readonly returned: "sent" | "failed" | null;
}

const askAgainSeconds = 600;

/** Why the rail cannot send held money back; undefined where it can. */
export function whyNotSendBack(state: Settlement): string | undefined {
  if (!state.refundable) return `the ${state.rail} adapter has no leg that returns money to a payer`;
  if (state.sendBack !== null) return "it is being sent back already";
  return whyNotReturn(state);
}

/** Records the wish to send all held money back by the rail, before the rail is told; the sweeper tells it. */
export function askSendBack(state: Settlement, by: string, now: Instant): Hop<Settlement> | Refusal {
  if (!state.refundable) return new Refusal("refund_unsupported", whyNotSendBack(state) ?? "");
  const why = whyNotSendBack(state);
  if (why !== undefined) return notAvailable("return", why);
  const failures = state.reconBreaks.filter(({ kind }) => kind === "return_failed").length;
  const amountCents = returnableCents(state);
  const sendBack = {
    ...{ key: `${state.id}:return:${failures + 1}`, amountCents, by, transferRef: null, lookAt: now },
  };
  return settlementHop(state, { ...state, sendBack }, now, {
    reason: `${amountCents} cents to be sent back by the rail (${by})`,
  });
}

/** Whether the rail is to be told, or asked, now. */
export function isSendBackDue({ sendBack }: Settlement, now: Instant): boolean {
  return sendBack !== null && sendBack.lookAt <= now;
}

/** What became of it: gone, on its way, or refused, which leaves the money held and operators to see it. */
export function recordSendBack(
  asked: Pick<MoneyCase, "settlement" | "invoice" | "now">,
  said: SentBack | { readonly refused: { readonly code: string } },
): Joint {
  const { settlement: state, now } = asked;
  const { sendBack } = state;
  if (sendBack === null) return nothing;
  if ("refused" in said) return failed(state, said.refused.code, now);
  if (said.returned === "failed") return failed(state, "return_failed", now);
  if (said.returned === "sent")
    return moneyBack({ ...asked, rule: undefined, reference: said.transferRef, by: sendBack.by }, true);
  const next = {
    ...state,
    sendBack: {
      ...sendBack,
      transferRef: said.transferRef,
      lookAt: addSeconds(now, askAgainSeconds),
    },
  };
  const quiet = sendBack.transferRef === said.transferRef ? { quiet: true as const } : {};
  const reason = `on its way back to the payer as ${said.transferRef}`;
  return { settlement: [settlementHop(state, next, now, { reason, ...quiet })], invoice: [] };
}

function failed(state: Settlement, code: string, now: Instant): Joint {
  const reconBreaks = [...state.reconBreaks, { kind: "return_failed", at: now }];
  const hop = settlementHop(state, { ...state, sendBack: null, reconBreaks }, now, {
    reason: `the rail did not send the money back: ${code}`,
  });
  return { settlement: [hop], invoice: [] };
}
