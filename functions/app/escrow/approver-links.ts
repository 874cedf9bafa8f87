import { randomBytes } from "node:crypto";
import * as z from "zod";
import { namedApprover } from "../../domain/escrow/approvers.ts";
import { type Escrow, type EscrowApprover, isEscrowEnded } from "../../domain/escrow/escrow.ts";
import { secretDigest } from "../core/api-key.ts";
import { commit } from "../core/change.ts";
import type { CommitContext, StoreContext } from "../core/context.ts";
import type { Key } from "../core/ports.ts";
import { findRecord } from "../core/read-records.ts";
import { rowKey } from "../core/row-keys.ts";
import { noSuchEscrow } from "./escrows.ts";
import { escrowRecordType } from "./record.ts";

const linked = z.object({ escrowId: z.string(), approverRef: z.string() });

function approverLinkKey(sha256: string): Key {
  return rowKey(`approver#${sha256}`);
}

/** An escrow as one of its approvers comes to it. */
export interface ApproverView {
  readonly state: Escrow;
  readonly approver: EscrowApprover;
}

/** A link for a letter that is about to be sent to an approver: 256 random bits, kept as SHA-256 alone. Null where nobody decides any more, and no letter goes out. */
export async function linkForApproverLetter(
  context: CommitContext & StoreContext & { readonly onboardUrl: string },
  escrowId: string,
  email: string,
): Promise<(ApproverView & { readonly url: string }) | null> {
  const state = (await findRecord(context, escrowRecordType, escrowId))?.state;
  const approver = state?.approvers.find((each) => each.email === email);
  if (!state || !approver || isEscrowEnded(state.status)) return null;
  const token = randomBytes(32).toString("base64url");
  const body = { escrowId, approverRef: approver.approverRef };
  const put = { ...approverLinkKey(secretDigest(token)), v: 1, type: "approver_link", body };
  const written = await commit(context, [{ put, expect: "absent" }]);
  if (!written.ok) throw new Error("an approver's link was not written");
  return { state, approver, url: `${context.onboardUrl}/a/${token}` };
}

/** The escrow behind an approver's link, and whose it is; a wrong token is not found. */
export async function approverByToken(context: StoreContext, token: string): Promise<ApproverView> {
  const [link] = await context.store.read([approverLinkKey(secretDigest(token))]);
  if (!link) throw noSuchEscrow();
  const { escrowId, approverRef } = linked.parse(link.body);
  const state = (await findRecord(context, escrowRecordType, escrowId))?.state;
  const approver = state && namedApprover(state, approverRef);
  if (!approver) throw noSuchEscrow();
  return { state, approver };
}
