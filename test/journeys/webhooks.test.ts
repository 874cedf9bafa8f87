import { describe, expect, test } from "vitest";
import { invoiceOperations } from "../../functions/contract/invoicing/invoices.ts";
import { deliveryOperations } from "../../functions/contract/webhooks/deliveries.ts";
import { deliveredData } from "../../functions/contract/webhooks/event-schemas.ts";
import { eventOperations } from "../../functions/contract/webhooks/events.ts";
import { webhookOperations } from "../../functions/contract/webhooks/webhooks.ts";
import { advance, operator, TestTenant } from "../support/journeys/journey.ts";
import { verify } from "../support/journeys/receiver.ts";
import { arrivals, deliveriesOf, eventId, listening, onlyDelivery, sendInvoice } from "../support/journeys/webhooks.ts";
import { until } from "../support/runner/until.ts";

const { getDelivery, redeliver, sweepWebhooks } = deliveryOperations;
const { listEvents, getEvent, replayEvent } = eventOperations;
const { replayWebhook, getReplay } = webhookOperations;

/** An invoice as its events show it. */
function withoutLinks<T extends { hostedUrl: string; collectionLink: string }>(invoice: T) {
  const { hostedUrl: _, collectionLink: __, ...shown } = invoice;
  return shown;
}

describe("a change", () => {
  test("arrives at the receiver, signed, within moments", async () => {
    await using report = await listening();
    const { tenant, receiver } = report;
    const tookMs: number[] = [];
    for (let nth = 1; nth <= 5; nth++) {
      const { id } = await tenant.draft(1_000);
      const since = performance.now();
      await tenant.call(invoiceOperations.sendInvoice, { params: { id } });
      await arrivals(receiver, nth);
      tookMs.push(performance.now() - since);
    }
    const sorted = tookMs.toSorted((one, other) => one - other);
    const shown = [sorted[2], sorted[4]].map((each) => `${Math.round(each ?? 0)} ms`);
    console.log(`from the request of a change to its webhook: median ${shown[0]}, longest ${shown[1]} (aim: 2 s)`);
    for (const each of receiver.arrived) {
      verify(each, receiver.secret);
      expect(Object.keys(each.body)).toEqual(["event", "data"]);
    }
    expect(new Set(receiver.arrived.map(eventId)).size).toBe(5);
  });

  test("is recorded with its attempt, and is found in the tenant's events with its delivery", async () => {
    await using report = await listening();
    const { tenant, receiver, params } = report;
    const invoiceId = await sendInvoice(tenant);
    const [arrived] = await arrivals(receiver, 1);
    const delivery = await onlyDelivery(tenant, "delivered");
    const attempts = [expect.objectContaining({ number: 1, status: 204, excerpt: "" })];
    expect(delivery).toMatchObject({
      endpointId: params.webhookId,
      event: "invoice.sent",
      attempts,
      nextAttemptAt: null,
    });
    expect(delivery.id).toBe(arrived?.headers["x-service-delivery-id"]);
    expect(await operator.call(getDelivery, { params: { id: delivery.id } })).toEqual(delivery);

    const query = { type: "invoice.sent", subject: invoiceId };
    const { data } = await tenant.call(listEvents, { query });
    expect(data).toEqual([
      expect.objectContaining({ id: eventId(arrived), event: "invoice.sent", subject: invoiceId }),
    ]);
    expect(data[0]?.data).toEqual(arrived?.body.data);
    expect(deliveredData["invoice.sent"].strict().parse(arrived?.body.data)).toMatchObject({
      ...{ livemode: false, sequence: 1 },
      object: await tenant.call(invoiceOperations.getInvoice, { params: { id: invoiceId } }).then(withoutLinks),
    });
    const found = await tenant.call(getEvent, { params: { id: eventId(arrived) } });
    expect(found.deliveries.map(({ id }) => id)).toEqual([delivery.id]);
    const stranger = await TestTenant.create();
    await stranger.refused(getEvent, "not_found", { params: { id: eventId(arrived) } });
    await stranger.refused(replayEvent, "not_found", { params: { id: eventId(arrived) } });
  });

  test("in a burst reaches one endpoint without waiting for the next sweep", async () => {
    await using report = await listening();
    const { tenant, receiver } = report;
    await Promise.all(Array.from({ length: 12 }, () => sendInvoice(tenant)));
    await arrivals(receiver, 12);
    expect(new Set(receiver.arrived.map(eventId)).size).toBe(12);
  });
});

describe("after an outage", () => {
  test("the retries deliver what was missed, under the same event ids", async () => {
    await using report = await listening();
    const { tenant, receiver } = report;
    receiver.answers = 503;
    await Promise.all([sendInvoice(tenant), sendInvoice(tenant)]);
    await arrivals(receiver, 2);
    await until(
      () => deliveriesOf(tenant),
      (all) => all.every(({ status }) => status === "failed"),
      "not failed",
    );
    const missed = new Set(receiver.arrived.map(eventId));
    receiver.answers = 200;
    await advance(60);
    await arrivals(receiver, 4, true);
    const all = await until(
      () => deliveriesOf(tenant),
      (seen) => seen.every(({ status }) => status === "delivered"),
      "not delivered",
    );
    expect(all.map(({ attempts }) => attempts.map(({ status }) => status))).toEqual([
      [503, 200],
      [503, 200],
    ]);
    expect(new Set(receiver.arrived.map(eventId))).toEqual(missed);
  });

  test("a forced sweep does not wait for the due time, and never makes a seventh attempt", async () => {
    await using report = await listening();
    const { tenant, receiver } = report;
    receiver.answers = 500;
    await sendInvoice(tenant);
    for (let attempt = 1; attempt <= 6; attempt++) {
      await arrivals(receiver, attempt);
      await onlyDelivery(tenant, attempt < 6 ? "failed" : "exhausted");
      const swept = await operator.call(sweepWebhooks, { body: { limit: 1000, force: true } });
      expect(swept.queued).toBe(swept.due);
      expect(swept.due).toBeGreaterThanOrEqual(attempt < 6 ? 1 : 0);
    }
    await advance(86_400);
    expect(receiver.arrived.map(({ headers }) => headers["x-service-attempt"])).toEqual(["1", "2", "3", "4", "5", "6"]);
    expect(await onlyDelivery(tenant, "exhausted")).toMatchObject({ endedReason: "attempts_used" });
  });

  test("with retries switched off the first failure stays as it is until somebody sends it again", async () => {
    await using report = await listening();
    const { tenant, receiver } = report;
    await tenant.flag("webhooks.retry.enabled", false);
    receiver.answers = 500;
    await sendInvoice(tenant);
    const failed = await onlyDelivery(tenant, "failed");
    expect(failed.nextAttemptAt).toBeNull();
    await advance(86_400);
    expect(receiver.arrived).toHaveLength(1);
    receiver.answers = 200;
    const again = await operator.call(redeliver, { params: { id: failed.id } });
    expect(again.eventId).toBe(failed.eventId);
    const [first, second] = await arrivals(receiver, 2);
    expect([eventId(second), second?.raw]).toEqual([eventId(first), first?.raw]);
    expect(second?.headers["x-service-delivery-id"]).toBe(again.id);
  });
});

describe("a replay", () => {
  test("of one event arrives again with the same event id and the same bytes", async () => {
    await using report = await listening();
    const { tenant, receiver } = report;
    await sendInvoice(tenant);
    const [first] = await arrivals(receiver, 1);
    const { deliveries } = await tenant.call(replayEvent, { params: { id: eventId(first) } });
    const [, second] = await arrivals(receiver, 2);
    expect([eventId(second), second?.raw]).toEqual([eventId(first), first?.raw]);
    expect(deliveries.map(({ id }) => id)).toEqual([second?.headers["x-service-delivery-id"]]);
    expect(deliveries[0]?.id).not.toBe(first?.headers["x-service-delivery-id"]);
    const { deliveries: all } = await tenant.call(getEvent, { params: { id: eventId(first) } });
    expect(all).toHaveLength(2);
  });

  test("of an endpoint sends everything since a time, and says when it is done", async () => {
    await using report = await listening();
    const { tenant, receiver, params } = report;
    await sendInvoice(tenant);
    const [early] = await arrivals(receiver, 1);
    await advance(10);
    const [{ createdAt } = { createdAt: "" }] = (await tenant.call(listEvents)).data;
    const since = new Date(Date.parse(createdAt) + 1000).toISOString();
    for (let nth = 2; nth <= 4; nth++) await sendInvoice(tenant);
    await arrivals(receiver, 4);
    const missed = receiver.arrived.map(eventId).filter((id) => id !== eventId(early));
    const input = await operator.call(replayWebhook, { params, body: { since } });
    const replayed = () => operator.call(getReplay, { params: { ...params, replayId: input.id } });
    const done = await until(replayed, ({ status }) => status === "done", "the replay did not end");
    expect(done).toMatchObject({ replayed: 3, endpointId: params.webhookId, since });
    const all = await arrivals(receiver, 7);
    expect(all.slice(4).map(eventId).toSorted()).toEqual(missed.toSorted());
  });
});
