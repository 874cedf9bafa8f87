import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { eventData, eventNames } from "../../../functions/domain/core/event.ts";
import { secondsBetween } from "../../../functions/domain/core/time.ts";
import {
  beginAttempt,
  type Delivery,
  endAttempt,
  exhaust,
  maxAttempts,
  retrySeconds,
  type WebhookEndpoint,
  wants,
} from "../../../functions/domain/webhooks/webhook.ts";
import { later, noon } from "../../support/core/samples.ts";

const fresh: Delivery = {
  id: "dlv_1",
  tenantId: "ten_1",
  endpointId: "whe_1",
  eventId: "evt_1",
  event: "settlement.completed",
  url: "https://receiver.test/",
  body: "{}",
  status: "pending",
  attemptsMade: 0,
  attempts: [],
  nextAttemptAt: noon,
  endedReason: null,
  createdAt: noon,
  updatedAt: noon,
};

function answered(status: number | null) {
  return { status, durationMs: 1, excerpt: "" };
}

/** One whole attempt at a moment, if one is due. */
function attempt(state: Delivery, at: number, status: number | null, retriesOn = true): Delivery | undefined {
  const begun = beginAttempt(state, later(at));
  if (!begun || begun.status === "exhausted") return begun;
  return endAttempt(begun, answered(status), later(at), retriesOn, later(at));
}

describe("the schedule of a delivery", () => {
  test("is the specification's", () => {
    expect(retrySeconds).toEqual([60, 300, 900, 3600, 21_600]);
    expect(maxAttempts).toBe(6);
  });

  test("attempts at 0, 60, 360, 1260, 4860 and 26,460 s, then it is exhausted and there is never a seventh", () => {
    const made: number[] = [];
    let state = fresh;
    for (let at = 0; at <= 200_000; at += 15) {
      const next = attempt(state, at, 500);
      if (!next) continue;
      if (next.attemptsMade > state.attemptsMade) made.push(at);
      state = next;
    }
    expect(made).toEqual([0, 60, 360, 1260, 4860, 26_460]);
    expect(state).toMatchObject({ status: "exhausted", nextAttemptAt: null, attemptsMade: 6 });
    expect(state.attempts.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test("says failed while another attempt is to come", () => {
    expect(attempt(fresh, 0, 500)).toMatchObject({ status: "failed", nextAttemptAt: later(60) });
  });

  test("is not begun before its time", () => {
    const failed = attempt(fresh, 0, 500);
    expect(failed && beginAttempt(failed, later(59))).toBeUndefined();
    expect(failed && beginAttempt(failed, later(60))).toMatchObject({ attemptsMade: 2 });
  });

  test("waits by the schedule after an attempt whose sender died, too", () => {
    const begun = beginAttempt(fresh, noon);
    const again = begun && beginAttempt(begun, later(120));
    expect(begun?.nextAttemptAt).toBe(later(60 + 60));
    expect(again).toMatchObject({ attemptsMade: 2, nextAttemptAt: later(120 + 60 + 300) });
    expect(begun && beginAttempt(begun, later(119))).toBeUndefined();
  });

  test("can be cut short by an operator, but for an attempt that a sender may still be at", () => {
    const failed = attempt(fresh, 0, 500);
    expect(failed && beginAttempt(failed, later(1), true)).toMatchObject({ attemptsMade: 2 });
    const begun = beginAttempt(fresh, noon);
    expect(begun && beginAttempt(begun, later(59), true)).toBeUndefined();
    expect(begun && beginAttempt(begun, later(60), true)).toMatchObject({ attemptsMade: 2 });
  });

  test("with retries off ends after the first failure, as failed with nothing to come", () => {
    const failed = attempt(fresh, 0, 500, false);
    expect(failed).toMatchObject({ status: "failed", nextAttemptAt: null, attemptsMade: 1 });
    expect(failed && beginAttempt(failed, later(1e6))).toBeUndefined();
  });
});

describe("an attempt", () => {
  test.each([200, 201, 202, 204, 299])("that is answered %i delivers", (status) => {
    const done = attempt(fresh, 0, status);
    expect(done).toMatchObject({ status: "delivered", nextAttemptAt: null, attemptsMade: 1 });
    expect(done && beginAttempt(done, later(1e6))).toBeUndefined();
  });

  test.each([null, 100, 199, 300, 301, 304, 400, 404, 429, 500, 503])("that is answered %s does not", (status) => {
    expect(attempt(fresh, 0, status)?.status).toBe("failed");
  });

  test("counts from its beginning: a sender that dies never makes a seventh", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("dies", 200, 500, null), { maxLength: 20 }),
        fc.array(fc.integer({ min: 0, max: 30_000 }), { minLength: 20, maxLength: 20 }),
        (ends, waits) => {
          let state = fresh;
          let at = 0;
          let sent = 0;
          for (const [index, end] of ends.entries()) {
            at += waits[index] ?? 0;
            const begun = beginAttempt(state, later(at));
            if (!begun) continue;
            state = begun;
            if (begun.status === "exhausted") continue;
            sent += 1;
            if (end !== "dies") state = endAttempt(begun, answered(end as number | null), later(at), true, later(at));
          }
          expect(sent).toBeLessThanOrEqual(6);
          expect(state.attemptsMade).toBe(sent);
          const ended = state.status === "delivered" || state.status === "exhausted";
          if (ended) expect(state.nextAttemptAt).toBeNull();
          else expect(secondsBetween(later(at), state.nextAttemptAt ?? "")).toBeGreaterThanOrEqual(-30_000);
        },
      ),
      { numRuns: 10_000 },
    );
  });

  test("is not made for an endpoint that is gone", () => {
    expect(exhaust(fresh, "endpoint_disabled", later(1))).toMatchObject({ status: "exhausted", nextAttemptAt: null });
  });
});

describe("an endpoint", () => {
  const endpoint = { events: null, enabled: true, deletedAt: null } as WebhookEndpoint;

  test("without a list wants every event, with one only those, switched off none", () => {
    for (const name of eventNames) expect(wants(endpoint, name)).toBe(true);
    const some = { ...endpoint, events: ["settlement.completed", "no.such.event"] };
    expect(eventNames.filter((name) => wants(some, name))).toEqual(["settlement.completed"]);
    expect(wants({ ...endpoint, enabled: false }, "invoice.sent")).toBe(false);
  });

  test("can never be sent settlement.settled", () => {
    expect(Object.keys(eventData)).not.toContain("settlement.settled");
  });
});
