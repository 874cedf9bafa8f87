import { describe, expect, test } from "vitest";
import { caseEvidenceOperations, caseOperations } from "../../functions/contract/disputes/cases.ts";
import { ratioOperations } from "../../functions/contract/disputes/ratios.ts";
import { publicOperations } from "../../functions/contract/shared/public.ts";
import { openCase, paidTenant, provideAll, upload } from "../support/journeys/dispute.ts";
import { advance, nobody, reportAsRail, TestTenant } from "../support/journeys/journey.ts";
import { until } from "../support/runner/until.ts";

const { createCase, gatherEvidence, recordOutcome, listCases } = caseOperations;
const { attachEvidence, getCase, getChecklist, submitCase } = caseEvidenceOperations;

describe("a dispute case", () => {
  test("with a file that is not what it says, or is not there, misses it and says why", async () => {
    const { tenant, paid } = await paidTenant();
    const id = await openCase(tenant, { paymentId: paid.payment.id, network: "visa", reasonCode: "13.1" });
    const params = { id };
    await tenant.call(gatherEvidence, { params });
    const script = Buffer.from("<html><script>alert(1)</script></html>");
    const pdf = { contentType: "application/pdf", filename: "proof.pdf" };
    await upload(tenant, id, "shipping_documentation", script, pdf);
    const { evidence } = await tenant.call(getCase, { params });
    const piece = evidence.find(({ type }) => type === "shipping_documentation");
    expect(piece).toMatchObject({ status: "rejected", problem: expect.stringMatching(/PDF/i) });

    const { put } = await upload(tenant, id, "service_documentation", Buffer.from("true"), { sha256: "0".repeat(64) });
    const list = await tenant.call(getChecklist, { params });
    expect(list.provided).not.toContain("service_documentation");
    expect([200, 400, 403]).toContain(put.status);
    expect(list.ready).toBe(false);
  });

  test("is refused where its deadline has passed, and is not submitted once it has", async () => {
    const { tenant, paid } = await paidTenant();
    const body = { paymentId: paid.payment.id, network: "visa", reasonCode: "10.4" };
    const networkDueBy = "2020-01-01T00:00:00.000Z";
    await tenant.refused(createCase, "deadline_passed", { body: { ...body, networkDueBy } });
    const inAnHour = new Date(Date.parse(paid.settlement.createdAt) + 3_600_000).toISOString();
    const id = await openCase(tenant, { ...body, networkDueBy: inAnHour });
    const params = { id };
    await tenant.refused(submitCase, "invalid_state_transition", { params });
    await tenant.call(gatherEvidence, { params });
    await provideAll(tenant, id);
    await advance(3_700);
    await tenant.refused(submitCase, "representment_expired", { params });
    const late = await until(
      () => tenant.call(getCase, { params }),
      ({ status }) => status === "expired",
      "the case never expired",
    );
    expect(late.history.at(-1)?.to).toBe("expired");
    await tenant.refused(submitCase, "representment_expired", { params });
    await tenant.refused(attachEvidence, "case_closed", { params, body: { type: "receipt", text: "late" } });
    await tenant.refused(recordOutcome, "invalid_state_transition", { params, body: { result: "won" } });
  });

  test("is another tenant's to nobody", async () => {
    const { tenant, paid } = await paidTenant();
    const id = await openCase(tenant, { paymentId: paid.payment.id, network: "visa" });
    const stranger = await TestTenant.create();
    await stranger.refused(getCase, "not_found", { params: { id } });
    await stranger.refused(gatherEvidence, "not_found", { params: { id } });
    await stranger.refused(createCase, "not_found", { body: { paymentId: paid.payment.id, network: "visa" } });
    expect((await stranger.call(listCases)).data).toEqual([]);
  });

  test("is opened by an unauthorized return by itself, and counts in the tenant's ratios", async () => {
    const { tenant, paid } = await paidTenant();
    await reportAsRail(paid, "returned", { return_code: "R10" });
    const { data } = await until(
      () => tenant.call(listCases),
      (seen) => seen.data.length > 0,
      "the return opened no case",
    );
    expect(data).toMatchObject([
      { network: "ach", reasonCode: "R10", category: "debit_not_authorized", paymentId: paid.payment.id },
    ]);
    const program = await until(
      async () => {
        const { programs } = await tenant.call(ratioOperations.getRatios);
        return programs.find(({ program: name }) => name === "nacha_unauthorized");
      },
      (seen) => seen?.count === 1,
      "the return was never counted",
    );
    expect(program).toMatchObject({ level: "ok", count: 1, base: 1 });
  });
});

test("disputes are among the capabilities", async () => {
  const { capabilities } = await nobody.call(publicOperations.getCapabilities);
  expect(capabilities.disputes).toMatchObject({ available: true });
});
