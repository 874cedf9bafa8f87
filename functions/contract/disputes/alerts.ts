import * as z from "zod";
import { instant } from "../../domain/core/time.ts";
import { alertKinds, alertResolutions, alertStatuses } from "../../domain/disputes/alert.ts";
import { alertSources } from "../../domain/disputes/alert-source.ts";
import { alertSummary, alertView } from "../../domain/disputes/alert-view.ts";
import { disputeRules, ruleActions } from "../../domain/disputes/rule.ts";
import { cursor, idParam, text, transition } from "../../http/schemas.ts";
import {
  changeOf,
  creationRange,
  get,
  listOf,
  operationTable,
  parents,
  post,
  put,
  recordOf,
  viewOf,
} from "../operation-table.ts";
import { newAlert } from "./alert-body.ts";

export const alertDetail = alertView.extend({ history: z.array(transition) }).meta({ id: "Alert" });

/** Every evaluation is kept on its alert, so that a list must not be larger than rows and replies allow. */
const mostConditions = 200;
const ruleBytes = 32 * 1024;
/** Alerts on a page of a dry run: with every value that so many conditions compare, each is up to 190 KB of reply. */
const dryRunAlerts = 20;

const ownRules = disputeRules
  .refine(
    (rules) => rules.reduce((sum, { when }) => sum + when.length, 0) <= mostConditions,
    `at most ${mostConditions} conditions in all`,
  )
  .refine((rules) => Buffer.byteLength(JSON.stringify(rules)) <= ruleBytes, "at most 32 KB of JSON");

/** As it was put; what a request may say is told there. */
const ruleShown = z.object({
  id: z.string(),
  name: z.string(),
  when: z.array(z.object({ attribute: z.string(), operator: z.string(), value: z.unknown().optional() })),
  action: z.enum(ruleActions),
});

const rulesReply = z
  .object({
    rules: z.array(ruleShown).describe("in the order in which they are looked at"),
    version: z.int().nullable().describe("null: the default rules, until you put a list of your own"),
    updatedAt: z.string().nullable(),
  })
  .meta({ id: "DisputeRules" });

const dryRunReply = z
  .object({
    data: z.array(
      z.object({
        alertId: z.string(),
        action: z.enum(ruleActions).nullable().describe("null: no rule matches, a person looks"),
        ruleId: z.string().nullable(),
        audit: alertView.shape.ruleAudit,
      }),
    ),
    counts: z
      .object({
        ...{ refund: z.int(), review: z.int(), open_case: z.int(), dismiss: z.int(), notify_iso: z.int() },
        none: z.int(),
      })
      .describe("of this page"),
    nextCursor: z.string().nullable(),
  })
  .meta({ id: "DryRun" });

const tenant = { caller: "tenant", tag: "Disputes", actorLabel: true } as const;
const reads = { ...tenant, lambda: "alerts" } as const;
const note = text(1, 500).nullable().default(null);
const filters = { kind: z.enum(alertKinds).optional(), source: z.enum(alertSources).optional(), ...creationRange };
const alert = idParam("alr");
const ended = changeOf(alert, alertDetail, "invalid_state_transition");

export const alertOperations = operationTable(reads, {
  listAlertQueue: get("/api/v1/disputes/queue", "Alerts that no payment was clear for, newest first", {
    ...listOf(alertSummary, filters),
    description: "They stay here until they are bound to a payment, resolved or dismissed; none is dropped.",
  }),
  getAlert: get(
    "/api/v1/disputes/alerts/{id}",
    "Read an alert with its rule audit, candidates, refund and history",
    recordOf(alert, alertDetail),
  ),
  resolveAlert: post("/api/v1/disputes/alerts/{id}/resolve", "Say what an alert came to", {
    ...ended,
    description:
      "For one that waits for people. It moves no money: refunded says that you gave it back. The same again is answered unchanged.",
    body: z.strictObject({ resolution: z.enum(alertResolutions), note }),
  }),
  dismissAlert: post("/api/v1/disputes/alerts/{id}/dismiss", "Say that nothing is to be done about an alert", {
    ...ended,
    description: "Again it is answered unchanged.",
    body: z.strictObject({ note }),
    bodyOptional: true,
  }),
  readDisputeRules: get("/api/v1/disputes/rules", "The rules that decide about your alerts", viewOf(rulesReply)),
  replaceDisputeRules: put("/api/v1/disputes/rules", "Put a list of rules in the place of the one in force", {
    description:
      "Looked at in their order; the first whose conditions all hold decides. An alert that none matches goes to a person, and so does every alert under an empty list.",
    body: z.strictObject({ rules: ownRules }),
    reply: { status: 200, schema: rulesReply },
    refusals: ["version_conflict"],
  }),
  dryRunDisputeRules: post("/api/v1/disputes/rules/dry-run", "What rules would have done with past alerts", {
    scope: "read",
    description:
      "The rules in force, the given ones, or one of them alone, over your alerts of a time, newest first. Nothing is changed.",
    body: z.strictObject({
      rules: ownRules.optional(),
      ruleId: text(1, 64).optional(),
      from: instant.optional(),
      to: instant.optional(),
      limit: z.int().min(1).max(dryRunAlerts).default(dryRunAlerts),
      cursor,
    }),
    bodyOptional: true,
    reply: { status: 200, schema: dryRunReply },
    refusals: ["invalid_cursor"],
  }),
});

const binds = { ...tenant, lambda: "alert-ingest" } as const;

export const alertIngestOperations = operationTable(binds, {
  listAlerts: get(
    "/api/v1/disputes/alerts",
    "List alerts, newest first",
    listOf(alertSummary, {
      status: z.enum(alertStatuses).optional(),
      ...filters,
      ...parents({ paymentId: "pay", escrowId: "esc" }),
    }),
  ),
  ingestAlert: post("/api/v1/disputes/alerts", "Bring an alert", {
    description:
      "It is bound to its payment where that is clear, and your rules decide about it at once; otherwise it waits in the queue. The same externalId of a source again is answered 200 with the alert as it is by then, and changes nothing.",
    query: z.strictObject({
      source: z
        .string()
        .default("manual")
        .meta({ description: `where it comes from: ${alertSources.join(", ")}` }),
    }),
    body: newAlert,
    reply: { status: 201, schema: alertDetail },
    otherReplies: [{ status: 200, schema: alertDetail, description: "known already: the alert as it is" }],
    refusals: [
      ...(["invalid_amount", "unknown_source", "alert_source_disabled"] as const),
      ...(["idempotency_key_reuse", "idempotency_in_progress", "version_conflict"] as const),
    ],
    idempotencyKey: "required",
    claim: "own",
  }),
  matchAlert: post("/api/v1/disputes/alerts/{id}/match", "Bind a queued alert to its payment", {
    ...ended,
    description: "Your rules decide about it then. The same payment again is answered unchanged.",
    body: z.strictObject({ paymentId: text(1, 64), note }),
    claim: "first",
  }),
});
