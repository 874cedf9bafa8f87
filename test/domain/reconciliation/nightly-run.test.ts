import { describe, expect, test } from "vitest";
import {
  advanceRun,
  isFree,
  isFresh,
  leaveRun,
  listedStretch,
  type NightlyRun,
  newNightlyRun,
  nightlyDate,
  openBreaksOf,
  takeRun,
} from "../../../functions/domain/reconciliation/nightly-run.ts";

const begun = "2026-11-22T00:15:00.000Z";
const first = newNightlyRun({ id: "rec_1", rail: "bridge", last: undefined }, begun);
const run = first.next;
const page = { cursor: "c", added: {} };

describe("the last day that a run may cover", () => {
  test.each([
    ["2026-11-22T00:09:59.999Z", "2026-11-20"],
    ["2026-11-22T00:10:00.000Z", "2026-11-21"],
    ["2026-11-22T23:59:59.999Z", "2026-11-21"],
  ])("at %s is %s: ten minutes are left for what is under way", (now, date) => {
    expect(nightlyDate(now)).toBe(date);
  });
});

describe("a new run", () => {
  test("covers a day and an hour before it, and is somebody's for five minutes", () => {
    expect(first).toEqual({
      ...{ from: null, to: "running", reason: "bridge from 2026-11-20T23:00:00.000Z to 2026-11-22T00:00:00.000Z" },
      next: {
        ...{ id: "rec_1", rail: "bridge", date: "2026-11-21", status: "running", part: "rail_list", cursor: null },
        ...{ from: "2026-11-20T23:00:00.000Z", to: "2026-11-22T00:00:00.000Z", leaseUntil: "2026-11-22T00:20:00.000Z" },
        ...{ transfers: 0, records: 0, opened: 0, matched: 0, unbalanced: 0, breaks: {}, failure: null, readings: [] },
        ...{ startedAt: begun, finishedAt: null },
      },
    });
  });

  test("after nights without one begins an hour before the end of the last", () => {
    const last = { ...run, to: "2026-11-19T00:00:00.000Z" };
    expect(newNightlyRun({ id: "rec_2", rail: "bridge", last }, begun).next).toMatchObject({
      ...{ from: "2026-11-18T23:00:00.000Z", to: "2026-11-22T00:00:00.000Z" },
    });
  });

  test("reads the list from three days before, and what was opened seventy days ago a last time", () => {
    expect(listedStretch(run, "rail_list")).toEqual({ from: "2026-11-17T23:00:00.000Z", to: run.to });
    expect(listedStretch(run, "last_look")).toEqual({
      ...{ from: "2026-09-11T23:00:00.000Z", to: "2026-09-13T00:00:00.000Z" },
    });
  });
});

describe("a run", () => {
  test("is free once whoever had it has been silent for five minutes, and never when it is done", () => {
    expect(isFree(run, "2026-11-22T00:19:59.999Z")).toBe(false);
    expect(isFree(run, "2026-11-22T00:20:00.000Z")).toBe(true);
    expect(isFree({ ...run, status: "done" }, "2026-11-23T00:00:00.000Z")).toBe(false);
  });

  test("is taken for five minutes, and left with what stopped it, without a line on the trail", () => {
    const quiet = { from: "running", to: "running", quiet: true, reason: "" };
    expect(takeRun(run, "2026-11-22T00:20:00.000Z")).toMatchObject({
      ...{ ...quiet, next: { ...run, leaseUntil: "2026-11-22T00:25:00.000Z" } },
    });
    expect(leaveRun(run, "timeout", begun)).toMatchObject({
      ...{ ...quiet, next: { ...run, leaseUntil: begun, failure: "timeout" } },
    });
  });
});

describe("a page of a run", () => {
  const readings = [{ wallet: "w", units: "1", at: begun }];
  const busy: NightlyRun = { ...run, transfers: 2, opened: 1, breaks: { late: 1 }, readings, failure: "timeout" };

  test("adds to the figures and goes on at its cursor", () => {
    const open = { late: 1, duplicate: 2 };
    const { next, to, quiet } = advanceRun(busy, { cursor: "c", added: { transfers: 3, matched: 1 }, open }, begun);
    expect([to, quiet]).toEqual(["running", true]);
    expect(next).toEqual({
      ...{ ...busy, cursor: "c", transfers: 5, opened: 1, matched: 1, breaks: { late: 2, duplicate: 2 } },
      ...{ failure: null, leaseUntil: "2026-11-22T00:20:00.000Z" },
    });
    expect(busy.breaks).toEqual({ late: 1 });
  });

  test("has the readings that are left where it tells any", () => {
    expect(advanceRun(busy, page, begun).next.readings).toEqual(readings);
    expect(advanceRun(busy, { ...page, readings: [] }, begun).next.readings).toEqual([]);
  });

  test("without a cursor ends its part, and the last one the run", () => {
    let state: NightlyRun = { ...busy, cursor: "c" };
    const parts: string[] = [];
    for (let pages = 0; pages < 4; pages += 1) {
      const { next, to, quiet } = advanceRun(state, { ...page, cursor: null }, begun);
      expect([to, quiet, next.cursor, next.finishedAt]).toEqual(["running", true, null, null]);
      state = next;
      parts.push(next.part);
    }
    expect(parts).toEqual(["last_look", "ledger", "wallets", "open_breaks"]);
    const ended = advanceRun(state, { ...page, cursor: null, open: { late: 2, duplicate: 1 } }, begun);
    expect(ended).toMatchObject({ from: "running", to: "done", reason: "4 open breaks" });
    expect(ended).not.toHaveProperty("quiet");
    expect(ended.next).toMatchObject({ status: "done", cursor: null, finishedAt: begun, breaks: { late: 3 } });
    expect(openBreaksOf(ended.next)).toBe(4);
  });
});

describe("a rail", () => {
  test("is reconciled while its last run ended less than 26 hours ago", () => {
    const done = { ...run, finishedAt: begun };
    expect(isFresh(done, "2026-11-23T02:14:59.999Z")).toBe(true);
    expect(isFresh(done, "2026-11-23T02:15:00.000Z")).toBe(false);
    expect([isFresh(run, begun), isFresh(undefined, begun)]).toEqual([false, false]);
  });
});
