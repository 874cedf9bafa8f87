import { describe, expect, test } from "vitest";
import {
  alertData,
  leftAlone,
  type Monitor,
  newMonitor,
  recordRescreen,
  refuseMonitors,
} from "../../../functions/domain/screening/monitor.ts";
import type { ScreenView } from "../../../functions/domain/screening/screen-view.ts";
import { decide } from "../../../functions/domain/screening/verdict.ts";
import { later, noon } from "../../support/core/samples.ts";
import { answerOf, judgedOf, matchOf, wallet } from "../../support/screening/screen-samples.ts";

const told = { eventId: "evt_1", deliveryId: "dlv_1" };

function screenOf(given: Parameters<typeof judgedOf>[0] = {}, id = "scr_2"): ScreenView {
  const reply = { id, type: "wallet" as const, value: wallet, createdAt: noon, updatedAt: noon };
  return { ...reply, ...decide(judgedOf(given)) };
}

function monitorOf(given: Partial<Monitor> = {}): Monitor {
  const made = { id: "mon_1", accountId: "acc_1", value: wallet, chain: null, url: "https://acme.example/" };
  return { ...newMonitor(made, screenOf({}, "scr_1"), noon), ...given };
}

const listed = screenOf({ matches: [matchOf()] });
const clean = screenOf();

describe("a monitor", () => {
  test("is screened again a minute after it was opened", () => {
    expect(monitorOf()).toMatchObject({ lookAt: later(60), checkedAt: noon, screenId: "scr_1", alerts: [] });
  });

  test("whose address has the same risk as before is looked at on the next day", () => {
    const { next, alert } = recordRescreen(monitorOf(), clean, told, later(90));
    expect(alert).toBeNull();
    expect(next).toEqual({ ...monitorOf(), checkedAt: later(90), lookAt: later(90 + 86_400) });
  });

  test("tells of another risk, and remembers it", () => {
    const { next, alert } = recordRescreen(monitorOf(), listed, told, later(90));
    expect(alert).toEqual({
      ...{ id: "evt_1", deliveryId: "dlv_1", screenId: "scr_2", at: later(90) },
      before: { risk_level: "low", action: "allow" },
      after: { risk_level: "critical", action: "block" },
    });
    expect(next).toMatchObject({
      ...{ risk: { risk_level: "critical", action: "block" }, risk_score: 100, entity_name: "Ivan EXAMPLE" },
      ...{ screenId: "scr_2", alerts: [alert], updatedAt: later(90) },
    });
    expect(alert && Object.keys(alertData(next, alert, listed)).toSorted()).toEqual(
      ["after", "before", "chain", "createdAt", "monitorId", "screen", "value"].toSorted(),
    );
  });

  test("tells of another action at the same level", () => {
    const state = monitorOf({ risk: { risk_level: "low", action: "review" } });
    expect(recordRescreen(state, clean, told, noon).alert?.after.action).toBe("allow");
  });

  test("tells of another level with the same action", () => {
    const state = monitorOf({ risk: { risk_level: "medium", action: "allow" } });
    expect(recordRescreen(state, clean, told, noon).alert).toMatchObject({
      before: { risk_level: "medium", action: "allow" },
      after: { risk_level: "low", action: "allow" },
    });
  });

  test.each(["pending", "error"] as const)("learns nothing from a screen that is %s", (status) => {
    const silent = screenOf({ exposures: [answerOf({ status, ref: "r" })] });
    const { next, alert } = recordRescreen(monitorOf(), silent, told, later(90));
    expect(alert).toBeNull();
    expect(next).toEqual({ ...monitorOf(), checkedAt: later(90), lookAt: later(90 + 3_600) });
  });

  test("remembers its last ten alerts", () => {
    let state = monitorOf();
    for (let nth = 0; nth < 12; nth++) {
      const screen = nth % 2 === 0 ? listed : clean;
      state = recordRescreen(state, screen, { eventId: `evt_${nth}`, deliveryId: `dlv_${nth}` }, noon).next;
    }
    expect(state.alerts.map(({ id }) => id)).toEqual(Array.from({ length: 10 }, (_, nth) => `evt_${nth + 2}`));
  });

  test("that is left alone is looked at on the next day", () => {
    expect(leftAlone(monitorOf(), noon)).toEqual({ ...monitorOf(), lookAt: later(86_400) });
  });
});

describe("a plan", () => {
  test.each([
    ["free", "plan_required"],
    ["starter", "plan_required"],
    ["pro", undefined],
    ["sandbox", undefined],
    ["unlimited", undefined],
  ] as const)("%s: %s", (plan, code) => {
    expect(refuseMonitors({ plan })?.code).toBe(code);
  });
});
