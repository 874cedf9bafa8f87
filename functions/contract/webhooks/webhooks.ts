import * as z from "zod";
import { eventNames } from "../../domain/core/event.ts";
import { idOf } from "../../domain/core/id.ts";
import { openSet } from "../../domain/core/listed-in.ts";
import { instant } from "../../domain/core/time.ts";
import { replayView } from "../../domain/webhooks/replay.ts";
import { deliveryView, webhookEndpoint } from "../../domain/webhooks/webhook.ts";
import { printable, printableLines } from "../../http/printable.ts";
import { idParam, shownOnce, text } from "../../http/schemas.ts";
import {
  changeOf,
  creationRange,
  get,
  listOf,
  operationTable,
  patch,
  post,
  recordOf,
  remove,
} from "../operation-table.ts";

const endpointView = webhookEndpoint
  .omit({ sealedSecret: true, previousSecret: true, deletedAt: true })
  .meta({ id: "WebhookEndpoint" });

const served = { caller: "operator", tag: "Webhooks", lambda: "webhooks" } as const;
const endpointParams = z.strictObject({ id: idOf("ten"), webhookId: idOf("whe") });
const endpointPath = "/admin/tenants/{id}/webhooks/{webhookId}";
const secret = text(24, 256)
  .nullable()
  .default(null)
  .describe("what events are signed with, 24 to 256 characters; made for you where it is left out");
const events = z
  .array(openSet(eventNames, printable(1, 64)))
  .max(100)
  .nullable();
const standard = z
  .boolean()
  .describe("whether the secret is base64 as Standard Webhooks wants it; any other is used as text in both signatures");

const withSecret = endpointView.extend({ secret: shownOnce("the signing secret"), standardWebhooks: standard });

/** The secret's old companion signs along for a day unless said otherwise, and for a week at most. */
const graceSeconds = z.int().min(0).max(604_800).default(86_400);

export const webhookOperations = operationTable(served, {
  registerWebhook: post(
    "/admin/tenants/{id}/webhooks",
    "Register a webhook endpoint; its signing secret is shown once",
    {
      role: "admin",
      description: "Unknown event names are accepted and deliver nothing. https only outside the sandbox.",
      params: idParam("ten"),
      body: z.strictObject({
        url: printable(1, 2048).describe("where its events are sent; https outside the sandbox"),
        secret,
        description: printableLines(1, 200).nullable().default(null).describe("what you want to remember of it"),
        events: events.default(null).describe("the events that it is sent; null: every one"),
      }),
      reply: { status: 201, schema: withSecret },
      shownOnce: ["secret"],
      refusals: ["not_found", "version_conflict"],
    },
  ),
  listWebhooks: get("/admin/tenants/{id}/webhooks", "List a tenant's webhook endpoints", {
    ...listOf(endpointView, creationRange),
    params: idParam("ten"),
    refusals: ["not_found", "invalid_cursor"],
  }),
  getWebhook: get(endpointPath, "Read a webhook endpoint", recordOf(endpointParams, endpointView)),
  changeWebhook: patch(endpointPath, "Change a webhook endpoint", {
    role: "admin",
    ...changeOf(endpointParams, endpointView),
    description: "Switching it off ends what waits for it; switching it on forgives earlier failures.",
    body: z
      .strictObject({
        url: printable(1, 2048).describe("where its events are sent; https outside the sandbox"),
        description: printableLines(1, 200).nullable().describe("what you want to remember of it"),
        events: events.describe("the events that it is sent; null: every one"),
        enabled: z.boolean().describe("whether anything is sent to it"),
      })
      .partial(),
  }),
  deleteWebhook: remove(endpointPath, "Delete a webhook endpoint", {
    role: "admin",
    ...changeOf(endpointParams, endpointView),
  }),
  rotateWebhookSecret: post(
    `${endpointPath}/rotate`,
    "Rotate the signing secret; the old one signs along for a while",
    {
      role: "admin",
      ...changeOf(endpointParams, withSecret),
      shownOnce: ["secret"],
      body: z.strictObject({
        secret,
        graceSeconds: graceSeconds.describe("for how long the old secret signs along, in seconds"),
      }),
      bodyOptional: true,
    },
  ),
  testWebhook: post(`${endpointPath}/test`, "Send a test event to this endpoint", {
    role: "reviewer",
    description: "A listed event's example; its data says test: true.",
    params: endpointParams,
    body: z.strictObject({
      event: z.enum(eventNames).default("settlement.completed").describe("whose example is sent"),
    }),
    bodyOptional: true,
    reply: { status: 202, schema: deliveryView },
    refusals: ["not_found"],
    claim: "first",
  }),
  replayWebhook: post(`${endpointPath}/replay`, "Send everything since a time again to this endpoint", {
    role: "reviewer",
    description: "Queued: the answer names the replay, which can be read until it is done. Event ids stay the same.",
    params: endpointParams,
    body: z.strictObject({ since: instant.describe("events from this moment on are sent again") }),
    reply: { status: 202, schema: replayView },
    refusals: ["not_found"],
    claim: "first",
  }),
  getReplay: get(
    `${endpointPath}/replays/{replayId}`,
    "How far a replay is",
    recordOf(endpointParams.extend({ replayId: idOf("rpl") }), replayView),
  ),
});
