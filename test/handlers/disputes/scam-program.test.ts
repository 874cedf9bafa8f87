import { describe, expect, test } from "vitest";
import { rowKey } from "../../../functions/app/core/row-keys.ts";
import { reviewSubjects } from "../../../functions/app/operations/review-subjects.ts";
import { takeReviewAction } from "../../../functions/app/review/actions.ts";
import { getReview, listReview } from "../../../functions/app/review/review.ts";
import { addSeconds } from "../../../functions/domain/core/time.ts";
import { RatioApi } from "../../support/disputes/ratio-api.ts";

const flagged = { refunds: 26, payments: 500 };

function reviewContext(api: RatioApi) {
  return { ...api.context, subjects: reviewSubjects };
}

async function notices(api: RatioApi) {
  return (await listReview(reviewContext(api), { kind: "notice", limit: 25 })).data;
}

async function shown(api: RatioApi) {
  const answer = await api.openRatios()({
    path: "/api/v1/disputes/ratios",
    headers: { authorization: `Bearer ${api.apiKey}` },
  });
  const { programs } = JSON.parse(answer.text) as { programs: { program: string }[] };
  return programs.find(({ program }) => program === "mastercard_scam");
}

describe("a young merchant over Mastercard's scam limit", () => {
  test("is flagged: told, its credit suspended, and to be looked into within 72 hours", async () => {
    const api = await RatioApi.open();
    await api.counts(flagged);
    expect(await shown(api)).toMatchObject({
      ...{ windowDays: 30, count: 26, base: 500, ratioBps: 520, level: "breached", thresholdBase: 500 },
      credit: { suspended: true, exit: { after: "30 days" } },
    });
    expect(api.told()).toEqual(["ratio.threshold_breached", "program.credit_suspended"]);
    const [item, ...others] = await notices(api);
    expect(others).toEqual([]);
    expect(item).toMatchObject({
      ...{ tenantId: api.tenantId, kind: "notice", status: "open", since: api.clock.now() },
      ...{ deadline: addSeconds(api.clock.now(), 72 * 3600), actions: ["note", "assign", "resolve"] },
      reason: expect.stringContaining("26 refunds and chargebacks of 500 purchases in 30 days, 520 bps"),
    });
  });

  test("is flagged once, however often it is looked at while it stays so", async () => {
    const api = await RatioApi.open();
    await api.counts(flagged);
    api.pass(86_400);
    await api.counts({ refunds: 4 });
    expect(await notices(api)).toHaveLength(1);
  });

  test("leaves the queue once an operator names the reference of what was found", async () => {
    const api = await RatioApi.open();
    await api.counts(flagged);
    const [item] = await notices(api);
    if (!item) throw new Error("no notice");
    const { id, subjectId } = item;
    await takeReviewAction(reviewContext(api), id, { action: "resolve", note: null, reference: "FILE-7" });
    expect(await notices(api)).toEqual([]);
    await expect(getReview(reviewContext(api), id)).rejects.toMatchObject({ code: "not_found" });
    const [row] = await api.store.read([rowKey(subjectId)]);
    expect(row?.body).toMatchObject({ state: { status: "closed", reference: "FILE-7", rule: "mastercard_scam" } });
  });

  test.each([
    [{ refunds: 25, payments: 500 }, "early_warning"],
    [{ refunds: 400, payments: 499 }, "early_warning"],
  ])("is not flagged at %o", async (counts, level) => {
    const api = await RatioApi.open();
    await api.counts(counts);
    expect(await shown(api)).toMatchObject({ level, credit: { suspended: false } });
    expect(await notices(api)).toEqual([]);
  });
});

describe("a merchant of six months", () => {
  test("is under no limit of it", async () => {
    const api = await RatioApi.open();
    api.pass(185 * 86_400);
    await api.counts({ refunds: 400, payments: 500 });
    expect(await shown(api)).toMatchObject({ count: 400, level: "ok", thresholdBps: null });
    expect(await notices(api)).toEqual([]);
  });
});
