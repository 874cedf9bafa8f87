import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addDays } from "../../../functions/domain/core/time.ts";
import { caseStatuses } from "../../../functions/domain/disputes/case.ts";
import { DisputeOffice, shownTo } from "../../support/disputes/dispute-office.ts";
import { Visitor } from "../../support/routes/visitor.ts";
import type { Owner } from "../../support/runner/deployed.ts";

const screening = new DisputeOffice();
let owner: Owner;
let other: Owner;
let one: Visitor;

const hostile = `"><script>alert(1)</script> & 'Söhne' 株式会社`;

const shown = (page: string, params?: Record<string, string>, query?: string) => shownTo(one, page, params, query);

beforeAll(async () => {
  ({ one: owner, other } = await screening.start());
  one = new Visitor(screening);
  expect((await one.signIn()).status).toBe(303);
});

afterAll(() => screening.stop());

describe("the cases in the console", () => {
  test("show what is to be answered, the first due first, above all cases", async () => {
    const { caseId } = await screening.disputed({ paymentId: await screening.paid("C-1") });
    const whole = await shown("showCases");
    const later = addDays(new Date().toISOString(), 6);
    const sooner = addDays(new Date().toISOString(), 5);
    const second = await screening.disputed({ paymentId: await screening.paid("C-1b"), respondBy: later });
    const first = await screening.disputed({ paymentId: await screening.paid("C-1c"), respondBy: sooner });
    const ordered = (await shown("showCases")).split("All cases")[0] ?? "";
    const places = [first, second, { caseId }].map((each) => ordered.indexOf(each.caseId));
    expect(places).toEqual(places.toSorted((one, next) => one - next));
    expect(places[0]).toBeGreaterThan(0);
    for (const labels of ["To be answered", "Visa chargeback 13.1", "Network’s deadline", caseId])
      expect(whole).toContain(labels);
    for (const [query, isThere] of [
      [`tenantId=${owner.id}&network=visa`, true],
      [`tenantId=${other.id}`, false],
      ["status=open&stage=chargeback&network=visa", true],
      ["network=amex", false],
      ["stage=inquiry", false],
      ["status=won", false],
    ] as const)
      expect((await shown("showCases", undefined, query)).includes(caseId), query).toBe(isThere);
    expect(await shown("showReviewQueue", undefined, "kind=dispute")).toContain("Dispute to answer");
    const item = await shown("showReviewItem", { id: caseId.replace("cas_", "rev_") });
    expect(item).toContain(`disputes/cases/${caseId}`);
    expect(await shown("showSearch", undefined, `q=${caseId}`)).toContain(`disputes/cases/${caseId}`);
  });
});

describe("a case in the console", () => {
  test("shows its clocks, what it needs, and what the service knows of it", async () => {
    const { caseId: id } = await screening.disputed({ paymentId: await screening.paid("C-2") });
    const text = await shown("showCase", { id });
    for (const labels of [
      "Answer it by",
      "The network’s window closes",
      "Product description",
      "One of these",
      "missing",
      "this service",
      "Begin to gather evidence",
      "Accept the loss",
      "Make the packet",
    ])
      expect(text).toContain(labels);
  });

  test("is gathered, filled, submitted and decided", async () => {
    const { caseId: id } = await screening.disputed({ paymentId: await screening.paid("C-3") });
    const early = await one.post("submitCaseByHand", { narrative: hostile }, { id });
    expect([early.status, early.text.includes("This was not done")]).toEqual([409, true]);
    expect((await one.post("gatherCaseByHand", {}, { id })).status).toBe(303);
    const incomplete = await one.post("submitCaseByHand", { narrative: hostile }, { id });
    expect([incomplete.status, incomplete.text.includes("&lt;script&gt;alert(1)")]).toEqual([409, true]);
    const blank = await one.post("addCaseText", { type: "service_documentation", text: " " }, { id });
    expect([blank.status, blank.text.includes('href="#addCaseText-text"')]).toEqual([400, true]);
    for (const type of ["service_documentation", "customer_communication"])
      expect((await one.post("addCaseText", { type, text: hostile }, { id })).status).toBe(303);
    const filled = await shown("showCase", { id });
    expect(filled).toContain("Everything that the network asks for is there");
    const submitted = await one.post("submitCaseByHand", { narrative: hostile }, { id });
    expect(submitted.status, submitted.text).toBe(303);
    expect(await shown("showCase", { id })).toContain("It is being made since");
    expect((await one.post("addCaseText", { type: "receipt", text: "late" }, { id })).status).toBe(409);

    const decided = {
      result: "won",
      networkRef: hostile,
      decidedAt: new Date().toISOString().slice(0, 16),
      recovered: "1.005",
    };
    const wrong = await one.post("noteCaseOutcome", decided, { id });
    expect([wrong.status, wrong.text.includes('value="1.005"')]).toEqual([400, true]);
    const most = await one.post("noteCaseOutcome", { ...decided, recovered: "40.01" }, { id });
    expect([most.status, most.text.includes("comes back"), most.text.includes('href="#noteCaseOutcome-')]).toEqual([
      400,
      true,
      true,
    ]);
    expect((await one.post("noteCaseOutcome", { ...decided, recovered: "12.50" }, { id })).status).toBe(303);
    expect((await screening.made("getCase", { id })).outcome).toMatchObject({ recoveredCents: 1250 });
    const stage = { stage: "pre_arbitration", networkDueBy: "2020-01-01T00:00:00" };
    expect((await one.post("escalateCaseByHand", stage, { id })).status).toBe(400);
    expect((await one.post("escalateCaseByHand", { ...stage, networkDueBy: "" }, { id })).status).toBe(303);
    expect(await shown("showCase", { id })).toContain("pre-arbitration");
  });

  test("is accepted as lost by two operators, or withdrawn by one", async () => {
    const lost = (await screening.disputed({ paymentId: await screening.paid("C-4") })).caseId;
    const params = { id: lost.replace("cas_", "rev_") };
    expect(await shown("showCase", { id: lost })).toContain("Another operator must agree");
    const input = await one.post("actOnItem", { action: "accept_loss", note: hostile }, params);
    const approval = /approvals\/(apr_\w{26})\?done=asked$/.exec(input.headers.location ?? "")?.[1] ?? "";
    expect([input.status, approval === ""], input.text).toEqual([303, false]);
    expect(await shown("showApproval", { id: approval })).toContain(lost);
    const two = new Visitor(screening, "192.0.2.2");
    await two.signIn(`${screening.operatorToken}-2`);
    expect((await two.post("giveApproval", { note: "" }, { id: approval })).status).toBe(303);
    expect((await screening.made("getCase", { id: lost })).status).toBe("accepted");

    const withdrawn = (await screening.disputed({ paymentId: await screening.paid("C-5") })).caseId;
    expect((await one.post("withdrawCaseByHand", {}, { id: withdrawn })).status).toBe(303);
    expect((await one.post("gatherCaseByHand", {}, { id: withdrawn })).status).toBe(409);
    expect(await shown("showCase", { id: withdrawn })).toContain("nothing more can be done");
  });

  test.each(caseStatuses)("%s is a page", async (status) => {
    const { caseId: id } = await screening.disputed({ paymentId: await screening.paid(`S-${status}`) });
    const outcome =
      status === "won" || status === "lost"
        ? { result: status, networkRef: hostile, decidedAt: "2026-11-20T10:00:00.000Z", recoveredCents: 0 }
        : null;
    const compellingEvidence = {
      status: "requires_action" as const,
      requiredActions: ["missing_customer_identifiers"],
      priorPaymentIds: [owner.paymentId],
    };
    await screening.set(id, () => ({ status, outcome, compellingEvidence, narrative: hostile }));
    const text = await shown("showCase", { id });
    expect(text).toContain(`>${status}</span>`);
    expect(text).toContain("Visa compelling evidence 3.0");
  });

  test("that is late says so and takes nothing more", async () => {
    const { caseId: id } = await screening.disputed({ paymentId: await screening.paid("C-6") });
    const past = "2020-01-01T00:00:00.000Z";
    await screening.set(id, () => ({ networkDueBy: past, internalDueBy: past }));
    const text = await shown("showCase", { id });
    expect(text).toContain("badge bad");
    expect(text).not.toContain("Add a text");
  });
});
