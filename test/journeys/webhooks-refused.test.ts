import { describe, expect, test } from "vitest";
import { invoiceOperations } from "../../functions/contract/invoicing/invoices.ts";
import { deliveryOperations } from "../../functions/contract/webhooks/deliveries.ts";
import { eventOperations } from "../../functions/contract/webhooks/events.ts";
import { webhookOperations } from "../../functions/contract/webhooks/webhooks.ts";
import { operator, TestTenant } from "../support/journeys/journey.ts";
import { listening, sendInvoice } from "../support/journeys/webhooks.ts";

const { listDeliveries, getDelivery, redeliver, sweepWebhooks } = deliveryOperations;
const { listEvents, getEvent } = eventOperations;
const { registerWebhook, getWebhook, changeWebhook, rotateWebhookSecret, replayWebhook } = webhookOperations;

describe("what is refused", () => {
  const good = "http://127.0.0.1:9/hook";

  test.each([
    ["no URL", { url: "hook" }, "url"],
    ["an empty one", { url: "" }, "url"],
    ["another protocol", { url: "ftp://127.0.0.1/" }, "url"],
    ["userinfo", { url: "http://user:pw@127.0.0.1/" }, "url"],
    ["port 0", { url: "http://127.0.0.1:0/" }, "url"],
    ["a private address", { url: "http://10.0.0.1/" }, "url"],
    ["a cloud's metadata", { url: "http://169.254.169.254/latest/meta-data/" }, "url"],
    ["a private address in disguise", { url: "http://[::ffff:10.0.0.1]/" }, "url"],
    ["a host that does not resolve", { url: "https://no-such-host.invalid/" }, "url"],
    ["a URL over 2,048 characters", { url: `http://127.0.0.1/${"x".repeat(2048)}` }, "url"],
    ["a secret of 23 characters", { url: good, secret: "x".repeat(23) }, "secret"],
    ["a secret over 256 characters", { url: good, secret: "x".repeat(257) }, "secret"],
    ["events that are no list", { url: good, events: "invoice.sent" }, "events"],
    ["an unknown field", { url: good, colour: "red" }, "colour"],
  ])("%s at registration", async (_, body, path) => {
    const { id } = await TestTenant.create();
    const reply = await operator.refused(registerWebhook, "validation_error", { params: { id }, body });
    expect([...new Set(reply.fields?.map((field) => field.path))]).toEqual([path]);
    const { data } = await operator.call(webhookOperations.listWebhooks, { params: { id } });
    expect(data).toEqual([]);
  });

  test("a private URL in a change, and a grace over a week", async () => {
    await using report = await listening();
    const { params } = report;
    await operator.refused(changeWebhook, "validation_error", { params, body: { url: "http://192.168.0.1/" } });
    await operator.refused(rotateWebhookSecret, "validation_error", { params, body: { graceSeconds: 604_801 } });
    await operator.refused(rotateWebhookSecret, "validation_error", { params, body: { secret: "short" } });
    await operator.refused(replayWebhook, "validation_error", { params, body: { since: "yesterday" } });
  });

  test.each([0, -1, 1001, 1.5, "10", null])("a sweep's limit of %j", async (limit) => {
    await operator.refused(sweepWebhooks, "validation_error", { body: { limit } });
  });

  test("a cursor from elsewhere, an unknown filter, and ids that are nobody's", async () => {
    const tenant = await TestTenant.create();
    await sendInvoice(tenant);
    await sendInvoice(tenant);
    const { nextCursor } = await tenant.call(invoiceOperations.listInvoices, { query: { limit: 1 } });
    for (const cursor of [nextCursor ?? "", "nope"]) {
      await operator.refused(listDeliveries, "invalid_cursor", { query: { cursor } });
      await tenant.refused(listEvents, "invalid_cursor", { query: { cursor } });
    }
    await operator.refused(listDeliveries, "validation_error", { query: { status: "lost" } });
    await operator.refused(listDeliveries, "validation_error", { query: { event: "settlement.settled" } });
    await tenant.refused(listEvents, "validation_error", { query: { type: "settlement.settled" } });
    const nobodys = "0".repeat(26);
    await operator.refused(getDelivery, "not_found", { params: { id: `dlv_${nobodys}` } });
    await operator.refused(redeliver, "not_found", { params: { id: `dlv_${nobodys}` } });
    await operator.refused(getWebhook, "not_found", { params: { id: tenant.id, webhookId: `whe_${nobodys}` } });
    await operator.refused(listDeliveries, "not_found", { query: { tenantId: `ten_${nobodys}` } });
    await tenant.refused(getEvent, "not_found", { params: { id: `evt_${nobodys}` } });
  });
});
