import { ulid } from "ulid";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newAggregate, transitionWrites } from "../../../functions/app/core/aggregate.ts";
import type { Context } from "../../../functions/app/core/context.ts";
import { escrowRecordType } from "../../../functions/app/escrow/record.ts";
import { siblingId } from "../../../functions/domain/core/id.ts";
import type { Escrow } from "../../../functions/domain/escrow/escrow.ts";
import { fundedEscrow, releasedEscrow, screenedEscrow } from "../../support/escrow/escrow-samples.ts";
import { Visitor } from "../../support/routes/visitor.ts";
import { DeployedSandbox, type Owner } from "../../support/runner/deployed.ts";

const deployed = new DeployedSandbox();
let owner: Owner;
let visitor: Visitor;
let second: Visitor;

beforeAll(async () => {
  ({ one: owner } = await deployed.start());
  visitor = new Visitor(deployed);
  second = new Visitor(deployed, "192.0.2.2");
  await visitor.signIn();
  await second.signIn(`${deployed.operatorToken}-2`);
});

afterAll(() => deployed.stop());

/** Puts an escrow on the books whose release is blocked by a screen in review. */
async function blocked(): Promise<Escrow> {
  const now = new Date().toISOString();
  const { store } = deployed.aws;
  const newId: Context["newId"] = (prefix, at) => `${prefix}_${ulid(Date.parse(at))}`;
  const context: Context = { store, clock: { now: () => now }, newId, actor: "test", requestId: "req_test" };
  const held = { ...fundedEscrow(), createdAt: now, updatedAt: now };
  const own = { id: newId("esc", now), tenantId: owner.id, reference: "Söhne <b> & Co" };
  const next: Escrow = { ...releasedEscrow(screenedEscrow({ ...held, ...own }, "pending", undefined, now), now) };
  const transition = { next, from: null, to: next.status, reason: "made" };
  await store.write(transitionWrites(newAggregate(escrowRecordType, next), [transition], context).writes, own.id);
  return next;
}

describe("an escrow in the console's review queue", () => {
  test("is shown with what it is, can be acted on, and its approval leads back to it", async () => {
    const { id } = await blocked();
    const params = { id: siblingId(id, "rev") };
    const queue = await visitor.get("showReviewQueue", undefined, "kind=blocked");
    expect(queue.text).toContain(params.id);
    const page = await visitor.get("showReviewItem", params);
    expect(page.status).toBe(200);
    for (const labels of ["Release blocked", "Söhne &lt;b&gt; &amp; Co", `escrows/${id}`, "screening_incomplete"])
      expect(page.text).toContain(labels);
    expect(page.text).not.toContain("<b> & Co");
    expect(page.text).toContain("Give a verdict");
    const sent = await visitor.post("actOnItem", { action: "verdict", verdict: "pass", note: "" }, params);
    const approval = { id: /apr_\w{26}/.exec(sent.headers.location ?? "")?.[0] ?? "" };
    expect((await second.get("showApproval", approval)).text).toContain(`escrows/${id}`);
    expect((await second.post("giveApproval", { note: "" }, approval)).status).toBe(303);
    expect((await visitor.get("showEscrow", { id })).text).toContain(`review/${params.id}`);
  });

  test("is screened again at once", async () => {
    const { id } = await blocked();
    const params = { id: siblingId(id, "rev") };
    const sent = await visitor.post("actOnItem", { action: "retry_screen", note: "" }, params);
    expect(sent.headers.location).toContain("done=acted");
    expect((await visitor.get("showReviewItem", params)).text).toContain("nothing stands in its way any more");
  });

  test("is among what needs attention, and in the books", async () => {
    await blocked();
    expect((await visitor.get("showOverview")).text).toContain("Release blocked");
    const recon = await visitor.get("showRecon");
    expect(recon.status).toBe(200);
    expect(recon.text).toContain("Sums of escrows");
    // It was put there without its postings.
    expect(recon.text).toMatch(/escrows\/esc_\w{26}/);
  });
});
