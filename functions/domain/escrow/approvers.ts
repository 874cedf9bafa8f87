import { mailLocale } from "../core/mail.ts";
import { invalidField, Refusal } from "../core/refusal.ts";
import type { Instant } from "../core/time.ts";
import type { MailOrder } from "../core/transition.ts";
import { approverKey, isSameApprover } from "./approver.ts";
import {
  type Escrow,
  type EscrowApprover,
  type EscrowTransitions,
  escrowTransition,
  illegalMove,
  isEscrowEnded,
} from "./escrow.ts";

/** Most approvers that an escrow can name. */
export const maxApprovers = 20;

/** How often an approver is sent a link, so that nobody's mailbox is filled. */
const maxLinks = 10;

/** What is checked of the approvers that a new escrow names. */
interface NamedApprovers {
  readonly approvers?: readonly Pick<EscrowApprover, "approverRef" | "email">[];
  readonly releaseRule: Escrow["releaseRule"];
  readonly requiredApprovals: number;
}

/** The no to approvers who could be one person, who are too few, or whom the release rule never asks. */
export function whyNotApprovers({
  approvers = [],
  releaseRule,
  requiredApprovals,
}: NamedApprovers): Refusal | undefined {
  if (approvers.length === 0) return undefined;
  const invalid = (message: string) => invalidField("approvers", message, `approvers: ${message}`);
  if (releaseRule !== "dual_approval") return invalid("the dual_approval rule alone asks for approvals");
  if (approvers.length > maxApprovers) return invalid(`at most ${maxApprovers}`);
  if (new Set(approvers.map((each) => approverKey(each.approverRef))).size < approvers.length)
    return invalid("two names read the same");
  if (new Set(approvers.map((each) => each.email.toLowerCase())).size < approvers.length)
    return invalid("two have the same e-mail address");
  if (approvers.length < requiredApprovals) return invalid(`fewer than the ${requiredApprovals} that must approve`);
  return undefined;
}

/** The approver that a name means, under whatever spelling that reads the same. */
export function namedApprover({ approvers }: Escrow, approverRef: string): EscrowApprover | undefined {
  return approvers.find((each) => isSameApprover(each.approverRef, approverRef));
}

/** The letter with an approver's own link; the link is made when it is written. */
export function approverMail({ id, tenantId, metadata }: Escrow, { email: to }: EscrowApprover): MailOrder {
  const locale = mailLocale(metadata.locale);
  return { kind: "send_mail", template: "escrow_approval", about: id, tenantId, to, locale };
}

/** The no to a decision that does not come by an approver's own link, where the escrow names its approvers. */
export function whyNotWithoutLink({ approvers }: Escrow): Refusal | undefined {
  if (approvers.length === 0) return undefined;
  return new Refusal("approver_link_required", "this escrow's approvers decide by the links that they were sent");
}

/** Sends an approver another link. Refuses somebody who is not named, anything after the end, and more than ten. */
export function resendApproverLink(state: Escrow, approverRef: string, now: Instant): EscrowTransitions | Refusal {
  const found = namedApprover(state, approverRef);
  if (!found) return new Refusal("not_found", "no such approver");
  if (isEscrowEnded(state.status)) return illegalMove(state, "approver's link sent");
  if (found.linksSent >= maxLinks) return invalidField("approverRef", `its link was sent ${maxLinks} times`);
  const sent = { ...found, linksSent: found.linksSent + 1 };
  const approvers = state.approvers.map((each) => (each === found ? sent : each));
  const reason = `link sent again to ${found.approverRef}`;
  return [escrowTransition(state, { ...state, approvers }, now, { reason, follows: [approverMail(state, sent)] })];
}
