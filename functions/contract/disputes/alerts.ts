import * as z from "zod";
import { listedIn } from "../../domain/core/listed-in.ts";
import { instant } from "../../domain/core/time.ts";
import { alertKinds, alertResolutions, alertStatuses } from "../../domain/disputes/alert.ts";
import { alertSources } from "../../domain/disputes/alert-source.ts";
import { alertView } from "../../domain/disputes/alert-view.ts";
import { disputeRulesOf, ruleActions } from "../../domain/disputes/rule.ts";
import { printable, printableLines } from "../../http/printable.ts";
import { cursor, idParam, text } from "../../http/schemas.ts";
import { expandedListOf, expandedRecordOf } from "../expand.ts";
import { changeOf, creationRange, get, operationTable, parents, post, put, viewOf } from "../operation-table.ts";
import { newAlert } from "./alert-body.ts";
import { alertDetail, expandableAlert, listedAlert } from "./expandable-disputes.ts";

/** Every evaluation is kept on its alert, so that a list must not be larger than rows and replies allow. */
const mostConditions = 200;
const ruleBytes = 32 * 1024;
/** Alerts on a page of a dry run: with every value that so many conditions compare, each is up to 190 KB of reply. */
const dryRunAlerts = 20;

const ownRules = disputeRulesOf(printable(1, 200))
  .refine(
    (rules) => rules.reduce((sum, { when }) => sum + when.length, 0) <= mostConditions,
    `at most ${mostConditions} conditions in all`,
  )
  .refine((rules) => Buffer.byteLength(JSON.stringify(rules)) <= ruleBytes, "at most 32 KB of JSON");

/** As it was put; what a request may say is told there. */
const ruleShown = z.object({
  id: z.string().describe("its id, once per list"),
  name: z.string().describe("what people call it"),
  when: z
    .array(
      z.object({
        attribute: z.string().describe("the fact of the alert that is looked at"),
        operator: z.string().describe("how it is compared"),
        value: z.unknown().optional().describe("what it is compared with"),
      }),
    )
    .describe("its conditions, all of which must hold"),
  action: z.enum(ruleActions).describe("what follows where they do"),
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
    data: z
      .array(
        z.object({
          alertId: z.string(),
          action: z.enum(ruleActions).nullable().describe("null: no rule matches, a person looks"),
          ruleId: z.string().nullable(),
          audit: alertView.shape.ruleAudit,
        }),
      )
      .describe("the alerts of this page, with what would have been decided"),
    counts: z
      .object({
        ...{
          refund: z.int().describe("alerts that would have been refunded"),
          review: z.int().describe("alerts that would have gone to a person by a rule"),
          open_case: z.int().describe("alerts that would have become cases"),
          dismiss: z.int().describe("alerts that would have been dismissed"),
          notify_iso: z.int().describe("alerts that the reseller would have been told of"),
        },
        none: z.int().describe("alerts that no rule would have matched"),
      })
      .describe("of this page"),
    nextCursor: z.string().nullable(),
  })
  .meta({ id: "DryRun" });

const tenant = { caller: "tenant", tag: "Disputes", actorLabel: true } as const;
const reads = { ...tenant, lambda: "alerts" } as const;
const note = printableLines(1, 500).nullable().default(null);
const filters = { kind: z.enum(alertKinds).optional(), source: z.enum(alertSources).optional(), ...creationRange };
const alert = idParam("alr");
const ended = changeOf(alert, alertDetail, "invalid_state_transition");

export const alertOperations = operationTable(reads, {
  listAlertQueue: get("/api/v1/disputes/queue", "Alerts that no payment was clear for, newest first", {
    ...expandedListOf(listedAlert, filters),
    description: "They stay here until they are bound to a payment, resolved or dismissed; none is dropped.",
  }),
  getAlert: get(
    "/api/v1/disputes/alerts/{id}",
    "Read an alert with its rule audit, candidates, refund and history",
    expandedRecordOf(alert, expandableAlert),
  ),
  resolveAlert: post("/api/v1/disputes/alerts/{id}/resolve", "Say what an alert came to", {
    ...ended,
    description:
      "For one that waits for people. It moves no money: refunded says that you gave it back. The same again is answered unchanged.",
    body: z.strictObject({ resolution: z.enum(alertResolutions).describe("what it came to"), note }),
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
    body: z.strictObject({ rules: ownRules.describe("the list, in the order in which it is looked at") }),
    reply: { status: 200, schema: rulesReply },
    refusals: ["version_conflict"],
  }),
  dryRunDisputeRules: post("/api/v1/disputes/rules/dry-run", "What rules would have done with past alerts", {
    scope: "read",
    description:
      "The rules in force, the given ones, or one of them alone, over your alerts of a time, newest first. Nothing is changed.",
    body: z.strictObject({
      rules: ownRules.optional().describe("a list to try instead of the one in force"),
      ruleId: text(1, 64).optional().describe("only this rule of the list"),
      from: instant.optional().describe("only alerts from this moment on"),
      to: instant.optional().describe("only alerts before this moment"),
      limit: z.int().min(1).max(dryRunAlerts).default(dryRunAlerts).describe("alerts on a page"),
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
    expandedListOf(listedAlert, {
      status: z.enum(alertStatuses).optional(),
      ...filters,
      ...parents({ paymentId: "pay", escrowId: "esc" }),
    }),
  ),
  ingestAlert: post("/api/v1/disputes/alerts", "Bring an alert", {
    description:
      "It is bound to its payment where that is clear, and your rules decide about it at once; otherwise it waits in the queue. The same externalId of a source again is answered 200 with the alert as it is by then, and changes nothing.",
    query: z.strictObject({
      source: listedIn(alertSources, z.string()).default("manual").describe("where it comes from"),
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
    body: z.strictObject({ paymentId: printable(1, 64).describe("the payment to bind it to"), note }),
    claim: "first",
  }),
});
