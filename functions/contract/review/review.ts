import * as z from "zod";
import { idOf } from "../../domain/core/id.ts";
import { reviewStatuses } from "../../domain/operations/review-statuses.ts";
import { approval, approvalStatuses } from "../../domain/review/approval.ts";
import { longestNote } from "../../domain/review/case-notes.ts";
import { reviewActions, reviewReasonCodes, verdicts } from "../../domain/review/review-reason-code.ts";
import { operation } from "../../http/operation-types.ts";
import { idParam, listQuery, listReply, text } from "../../http/schemas.ts";

/** The statuses of all that the queue is about. */
export const reviewStatus = z.enum(reviewStatuses);

const reviewItem = z
  .object({
    id: z.string(),
    kind: z.enum(reviewReasonCodes),
    subjectId: z.string(),
    tenantId: z.string(),
    status: reviewStatus,
    reason: z.string(),
    since: z.string(),
    deadline: z.string().nullable(),
    actions: z.array(z.enum(reviewActions)).describe("what can be done as things stand"),
    assignee: z.string().nullable(),
    notes: z
      .array(z.object({ at: z.string(), actor: z.string(), text: z.string() }))
      .describe("oldest first; a list shows the last three"),
    approvals: z.array(z.string()).describe("the approvals that wait for a second operator"),
  })
  .meta({ id: "ReviewItem" });

const written = text(1, longestNote);
const note = written.nullable().default(null);
const name = text(1, 128);
const reference = text(1, 128).describe("the bank's or the vendor's, by which others find it");

function act<A extends (typeof reviewActions)[number], S extends z.ZodRawShape>(action: A, shape: S) {
  return z.strictObject({ action: z.literal(action), note, ...shape });
}

const askedAction = z.discriminatedUnion("action", [
  z.strictObject({ action: z.literal("note"), note: written }),
  act("assign", { assignee: name.nullable() }),
  act("retry_screen", {}),
  act("fail", {}),
  act("resume", {}),
  act("accept", {}),
  act("top_up", {}),
  act("return", {}),
  act("returned_off_platform", { reference }),
  act("verdict", { verdict: z.enum(verdicts) }),
  act("resolve", { reference }),
  act("release_reserve", {}),
  act("open_case", {}),
  act("dismiss_alert", {}),
  act("accept_loss", {}),
  act("reported", { reference }),
]);

const waiting = z.object({ approvalId: z.string() });

const served = { caller: "operator", tag: "Review queue", lambda: "review" } as const;
const decisionBody = z.strictObject({ note });

export const reviewOperations = {
  listReview: operation({
    ...served,
    id: "listReview",
    method: "GET",
    path: "/admin/review-queue",
    summary: "What operators have to look after: the most urgent kind first, in each the longest waiting",
    query: listQuery({
      kind: z.enum(reviewReasonCodes).optional(),
      tenantId: idOf("ten").optional(),
      assignee: name.optional(),
    }),
    reply: { status: 200, schema: listReply(reviewItem) },
    refusals: ["not_found", "invalid_cursor"],
  }),
  getReview: operation({
    ...served,
    id: "getReview",
    method: "GET",
    path: "/admin/review-queue/{id}",
    summary: "Read an item of the review queue",
    params: idParam("rev"),
    reply: { status: 200, schema: reviewItem },
    refusals: ["not_found"],
  }),
  actOnReview: operation({
    ...served,
    id: "actOnReview",
    method: "POST",
    path: "/admin/review-queue/{id}/actions",
    summary: "Act on an item: at once, or as soon as a second operator agrees",
    description:
      "note, assign and retry_screen are done at once. Everything else moves money or overrules somebody: it is answered 202 with an approval that another operator must give.",
    params: idParam("rev"),
    body: askedAction,
    reply: { status: 200, schema: reviewItem },
    otherReplies: [{ status: 202, schema: waiting, description: "waits for a second operator" }],
    refusals: ["not_found", "action_not_available", "refund_unsupported", "approval_pending", "version_conflict"],
  }),
  listApprovals: operation({
    ...served,
    id: "listApprovals",
    method: "GET",
    path: "/admin/approvals",
    summary: "List approvals, newest first",
    query: listQuery({ status: z.enum(approvalStatuses).optional() }),
    reply: { status: 200, schema: listReply(approval) },
    refusals: ["invalid_cursor"],
  }),
  getApproval: operation({
    ...served,
    id: "getApproval",
    method: "GET",
    path: "/admin/approvals/{id}",
    summary: "Read an approval",
    params: idParam("apr"),
    reply: { status: 200, schema: approval },
    refusals: ["not_found"],
  }),
  approveAction: operation({
    ...served,
    id: "approveAction",
    method: "POST",
    path: "/admin/approvals/{id}/approve",
    summary: "Agree to an action that another operator asked for, and do it",
    description: "Decided anew as things stand now: what is not possible any more changes nothing.",
    params: idParam("apr"),
    body: decisionBody,
    bodyOptional: true,
    reply: { status: 200, schema: approval },
    refusals: [
      "not_found",
      "second_operator_required",
      "action_not_available",
      "refund_unsupported",
      "version_conflict",
    ],
  }),
  rejectAction: operation({
    ...served,
    id: "rejectAction",
    method: "POST",
    path: "/admin/approvals/{id}/reject",
    summary: "Refuse an action that was asked for, or take one's own wish back",
    params: idParam("apr"),
    body: decisionBody,
    bodyOptional: true,
    reply: { status: 200, schema: approval },
    refusals: ["not_found", "action_not_available", "version_conflict"],
  }),
};
