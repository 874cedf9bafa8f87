import { describe, expect, test } from "vitest";
import type { Facts } from "../../../functions/app/core/ports.ts";
import type { AlertSource } from "../../../functions/app/disputes/ports.ts";
import { type PullContext, pullAlerts } from "../../../functions/app/disputes/pull-alerts.ts";
import { type OutcomeReportContext, reportOutcomes } from "../../../functions/app/disputes/report-outcomes.ts";
import type { OutcomeReport, SourcedAlert } from "../../../functions/domain/disputes/alert-report.ts";
import { MemoryMeter } from "../../support/core/memory-log.ts";
import { aReport } from "../../support/disputes/alert-samples.ts";
import { refundedReport } from "../../support/disputes/alert-source-promises.ts";

const broken = () => Promise.reject(new Error("down"));
const silent: AlertSource = { name: "ethoca", pull: broken, acknowledge: broken, report: broken };
const why = (text: string) => expect.stringMatching(new RegExp(`^Error: ${text}\n +at `));

function aLog() {
  const lines: Facts[] = [];
  const nothing = () => undefined;
  const error = (message: string, facts: Facts) => void lines.push({ message, ...facts });
  return { lines, log: { begin: nothing, info: nothing, error } };
}

describe("a run that fetches", () => {
  const about = { operation: "pull-alerts", requestId: "req_1", correlationId: "req_1", source: "ethoca" };
  const brought = (externalId: string, merchantId: string | null = "M-1"): SourcedAlert => ({
    merchantId,
    said: aReport({ externalId }),
  });

  /** A source that has pages, each asked for with how many; what it was told is here, and what was stored. */
  async function run(
    pages: readonly { alerts?: readonly SourcedAlert[]; unread?: readonly string[] }[],
    change: Partial<PullContext> = {},
    missed: readonly string[] = [],
  ) {
    const asked: number[] = [];
    const acknowledged: (readonly string[])[] = [];
    const stored: unknown[] = [];
    const { lines, log } = aLog();
    const meter = new MemoryMeter();
    const source: AlertSource = {
      ...silent,
      pull: async (limit) => {
        asked.push(limit);
        const { alerts = [], unread = [] } = pages[Math.min(asked.length, pages.length) - 1] ?? {};
        return { alerts: [...alerts], unread: [...unread] };
      },
      acknowledge: async (ids) => {
        acknowledged.push(ids);
        return missed;
      },
    };
    const result = await pullAlerts({
      ...{ sources: [source], log, meter, requestId: "req_1" },
      tenantOf: async (name, merchantId) => (merchantId === "M-1" ? `${name} ten_1` : undefined),
      ingest: async (input) => {
        stored.push(input);
        return "created";
      },
      ...change,
    });
    return { asked, acknowledged, stored, lines, result, counted: meter.values };
  }

  const full = Array.from({ length: 100 }, (_, nth) => brought(`E-${nth}`));

  test("stores for the tenant that the source's merchant is, and acknowledges what is stored", async () => {
    const { stored, acknowledged, asked, lines, result, counted } = await run([{ alerts: [brought("E-1")] }]);
    expect(stored).toEqual([{ source: "ethoca", tenantId: "ethoca ten_1", said: aReport({ externalId: "E-1" }) }]);
    expect([acknowledged, asked, lines]).toEqual([[["E-1"]], [100], []]);
    expect(result).toEqual({ created: 1, duplicate: 0, left: 0 });
    expect(counted).toEqual({ AlertsTaken: [1], AlertsStuck: [0] });
  });

  test("counts what it had already apart, and acknowledges it again", async () => {
    const { acknowledged, result } = await run([{ alerts: [brought("E-1")] }], { ingest: async () => "duplicate" });
    expect([acknowledged, result]).toEqual([[["E-1"]], { created: 0, duplicate: 1, left: 0 }]);
  });

  test("acknowledges nothing where there is nothing", async () => {
    const { acknowledged, asked } = await run([{}]);
    expect([acknowledged, asked]).toEqual([[], [100]]);
  });

  test("tells of whatever it leaves, once, with its reason", async () => {
    const stranger = brought("E-2", "M-9");
    const { lines, result, asked, counted } = await run(
      [{ alerts: [...full.slice(0, 97), stranger, brought("E-3", null)], unread: ["E-4"] }, { unread: ["E-4"] }],
      {
        ingest: async ({ said }) => {
          if (said.externalId === "E-0") throw new Error("no room");
          return "created";
        },
      },
    );
    const left = { ...about, message: "alert left with its source" };
    expect(lines).toEqual([
      { ...left, externalId: "E-4", why: "cannot be read" },
      { ...left, externalId: "E-0", why: "cannot be stored", error: why("no room") },
      ...[
        { ...left, externalId: "E-2", why: "is of a merchant that nobody has told us of", merchantId: "M-9" },
        { ...left, externalId: "E-3", why: "is of a merchant that nobody has told us of", merchantId: null },
      ],
    ]);
    expect([result, asked]).toEqual([{ created: 96, duplicate: 0, left: 4 }, [100, 104]]);
    expect(counted).toEqual({ AlertsTaken: [96], AlertsStuck: [4] });
  });

  test("goes on after a full page, ten pages at most", async () => {
    expect((await run([{ alerts: full }, {}])).asked).toEqual([100, 100]);
    expect((await run([{ alerts: full.slice(1), unread: ["E-x"] }, {}])).asked).toEqual([100, 101]);
    expect((await run([{ alerts: full.slice(1) }, {}])).asked).toEqual([100]);
    expect((await run([{ alerts: full }])).asked).toHaveLength(10);
  });

  test("tells which acknowledgements were not noted, and asks no more where none was and nothing new came", async () => {
    const ids = full.map(({ said }) => said.externalId);
    const none = await run([{ alerts: full }], {}, ids);
    expect(none.lines).toEqual([{ ...about, message: "acknowledgement not noted", alerts: ids }]);
    expect(none.asked).toEqual([100]);
    const some = await run([{ alerts: full }, {}], {}, ids.slice(1));
    expect(some.asked).toEqual([100, 100]);
    const unread = Array.from({ length: 100 }, (_, nth) => `U-${nth}`);
    expect((await run([{ unread }, { unread, alerts: full }, {}])).asked).toEqual([100, 200, 200]);
    expect((await run([{ unread: [...unread, ...unread.map((id) => `${id}x`)] }])).asked).toEqual([100, 300]);
  });

  test("tells of a source that gives no answer, counts it as one, and asks the next", async () => {
    const { lines, result } = await run([{}], { sources: [silent, silent] });
    const line = { ...about, message: "source did not answer", error: why("down") };
    expect([lines, result]).toEqual([[line, line], { created: 0, duplicate: 0, left: 2 }]);
  });
});

describe("a run that tells outcomes", () => {
  const about = { operation: "report-outcomes", requestId: "req_1", correlationId: "req_1", source: "ethoca" };

  async function run(answers: readonly OutcomeReport[], change: Partial<OutcomeReportContext> = {}) {
    const asked: unknown[] = [];
    const told: unknown[] = [];
    const heard: unknown[] = [];
    const { lines, log } = aLog();
    const meter = new MemoryMeter();
    const source: AlertSource = {
      ...silent,
      report: async (reports) => {
        heard.push(reports);
        return answers;
      },
    };
    const result = await reportOutcomes({
      ...{ sources: [source], log, meter, requestId: "req_1" },
      untold: async (name, limit) => {
        asked.push(name, limit);
        return [{ alertId: "alr_1", report: refundedReport("E-1") }];
      },
      told: async (alertId, answer) => void told.push({ alertId, ...answer }),
      ...change,
    });
    return { asked, told, heard, lines, result, counted: meter.values };
  }

  test("keeps that an outcome was taken", async () => {
    const { asked, told, heard, lines, result, counted } = await run([{ externalId: "E-1", ok: true }]);
    expect([asked, told, heard]).toEqual([
      ["ethoca", 100],
      [{ alertId: "alr_1", refused: null }],
      [[refundedReport("E-1")]],
    ]);
    expect([lines, result]).toEqual([[], { told: 1, refused: 0, waiting: 0 }]);
    expect(counted).toEqual({ AlertOutcomesRefused: [0], AlertsStuck: [0] });
  });

  test.each([
    ["refused for good", { externalId: "E-1", ok: false, why: "LATE", recoverable: false }, "LATE", true],
    ["refused for now", { externalId: "E-1", ok: false, why: "KEY", recoverable: true }, "KEY", false],
    ["not answered", { externalId: "E-2", ok: true }, "no answer", false],
  ] as const)("tells of one that is %s", async (_, answer, reason, isForGood) => {
    const { told, lines, result } = await run([answer]);
    expect(lines).toEqual([{ ...about, message: "outcome not taken", alertId: "alr_1", why: reason, isForGood }]);
    expect(told).toEqual(isForGood ? [{ alertId: "alr_1", refused: reason }] : []);
    expect(result).toEqual({ told: 0, refused: isForGood ? 1 : 0, waiting: isForGood ? 0 : 1 });
  });

  test("asks a source nothing where there is nothing to tell", async () => {
    const { heard, result } = await run([], { untold: async () => [] });
    expect([heard, result]).toEqual([[], { told: 0, refused: 0, waiting: 0 }]);
  });

  test("tells of an answer that could not be kept, which waits", async () => {
    const { lines, result, counted } = await run([{ externalId: "E-1", ok: true }], { told: broken });
    expect(lines).toEqual([{ ...about, message: "answer not kept", alertId: "alr_1", error: why("down") }]);
    expect(result).toEqual({ told: 0, refused: 0, waiting: 1 });
    expect(counted).toEqual({ AlertOutcomesRefused: [0], AlertsStuck: [1] });
  });

  test("tells of a source that gives no answer, and goes on with the next", async () => {
    const { lines, result } = await run([], { sources: [silent, silent] });
    const line = { ...about, message: "outcomes not reported", error: why("down") };
    expect([lines, result]).toEqual([[line, line], { told: 0, refused: 0, waiting: 2 }]);
  });
});
