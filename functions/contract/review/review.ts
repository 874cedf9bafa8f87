import * as z from "zod";
import { idOf } from "../../domain/core/id.ts";
import { alertSummary } from "../../domain/disputes/alert-view.ts";
import { caseSummary } from "../../domain/disputes/case-view.ts";
import { reviewStatuses } from "../../domain/operations/review-statuses.ts";
import { approval, approvalStatuses } from "../../domain/review/approval.ts";
import { longestNote } from "../../domain/review/case-notes.ts";
import { reviewActions, reviewReasonCodes, verdicts } from "../../domain/review/review-reason-code.ts";
import { settlementView } from "../../domain/settlement/view.ts";
import { together, underRules } from "../../http/field-rules.ts";
import { printable, printableLines } from "../../http/printable.ts";
import { idParam } from "../../http/schemas.ts";
import { heldEscrow } from "../escrow/admin-escrow.ts";
import { expandable, expandedListOf, expandedRecordOf, operatorEmbedsOne } from "../expand.ts";
import { byStatus, changeOf, creationRange, get, operationTable, post, rangeOf } from "../operation-table.ts";
import { operatorEmbeds } from "../settlement/operator-embeds.ts";
import { waitingApproval } from "../shared/waiting-approval.ts";

/** The statuses of all that the queue is about. */
export const reviewStatus = z.enum(reviewStatuses);

const reviewItem = z
  .object({
    id: z.string(),
    kind: z.enum(reviewReasonCodes).describe("why it is in the queue"),
    subjectId: z.string(),
    tenantId: z.string(),
    status: reviewStatus.describe("how far the record is"),
    reason: z.string().describe("why it needs somebody, in words"),
    since: z.string().describe("since when it is here"),
    deadline: z.string().nullable().describe("by when something has to be done; null where there is no limit"),
    actions: z.array(z.enum(reviewActions)).describe("what can be done as things stand"),
    assignee: z.string().nullable(),
    notes: z
      .array(
        z.object({
          at: z.string().describe("when it was written"),
          actor: z.string(),
          text: z.string().describe("what was noted"),
        }),
      )
      .describe("oldest first; a list shows the last three"),
    approvals: z.array(z.string()).describe("the approvals that wait for a second operator"),
  })
  .meta({ id: "ReviewItem" });

const embeds = {
  tenant: operatorEmbeds.tenant,
  settlement: operatorEmbedsOne(
    "inspectSettlement",
    settlementView,
    "the settlement that it is about, as lists show it",
  ),
  escrow: operatorEmbedsOne("inspectEscrow", heldEscrow, "the escrow that it is about, as lists show it"),
  alert: operatorEmbedsOne("getAlert", alertSummary, "the dispute alert that it is about, as lists show it"),
  case: operatorEmbedsOne("getCase", caseSummary, "the dispute case that it is about, as lists show it"),
};
const expandableItem = expandable("ExpandableReviewItem", reviewItem, embeds);
const expandableApproval = expandable("ExpandableApproval", approval, embeds);

const written = printableLines(1, longestNote);
const note = written.nullable().default(null);
const name = printable(1, 128);
const reference = printable(1, 128).describe("the bank's or the vendor's, by which others find it");

function act<A extends (typeof reviewActions)[number], S extends z.ZodRawShape>(action: A, shape: S) {
  return z.strictObject({ action: z.literal(action).describe("what to do"), note, ...shape });
}

const askedAction = z.discriminatedUnion("action", [
  z.strictObject({ action: z.literal("note").describe("what to do"), note: written }),
  act("assign", { assignee: name.nullable() }),
  act("retry_screen", {}),
  act("fail", {}),
  act("resume", {}),
  act("accept", {}),
  act("top_up", {}),
  act("apply", {
    invoiceId: idOf("inv")
      .nullable()
      .default(null)
      .describe("the tenant's invoice that the money is to pay; the canceled payment's own where it is null"),
  }),
  act("return", {}),
  act("returned_off_platform", { reference }),
  act("verdict", { verdict: z.enum(verdicts).describe("what you find of the wallet") }),
  act("resolve", { reference }),
  act("release_reserve", {}),
  act("open_case", {}),
  act("dismiss_alert", {}),
  act("accept_loss", {}),
  act("reported", { reference }),
]);

const served = { caller: "operator", tag: "Review queue", lambda: "review" } as const;
const decisionBody = z.strictObject({ note });
const agreementBody = underRules(
  z.strictObject({
    note,
    now: z
      .literal(true)
      .optional()
      .describe("true: a change of a tenant takes effect at once, without its 24 hours; it needs a reason"),
    reason: written.optional().describe("why it must not wait, for the audit trail"),
  }),
  together("now", "reason", "what takes effect at once says why: now and reason come together"),
);

export const reviewOperations = operationTable(served, {
  listReview: get(
    "/admin/review-queue",
    "What operators have to look after: the most urgent kind first, in each the longest waiting",
    {
      ...expandedListOf(expandableItem, {
        kind: z.enum(reviewReasonCodes).optional(),
        tenantId: idOf("ten").optional(),
        assignee: name.optional(),
        ...rangeOf("what came here"),
      }),
      refusals: ["not_found", "invalid_cursor"],
    },
  ),
  getReview: get(
    "/admin/review-queue/{id}",
    "Read an item of the review queue",
    expandedRecordOf(idParam("rev"), expandableItem),
  ),
  actOnReview: post(
    "/admin/review-queue/{id}/actions",
    "Act on an item: at once, or as soon as a second operator agrees",
    {
      role: "reviewer",
      ...changeOf(idParam("rev"), reviewItem, "action_not_available", "refund_unsupported", "approval_pending"),
      description:
        "note, assign and retry_screen are done at once. Everything else moves money or overrules somebody: it is answered 202 with an approval that another operator must give.",
      body: askedAction,
      otherReplies: [{ status: 202, schema: waitingApproval, description: "waits for a second operator" }],
    },
  ),
  listApprovals: get(
    "/admin/approvals",
    "List approvals, newest first",
    expandedListOf(expandableApproval, { ...byStatus(approvalStatuses), ...creationRange }),
  ),
  getApproval: get("/admin/approvals/{id}", "Read an approval", expandedRecordOf(idParam("apr"), expandableApproval)),
  approveAction: post(
    "/admin/approvals/{id}/approve",
    "Agree to an action that another operator asked for, and do it",
    {
      role: "reviewer",
      ...changeOf(
        idParam("apr"),
        approval,
        ...(["second_operator_required", "action_not_available", "refund_unsupported"] as const),
        ...(["kyt_declined", "chain_mismatch", "asset_not_allowed"] as const),
      ),
      description:
        "Decided anew as things stand now: what is not possible any more changes nothing. A change of a tenant takes effect 24 hours after it was asked for, or at once with `now` and a reason, which may also be said of one that is approved and waits for its time.",
      body: agreementBody,
      bodyOptional: true,
    },
  ),
  rejectAction: post(
    "/admin/approvals/{id}/reject",
    "Refuse what was asked for, or take one's own wish back; a change of settings until it is in force",
    {
      role: "reviewer",
      ...changeOf(idParam("apr"), approval, "action_not_available"),
      body: decisionBody,
      bodyOptional: true,
    },
  ),
});
