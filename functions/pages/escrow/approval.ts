import { decideByLink, type LinkedDecision } from "../../app/escrow/approvals.ts";
import { approverByToken } from "../../app/escrow/approver-links.ts";
import { brandOf } from "../../app/tenants/brands.ts";
import { getTenant } from "../../app/tenants/tenants.ts";
import { approvalPurpose, approverOperations } from "../../contract/escrow/approver-pages.ts";
import { localeOf } from "../../contract/shared/locale.ts";
import { hasHidden } from "../../domain/core/control-characters.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import { serve } from "../../http/route.ts";
import { contextOf } from "../../wiring/core/context.ts";
import { peopleFrame } from "../../wiring/frames/public.ts";
import { refusedForPeople } from "../kit/error-page.ts";
import type { FieldError } from "../kit/form.ts";
import type { LinkCall } from "../kit/front-page.ts";
import { type ApprovalPageInput, approvalPage } from "./approval-page.ts";
import { approvalMessages } from "./messages/approval.ts";

type Opened = LinkCall & Parameters<typeof contextOf>[0];

async function pageInput(call: Opened): Promise<ApprovalPageInput> {
  const context = contextOf(call);
  const { token } = call.params;
  const found = await approverByToken(context, token);
  const { state: tenant } = await getTenant(context, found.state.tenantId);
  const brand = await brandOf(context, tenant);
  const own = localeOf(found.state.metadata.locale, "", brand.locale);
  return { ...found, token, root: call.root, brand, locale: localeOf(call.query.lang, call.languages, own) };
}

const longestNote = 500;

/** What a form says, or what is wrong with it. */
function readDecision(
  { locale }: ApprovalPageInput,
  { decision, note }: { readonly decision: string; readonly note: string },
): LinkedDecision | readonly FieldError[] {
  const { form } = approvalMessages[locale];
  if (decision === "withdraw") return { decision, note: null };
  const isKnown = decision === "approve" || decision === "reject";
  const isNote = note.length <= longestNote && !hasHidden(note.replaceAll("\n", " "));
  if (isKnown && isNote) return { decision, note: note.trim() === "" ? null : note };
  return [
    ...(isKnown ? [] : [{ path: "decision", message: form.missing }]),
    ...(isNote ? [] : [{ path: "note", message: form.noteTooLong }]),
  ];
}

/** What others did meanwhile is shown, not told as an error. */
const shownAgain = ["approval_conflict", "illegal_escrow_transition"];

export const handler = serve(
  approverOperations,
  peopleFrame({ refused: refusedForPeople, proof: { parameter: "token", purpose: approvalPurpose } }),
  {
    showEscrowApproval: async (call) => approvalPage(await pageInput(call)),
    decideEscrowApproval: async (call) => {
      const input = await pageInput(call);
      const { token, state, approver, root } = input;
      const read = readDecision(input, call.body);
      if (Array.isArray(read)) return approvalPage({ ...input, errors: read, typed: call.body });
      const escrow = { tenantId: state.tenantId, name: state.id };
      try {
        await decideByLink(contextOf(call), escrow, approver.approverRef, read as LinkedDecision);
      } catch (error) {
        if (!(error instanceof Refusal && shownAgain.includes(error.code))) throw error;
      }
      const lang = call.query.lang === undefined ? "" : `?${new URLSearchParams({ lang: input.locale })}`;
      return { status: 303, body: "", headers: { location: `${root}a/${token}${lang}` } };
    },
  },
);
