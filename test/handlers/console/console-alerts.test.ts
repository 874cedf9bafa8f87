import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { alertStatuses } from "../../../functions/domain/disputes/alert.ts";
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

describe("the alerts in the console", () => {
  test("show what waits for somebody above all alerts, and are narrowed by tenant, status, kind and source", async () => {
    const mine = await screening.alert({ externalId: `mine ${hostile}` });
    const theirs = await screening.alert({ externalId: "theirs-1", amountCents: 777 }, other.apiKey);
    const whole = await shown("showAlerts");
    expect(whole).toContain("Waiting for somebody");
    expect(whole).toContain("mine &quot;&gt;&lt;script&gt;");
    for (const id of [mine.id, theirs.id]) expect(whole.split(`alerts/${id}"`)).toHaveLength(3);

    const narrowed = await shown("showAlerts", undefined, `tenantId=${other.id}&status=&kind=&source=`);
    expect(narrowed).not.toContain("Waiting for somebody");
    expect([narrowed.includes(theirs.id), narrowed.includes(mine.id)]).toEqual([true, false]);
    for (const [query, isThere] of [
      ["status=unmatched", true],
      ["status=resolved", false],
      ["kind=dispute", true],
      ["kind=fraud", false],
      ["source=manual", true],
      ["source=ethoca", false],
      [`tenantId=${owner.id}&kind=dispute&source=manual&status=unmatched`, true],
    ] as const)
      expect((await shown("showAlerts", undefined, query)).includes(mine.id), query).toBe(isThere);
    expect((await one.get("showAlerts", undefined, "status=nope")).status).toBe(400);
    expect((await one.get("showAlerts", undefined, "limit=1")).text).toContain("Next page");
  });

  test("are on the overview, in the review queue and found by their id, their source's id and their payment", async () => {
    const { id } = await screening.alert({ externalId: "FIND-ME-1" });
    expect(await shown("showOverview")).toContain("Alerts waiting");
    expect(await shown("showReviewQueue", undefined, "kind=alert")).toContain(id);
    const item = await shown("showReviewItem", { id: id.replace("alr_", "rev_") });
    expect(item).toContain(`disputes/alerts/${id}`);
    for (const q of [id, "find-me-1"])
      expect(await shown("showSearch", undefined, `q=${q}`)).toContain(`disputes/alerts/${id}`);
    const bound = await screening.alert({ externalId: "FIND-ME-2", paymentId: owner.paymentId, kind: "inquiry" });
    expect(await shown("showSearch", undefined, `q=${owner.paymentId}`)).toContain(`disputes/alerts/${bound.id}`);
    expect(await shown("showTenant", { id: owner.id })).toContain(`disputes/ratios/${owner.id}`);
  });
});

describe("an alert in the console", () => {
  test("stands beside the payments that it may be about, each with the way to bind it", async () => {
    const { id } = await screening.alert({ externalId: hostile, descriptor: hostile, raw: { note: hostile } });
    const text = await shown("showAlert", { id });
    for (const labels of [
      "The alert says",
      owner.paymentId,
      "A-1",
      "same amount",
      "the same",
      "Bind to this payment",
      "Bind it to another payment",
      "Rules are asked once it is bound",
      "Everything its sender attached",
      `review/${id.replace("alr_", "rev_")}`,
      "Each with its hash",
    ])
      expect(text).toContain(labels);
  });

  test("is bound by a candidate's form, and then shows its rules with what was compared", async () => {
    const { id } = await screening.alert({ kind: "chargeback" });
    const fields = { action: owner.paymentId, paymentId: owner.paymentId, note: hostile };
    const reply = await one.post("bindAlert", fields, { id });
    expect([reply.status, reply.headers.location], reply.text).toEqual([
      303,
      `../../../../console/disputes/alerts/${id}?done=bound`,
    ]);
    const text = await shown("showAlert", { id }, "done=bound");
    for (const labels of ["It is bound to its payment", "bound to this", "by hand", "default_case", "kind"])
      expect(text).toContain(labels);
    expect(text).not.toContain("Bind to this payment");
    const trail = await shown("showAudit", undefined, `subject=${id}`);
    for (const labels of ["bindAlert", "operator:one"]) expect(trail).toContain(labels);
  });

  test("is not bound to what is no payment of its tenant, and the form comes back with what was typed", async () => {
    const { id } = await screening.alert();
    const typed = { action: "other", paymentId: "pay_nope", note: hostile };
    const wrong = await one.post("bindAlert", typed, { id });
    expect(wrong.status).toBe(400);
    expect(wrong.text).toContain('value="pay_nope"');
    expect(wrong.text).toContain("&lt;script&gt;alert(1)");
    expect(wrong.text).toContain('href="#bindAlert-other-paymentId"');
    const strange = await one.post("bindAlert", { ...typed, paymentId: other.paymentId }, { id });
    expect([strange.status, strange.text.includes("No such payment")]).toEqual([404, true]);
    expect((await screening.made("getAlert", { id })).status).toBe("unmatched");
  });

  test("is resolved, dismissed or opened as a case, once", async () => {
    const [resolved, dismissed, opened] = await Promise.all([1, 2, 3].map(() => screening.alert()));
    const id = { resolved: resolved?.id ?? "", dismissed: dismissed?.id ?? "", opened: opened?.id ?? "" };
    const blank = await one.post("resolveAlertByHand", { resolution: "", note: "x" }, { id: id.resolved });
    expect([blank.status, blank.text.includes("Error:")]).toEqual([400, true]);
    const reply = { resolution: "refunded", note: hostile };
    expect((await one.post("resolveAlertByHand", reply, { id: id.resolved })).status).toBe(303);
    expect((await one.post("dismissAlertByHand", { note: "" }, { id: id.dismissed })).status).toBe(303);
    const dropped = await one.post("dismissAlertByHand", { note: "" }, { id: id.resolved });
    expect(dropped.status).toBe(409);
    const made = await one.post("openCaseByHand", {}, { id: id.opened });
    expect(made.status, made.text).toBe(303);
    expect(made.headers.location).toMatch(/console\/disputes\/cases\/cas_\w{26}\?done=case-opened$/);
    expect(await shown("showAlert", { id: id.resolved })).toContain("nothing more can be done");
    expect((await screening.made("getAlert", { id: id.opened })).status).toBe("case_opened");
  });

  test("is dismissed from the review queue, which then leads to the alert", async () => {
    const { id } = await screening.alert();
    const params = { id: id.replace("alr_", "rev_") };
    const reply = await one.post("actOnItem", { action: "dismiss_alert", note: "" }, params);
    expect([reply.status, reply.headers.location], reply.text).toEqual([
      303,
      `../../../console/disputes/alerts/${id}?done=acted`,
    ]);
    expect(await shown("showAlert", { id }, "done=acted")).toContain("It is done.");
  });

  test.each(alertStatuses)("%s is a page", async (status) => {
    const { id } = await screening.alert();
    await screening.set(id, () => ({ status }));
    expect(await shown("showAlert", { id })).toContain(status.replaceAll("_", " "));
  });

  test("that is not there is a page that says so", async () => {
    const nobody = await one.get("showAlert", { id: `alr_${"0".repeat(26)}` });
    expect([nobody.status, nobody.text.includes("There is nothing here")]).toEqual([404, true]);
  });
});
