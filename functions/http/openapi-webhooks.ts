import * as z from "zod";
import type { Schemas } from "./openapi-schema.ts";

type Json = Record<string, unknown>;

/** An event as the document shows it: the schema of its data, and one example. */
export interface DocumentedEvent {
  readonly data: z.ZodObject;
  readonly example: Readonly<Record<string, unknown>>;
}

const headers: readonly (readonly [string, string])[] = [
  ["X-Service-Signature", "t=<unix seconds>,v1=<hex HMAC-SHA256 of t.body>; two v1 while a secret rotates"],
  ["X-Service-Event-Id", "the same on every attempt and in every replay"],
  ["X-Service-Delivery-Id", "one event on its way to one endpoint"],
  ["X-Service-Attempt", "1 to 6"],
  ["webhook-id", "Standard Webhooks: the event's id"],
  ["webhook-timestamp", "Standard Webhooks: unix seconds"],
  ["webhook-signature", "Standard Webhooks: v1,<base64>; space-separated while a secret rotates"],
];

/** The headers of a delivery, as components. */
export const deliveryHeaderComponents: Json = Object.fromEntries(
  headers.map(([name, description]) => [
    name,
    { name, in: "header", required: true, description, schema: { type: "string" } },
  ]),
);

const parameters = headers.map(([name]) => ({ $ref: `#/components/parameters/${name}` }));

/** The `webhooks` section of the document: every event of the closed list with its data and an example. */
export function webhookSection(events: Readonly<Record<string, DocumentedEvent>>, schemas: Schemas): Json {
  return Object.fromEntries(
    Object.entries(events).map(([name, { data, example }]) => {
      const body = z.object({
        event: z.literal(name).describe("what happened, from the closed list of events"),
        data: data.describe("what it happened to, and how that stands now"),
      });
      const media = { schema: schemas.of(body, "output"), example: { event: name, data: example } };
      const post = {
        operationId: `on_${name.replaceAll(".", "_")}`,
        summary: name,
        tags: ["Events"],
        security: [],
        parameters,
        requestBody: { required: true, content: { "application/json": media } },
        responses: {
          "2XX": { description: "taken; anything else is tried again, six attempts in all" },
          "4XX": { description: "tried again; 410 switches the endpoint off" },
        },
      };
      return [name, { post }];
    }),
  );
}
