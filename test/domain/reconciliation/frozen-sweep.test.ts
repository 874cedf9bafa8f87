import { expect, test } from "vitest";
import {
  applySweepScreen,
  countSweepScreen,
  decideSweepAction,
  type FeeSweep,
  feeSweepReview,
  forbidsSweep,
  openFeeSweep,
  recordSweepAnswer,
} from "../../../functions/domain/reconciliation/fee-sweep.ts";
import { lastOf } from "../../support/core/samples.ts";

const now = "2026-11-22T00:15:00.000Z";
const opened = openFeeSweep(
  {
    ...{ id: "fsw_1", tenantId: "ten_1", date: "2026-11-21", toAddress: "0xOURS", units: "45.000000" },
    ...{ amountCents: 4_500, floatUnits: "5.000000" },
    ...{ rail: "bridge", customer: "cust_1", chain: "base", stable: "USDC" },
  },
  now,
).next;
const counted = lastOf(countSweepScreen(opened, now)).next;
const ordered = lastOf(applySweepScreen(counted, "pass", 50_000_000n, now)).next;
const refusedAs = (code: string): FeeSweep =>
  lastOf(recordSweepAnswer(ordered, { refused: { code, reason: "no" } }, now)).next;

test("a sweep that is refused because the coin's issuer has frozen the wallet forbids others to the same address", () => {
  const frozen = refusedAs("frozen_by_issuer");
  expect(frozen).toMatchObject({ status: "refused", frozenAt: now, lookAt: null });
  expect(feeSweepReview(frozen)).toMatchObject({ kind: "frozen_by_issuer", actions: ["note", "assign", "resolve"] });
  const decided = decideSweepAction(frozen, "resolve", "", now);
  const resolved = Array.isArray(decided) ? decided[0]?.next : frozen;
  expect([frozen, resolved].map((each) => each && forbidsSweep(each, "0xOURS"))).toEqual([true, true]);
  expect(forbidsSweep(frozen, "0xANOTHER")).toBe(false);
});

test("any other refusal forbids none", () => {
  expect(forbidsSweep(refusedAs("no"), "0xOURS")).toBe(false);
  expect(feeSweepReview(refusedAs("no"))).toMatchObject({ kind: "fee_sweep" });
});
