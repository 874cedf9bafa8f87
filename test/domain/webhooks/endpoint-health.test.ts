import { describe, expect, test } from "vitest";
import {
  admit,
  afterAnswer,
  type EndpointHealth,
  healthy,
} from "../../../functions/domain/webhooks/endpoint-health.ts";
import { maxAttempts } from "../../../functions/domain/webhooks/webhook.ts";
import { later, noon } from "../../support/core/samples.ts";

const well = healthy("whe_1", "ten_1");
const no = { status: 500, durationMs: 1, excerpt: "" };
const yes = { ...no, status: 200 };

/** The health after so many failures in a row, a second apart, the last at noon. */
function failed(times: number): EndpointHealth {
  let state = well;
  for (let left = times - 1; left >= 0; left--) state = afterAnswer(state, no, later(-left));
  return state;
}

const breakerFailures = 20;

describe("a healthy endpoint", () => {
  test("is sent to, and a success writes nothing", () => {
    expect(admit(well, noon)).toEqual({ kind: "send" });
    expect(afterAnswer(well, yes, noon)).toBe(well);
  });

  test("stays in reach of one delivery's six attempts and of every failure up to the breaker's", () => {
    expect(maxAttempts).toBeLessThan(breakerFailures);
    for (let times = 1; times < breakerFailures; times++) expect(admit(failed(times), noon)).toEqual({ kind: "send" });
  });

  test("is healthy again after one success", () => {
    expect(afterAnswer(failed(breakerFailures - 1), yes, noon)).toEqual(well);
  });

  test("opens the breaker with its twentieth failure in a row", () => {
    expect(failed(breakerFailures)).toMatchObject({ failures: 20, openUntil: later(60) });
  });
});

describe("a resting endpoint", () => {
  const resting = failed(breakerFailures);

  test("is waited for until its rest is over", () => {
    expect(admit(resting, noon)).toEqual({ kind: "wait", until: later(60) });
    expect(admit(resting, later(59.999))).toEqual({ kind: "wait", until: later(60) });
  });

  test("is sent to by force", () => {
    expect(admit(resting, noon, true)).toEqual({ kind: "send" });
  });

  test("rests longer when a send that was under way fails too, and no more when it is answered", () => {
    expect(afterAnswer(resting, no, later(10))).toMatchObject({ failures: 21, openUntil: later(70) });
    expect(afterAnswer(resting, yes, later(10))).toEqual(well);
  });
});

describe("an endpoint whose rest is over", () => {
  const rested = failed(breakerFailures);
  const probed = { ...rested, openUntil: later(90) };

  test("is probed by who gets its health written, and nobody else for 30 s", () => {
    expect(admit(rested, later(60))).toEqual({ kind: "probe", health: probed, until: later(90) });
    expect(admit(probed, later(61))).toEqual({ kind: "wait", until: later(90) });
  });

  test("is probed by another when the prober has died", () => {
    expect(admit(probed, later(90))).toMatchObject({ kind: "probe", until: later(120) });
  });

  test("is sent to by force, which is no probe", () => {
    expect(admit(rested, later(60), true)).toEqual({ kind: "send" });
  });

  test("is healthy after a probe that is answered, and rests again after one that is not", () => {
    expect(afterAnswer(probed, yes, later(61))).toEqual(well);
    expect(afterAnswer(probed, no, later(61))).toMatchObject({ failures: 21, openUntil: later(121) });
  });
});

describe("a failing endpoint", () => {
  test("is condemned after five days without a success, and not a second before", () => {
    const days = 5 * 86_400;
    const first = failed(1);
    expect(afterAnswer(first, no, later(days - 1)).condemned).toBeNull();
    expect(afterAnswer(first, no, later(days)).condemned).toBe("failing_for_five_days");
  });

  test("is condemned at once by a 410, and stays so whatever it answers next", () => {
    const gone = afterAnswer(well, { ...no, status: 410 }, noon);
    expect(gone.condemned).toBe("answered_410");
    expect(afterAnswer(gone, no, later(1)).condemned).toBe("answered_410");
  });
});
