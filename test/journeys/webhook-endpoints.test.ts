import { describe, expect, test } from "vitest";
import { deliveryOperations } from "../../functions/contract/webhooks/deliveries.ts";
import { eventOperations } from "../../functions/contract/webhooks/events.ts";
import { webhookOperations } from "../../functions/contract/webhooks/webhooks.ts";
import { advance, operator } from "../support/journeys/journey.ts";
import { verify } from "../support/journeys/receiver.ts";
import { arrivals, deliveriesOf, listening, onlyDelivery, sendInvoice } from "../support/journeys/webhooks.ts";
import { until } from "../support/runner/until.ts";

const { redeliver } = deliveryOperations;
const { listEvents } = eventOperations;
const { getWebhook, changeWebhook, deleteWebhook, rotateWebhookSecret, testWebhook } = webhookOperations;

describe("an endpoint", () => {
  test("hears the events that it names alone; an unknown name is taken and delivers nothing", async () => {
    await using some = await listening({ events: ["invoice.sent", "settlement.settled"] });
    await using none = await listening({ events: ["payment.received", "settlement.settled"] });
    for (const { tenant } of [some, none]) {
      const id = await sendInvoice(tenant);
      const { settlement } = await tenant.pay({ id });
      await tenant.reaches(settlement.id, "completed");
    }
    await arrivals(some.receiver, 1);
    const seen = async () => (await none.tenant.call(listEvents)).data.map(({ event }) => event);
    await until(seen, (events) => events.includes("settlement.completed"), "no event");
    await advance(120);
    expect(some.receiver.events).toEqual(["invoice.sent"]);
    expect(none.receiver.events).toEqual([]);
    expect(await deliveriesOf(none.tenant)).toEqual([]);
  });

  test("is sent a test event that says so, whatever it names", async () => {
    await using report = await listening({ events: ["escrow.created"] });
    const { receiver, params } = report;
    await operator.call(testWebhook, { params, body: { event: "settlement.declined" } });
    const [arrived] = await arrivals(receiver, 1);
    expect(arrived?.body).toMatchObject({ event: "settlement.declined", data: { test: true, tenantId: params.id } });
    await operator.refused(testWebhook, "validation_error", { params, body: { event: "settlement.settled" } });
  });

  test("may verify with either secret while one rotates, and with the new one alone after a day", async () => {
    await using report = await listening();
    const { tenant, receiver, params } = report;
    const { secret } = await operator.call(rotateWebhookSecret, { params });
    expect(secret).not.toBe(receiver.secret);
    await sendInvoice(tenant);
    const [during] = await arrivals(receiver, 1);
    if (!during) throw new Error("nothing came");
    for (const each of [secret, receiver.secret]) verify(during, each);
    await advance(86_400);
    await sendInvoice(tenant);
    const [, after] = await arrivals(receiver, 2);
    if (!after) throw new Error("nothing came");
    verify(after, secret);
    expect(() => verify(after, receiver.secret)).toThrow();
  });

  test("that answers 410 is switched off, and what waited for it is exhausted", async () => {
    await using report = await listening();
    const { tenant, receiver, params } = report;
    receiver.answers = 410;
    await sendInvoice(tenant);
    await arrivals(receiver, 1);
    expect(await onlyDelivery(tenant, "exhausted")).toMatchObject({ endedReason: "answered_410", nextAttemptAt: null });
    expect(await operator.call(getWebhook, { params })).toMatchObject({
      enabled: false,
      disabledReason: "answered_410",
    });
    await sendInvoice(tenant);
    await advance(86_400);
    expect(receiver.arrived).toHaveLength(1);
    receiver.answers = 200;
    await operator.call(changeWebhook, { params, body: { enabled: true } });
    await sendInvoice(tenant);
    await arrivals(receiver, 2);
    expect(await operator.call(getWebhook, { params })).toMatchObject({ enabled: true, disabledReason: null });
  });

  test("that is deleted is gone and is sent nothing more", async () => {
    await using report = await listening();
    const { tenant, receiver, params } = report;
    receiver.answers = 500;
    await sendInvoice(tenant);
    await onlyDelivery(tenant, "failed");
    await operator.call(deleteWebhook, { params });
    expect(await onlyDelivery(tenant, "exhausted")).toMatchObject({ endedReason: "endpoint_deleted" });
    await advance(86_400);
    expect(receiver.arrived).toHaveLength(1);
    await operator.refused(getWebhook, "not_found", { params });
    const [{ id } = { id: "" }] = await deliveriesOf(tenant);
    await operator.refused(redeliver, "endpoint_disabled", { params: { id } });
  });
});
