import { describe, expect, test } from "vitest";
import {
  beginExport,
  type Export,
  exportStatus,
  exportStatuses,
  failExport,
  finishExport,
} from "../../../functions/domain/reconciliation/export.ts";
import { later, noon } from "../../support/core/samples.ts";

const queued: Export = {
  id: "exp_1",
  order: { report: "trial_balance", at: noon, tenantId: null, format: "json" },
  ...{ status: "queued", attempts: 0, file: null, reason: null, createdAt: noon, updatedAt: noon },
};
const running: Export = { ...queued, status: "running", attempts: 1 };
const file = { key: "k", name: "report.json", bytes: 70 };

describe("an export", () => {
  test("is begun, and begun again when its maker has died", () => {
    const began = { to: "running", next: { ...running, updatedAt: later(1) } };
    expect(beginExport(queued, later(1))).toEqual([{ ...began, from: "queued", reason: "attempt 1" }]);
    expect(beginExport(running, later(1))).toMatchObject([
      { from: "running", to: "running", reason: "attempt 2", next: { attempts: 2 } },
    ]);
    for (const status of ["done", "failed"] as const) expect(beginExport({ ...queued, status }, later(1))).toEqual([]);
  });

  test("is finished with its file, or where its answer is found elsewhere without one", () => {
    const done = { ...running, status: "done", reason: null, updatedAt: later(1) };
    expect(finishExport({ ...running, reason: "timeout" }, file, later(1))).toEqual([
      { from: "running", to: "done", reason: "70 bytes", next: { ...done, file } },
    ]);
    expect(finishExport(running, null, later(1))).toMatchObject([{ reason: "made", next: { file: null } }]);
    for (const status of ["queued", "done", "failed"] as const)
      expect(finishExport({ ...running, status }, file, later(1))).toEqual([]);
  });

  test("goes back to the queue when an attempt fails, but for the third, and for what no attempt can do", () => {
    const end = (attempts: number, final: boolean) => failExport({ ...running, attempts }, "odd", final, later(1))[0];
    expect(end(2, false)).toEqual({
      ...{ from: "running", to: "queued", reason: "odd" },
      next: { ...running, attempts: 2, status: "queued", reason: "odd", updatedAt: later(1) },
    });
    expect([end(3, false)?.to, end(1, true)?.to, end(3, true)?.to]).toEqual(["failed", "failed", "failed"]);
    for (const status of ["queued", "done", "failed"] as const)
      expect(failExport({ ...running, status }, "odd", true, later(1))).toEqual([]);
  });

  test("that nobody has touched for an hour has failed, unless it had ended", () => {
    const at = (seconds: number) => exportStatuses.map((status) => exportStatus({ ...queued, status }, later(seconds)));
    expect(at(3_600)).toEqual(["queued", "running", "done", "failed"]);
    expect(at(3_601)).toEqual(["failed", "failed", "done", "failed"]);
  });
});
