import { beforeEach, describe, expect, test } from "vitest";
import { alertReportOf, ingestAnswer } from "../../../functions/api/disputes/alert-query.ts";
import { caseCalls } from "../../../functions/api/disputes/case-handlers.ts";
import { takeCaseAction } from "../../../functions/app/disputes/case-actions.ts";
import { ingestAlert } from "../../../functions/app/disputes/ingest-alert.ts";
import { packetSource } from "../../../functions/app/disputes/packet-source.ts";
import { packetLink } from "../../../functions/app/disputes/submit-case.ts";
import { disputedEscrowOf, escrowSearch } from "../../../functions/app/escrow/disputes.ts";
import { inspectEscrow } from "../../../functions/app/escrow/operator-reads.ts";
import { newAlert } from "../../../functions/contract/disputes/alert-body.ts";
import { alertIngestOperations } from "../../../functions/contract/disputes/alerts.ts";
import { caseOperations } from "../../../functions/contract/disputes/cases.ts";
import { siblingId } from "../../../functions/domain/core/id.ts";
import { idempotentRequest } from "../../../functions/http/idempotent-request.ts";
import type { Operation } from "../../../functions/http/operation.ts";
import type { Call } from "../../../functions/http/operation-types.ts";
import { DisputedEscrowApi } from "../../support/escrow/disputed-escrow-api.ts";
import { codeOf } from "../../support/escrow/escrow-api.ts";

let api: DisputedEscrowApi;

beforeEach(async () => {
  api = await DisputedEscrowApi.withTenant();
});

const withdraw = (caseId: string) =>
  takeCaseAction(api.context, { tenantId: api.tenantId, caseId }, { act: "withdraw" });

describe("an escrow with an open dispute", () => {
  test.each([
    ["manual", []],
    ["milestone", ["milestones_incomplete:1"]],
    ["dual_approval", ["approvals_missing:2"]],
    ["compliance_gate", []],
  ] as const)("is not released under %s", async (releaseRule, before) => {
    const milestones = releaseRule === "milestone" ? [{ description: "all of it" }] : [];
    const id = await api.funded({ releaseRule, milestones });
    await api.disputed(id);
    const { status, json } = await api.release(id);
    expect([status, json.code, json.unmet]).toEqual([409, "release_conditions_unmet", [...before, "dispute_open"]]);
    const conditions = await api.get(`/${id}/conditions`);
    expect(conditions.json).toMatchObject({ releasable: false, unmet: [...before, "dispute_open"] });
    expect((await api.events(id)).at(-1)).toBe("escrow.release_blocked");
  });

  test("is released once the dispute has ended", async () => {
    const id = await api.funded();
    const caseId = await api.disputed(id);
    expect(await codeOf(api.release(id))).toEqual([409, "release_conditions_unmet"]);
    await withdraw(caseId);
    expect(await codeOf(api.release(id))).toEqual([200, "released"]);
  });

  test("is blocked again where its case goes on at a later stage", async () => {
    const id = await api.funded();
    const caseId = await api.disputed(id);
    const named = { tenantId: api.tenantId, caseId };
    await takeCaseAction(api.context, named, { act: "accept" });
    await takeCaseAction(api.context, named, { act: "escalate", input: { stage: "arbitration" } });
    expect((await api.release(id)).json.unmet).toEqual(["dispute_open"]);
  });

  test("is not refunded: the buyer would have it twice", async () => {
    const id = await api.funded();
    const caseId = await api.disputed(id);
    expect(await codeOf(api.refund(id))).toEqual([409, "action_not_available"]);
    await withdraw(caseId);
    expect(await codeOf(api.refund(id))).toEqual([200, "refunded"]);
  });

  test("has one: a second is refused and told which", async () => {
    const id = await api.funded();
    const caseId = await api.disputed(id);
    await expect(api.disputed(id)).rejects.toMatchObject({ code: "case_exists", detail: { extra: { caseId } } });
  });

  test("shows it to operators, and a packet names it", async () => {
    const id = await api.funded();
    const caseId = await api.disputed(id);
    const { disputes } = await inspectEscrow({ store: api.store, deliveries: api.railStore }, id);
    expect(disputes).toEqual([caseId]);
    const named = { tenantId: api.tenantId, caseId };
    await takeCaseAction(api.context, named, { act: "gather" });
    const evidence = { read: async () => null, write: async () => undefined, link: async () => "" } as never;
    await packetLink({ ...api.context, evidence, invoicePdf: async () => new Uint8Array(), log: api.log }, named);
    expect((await packetSource(api.context).asked(named))?.facts).toMatchObject({ escrowId: id, paymentId: null });
  });

  test("stops a release that was decided before it was opened", async () => {
    const id = await api.funded();
    let isOpened = false;
    const screen = api.screening.screen.bind(api.screening);
    api.screening.screen = async (input) => {
      if (!isOpened) await api.disputed(id);
      isOpened = true;
      return screen(input);
    };
    const { status, json } = await api.release(id);
    expect([status, json.unmet]).toEqual([409, ["dispute_open"]]);
    expect((await api.state(id)).intent).toBeNull();
  });

  test("stops a release that is just being written", async () => {
    const id = await api.funded();
    const write = api.store.write.bind(api.store);
    let caseId = "";
    api.store.write = async (writes, nonce) => {
      if (caseId === "" && JSON.stringify(writes).includes(`${id}:release:1`)) {
        caseId = "being opened";
        caseId = await api.disputed(id);
      }
      return write(writes, nonce);
    };
    const { status, json } = await api.release(id);
    expect([status, json.unmet, caseId.slice(0, 4)]).toEqual([409, ["dispute_open"], "cas_"]);
    expect((await api.state(id)).intent).toBeNull();
  });

  test("stops a release on its way to the rail, whose order is taken back once it cannot arrive any more", async () => {
    const id = await api.funded();
    api.railThat({
      payoutOf: () => Promise.reject(new Error("no answer")),
      disburse: () => Promise.reject(new Error("x")),
    });
    expect((await api.release(id)).status).toBe(503);
    expect((await api.state(id)).intent?.leg).toBe("release");
    await api.disputed(id);
    api.reached = api.holding;
    api.pass(1199);
    expect((await api.release(id)).status).toBe(503);
    api.pass(1);
    const { status, json } = await api.release(id);
    expect([status, json.unmet]).toEqual([409, ["dispute_open"]]);
    expect(await api.state(id)).toMatchObject({ status: "release_pending", intent: null, unmet: ["dispute_open"] });
  });
});

describe("a dispute case about an escrow", () => {
  test("is not opened where nothing was ever paid in, nor about another tenant's", async () => {
    const id = await api.created();
    await expect(api.disputed(id)).rejects.toMatchObject({ code: "validation_error" });
    await expect(disputedEscrowOf(api.context, "ten_01K00000000000000000000009", id)).rejects.toMatchObject({
      code: "not_found",
    });
  });
});

describe("a case that a tenant opens about an escrow", () => {
  /** The routes of cases and of alerts as they are served, over the escrow's own book. */
  async function post(path: "cases" | "alerts", body: object, key = "k1") {
    const { context: own, log, rail } = api;
    const actorOf = (call: Call<Operation>) => ({ ...own, actor: call.principal.actor, action: call.operation });
    const send =
      path === "cases"
        ? api.open(caseOperations, caseCalls(actorOf))
        : api.open(
            { ingestAlert: alertIngestOperations.ingestAlert },
            {
              ingestAlert: async (call) => {
                const said = alertReportOf(call.body, api.clock.now());
                const order = { ...own, ...escrowSearch, rail, log };
                return ingestAnswer(await ingestAlert(order, { ...idempotentRequest(call), source: "manual", said }));
              },
            },
          );
    const headers = { authorization: `Bearer ${api.apiKey}`, "idempotency-key": key };
    const reply = await send({ method: "POST", path: `/api/v1/disputes/${path}`, headers, body: JSON.stringify(body) });
    return { status: reply.status, json: JSON.parse(reply.text) };
  }

  test("is about its deposit, by ACH, and blocks its release", async () => {
    const escrowId = await api.funded();
    const { status, json } = await post("cases", { escrowId, reasonCode: "R10" });
    expect([status, json]).toMatchObject([
      201,
      {
        escrowId,
        paymentId: null,
        network: "ach",
        amountCents: 10_000,
        category: "debit_not_authorized",
        refundedCents: 0,
      },
    ]);
    expect((await api.release(escrowId)).json.unmet).toEqual(["dispute_open"]);
  });

  test("takes an alert from outside with it, which no payment was clear for", async () => {
    const escrowId = await api.funded();
    const report = { externalId: "A-1", kind: "dispute", amountCents: 10_000, network: "ach" };
    const { json: alert } = await post("alerts", report);
    expect(alert).toMatchObject({ status: "unmatched", escrowId: null });
    const { json } = await post("cases", { alertId: alert.id, escrowId });
    expect(json).toMatchObject({ alertId: alert.id, escrowId });
    expect((await api.alerts())[0]).toMatchObject({ status: "case_opened", escrowId, caseId: json.id });
    expect(api.disputeEvents()).toContain("alert.matched");
  });

  test.each([
    ["its id", (id: string) => ({ paymentId: id })],
    ["its own reference", () => ({ purchaseIdentifier: "deal-7" })],
    ["the rail's reference of its deposit", (id: string) => ({ railRef: `mock_${id}` })],
  ])("is opened by an alert from outside that names the escrow by %s", async (_, name) => {
    const escrowId = await api.funded({ reference: "deal-7" });
    await api.funded({ reference: "deal-8" });
    const report = { externalId: "A-1", kind: "dispute", amountCents: 10_000, network: "ach", ...name(escrowId) };
    const { json: alert } = await post("alerts", report);
    expect(alert).toMatchObject({ escrowId, paymentId: null, match: { score: 100, method: "auto" } });
    expect(api.disputeEvents()).toContain("alert.matched");
  });

  test.each([
    ["one that nothing was paid into", async () => ({ paymentId: await api.created() })],
    ["two escrows", async () => ({ paymentId: await api.funded(), railRef: `mock_${await api.funded()}` })],
  ])("is not bound by an alert that names %s", async (_, named) => {
    const report = { externalId: "A-1", kind: "dispute", amountCents: 10_000, network: "ach", ...(await named()) };
    expect((await post("alerts", report)).json).toMatchObject({ status: "unmatched", escrowId: null });
  });

  test("is never of a stranger's escrow", async () => {
    const body = { externalId: "A-1", kind: "dispute", amountCents: 10_000, paymentId: await api.funded() };
    const said = alertReportOf(newAlert.parse(body), api.clock.now());
    expect(await escrowSearch.escrowNamed(api.context, api.tenantId, said)).toBeDefined();
    expect(await escrowSearch.escrowNamed(api.context, "ten_01K00000000000000000000009", said)).toBeUndefined();
  });

  test.each([
    ["beside a payment", (escrowId: string) => ({ escrowId, paymentId: siblingId(escrowId, "pay") }), 400],
    ["by a reference", () => ({ escrowId: "deal-1" }), 400],
    [
      "that there is not",
      (escrowId: string) => ({ escrowId: `${escrowId.slice(0, -1)}${escrowId.endsWith("0") ? 1 : 0}` }),
      404,
    ],
  ] as const)("is refused %s", async (_, body, status) => {
    expect((await post("cases", body(await api.funded()))).status).toBe(status);
    expect(await api.cases()).toEqual([]);
  });

  test("is refused where the alert is about another", async () => {
    const one = await api.funded();
    const other = await api.funded();
    await api.returned(one);
    const [alert] = await api.alerts();
    const { status, json } = await post("cases", { alertId: alert?.id, escrowId: other });
    expect([status, json.fields[0].path]).toEqual([400, "escrowId"]);
  });
});
