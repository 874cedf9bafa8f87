import { beforeEach, describe, expect, test } from "vitest";
import { newAggregate, type RecordType, transitionWrites } from "../../../functions/app/core/aggregate.ts";
import { loadAlert } from "../../../functions/app/disputes/alert-reads.ts";
import { alertRecordType } from "../../../functions/app/disputes/alert-record.ts";
import { caseRecordType } from "../../../functions/app/disputes/case-record.ts";
import { changeCase, loadCase } from "../../../functions/app/disputes/change-case.ts";
import { findDisputedEscrow } from "../../../functions/app/disputes/disputed-escrow.ts";
import { packetSource } from "../../../functions/app/disputes/packet-source.ts";
import { type CaseInput, startCase } from "../../../functions/app/disputes/start-case.ts";
import { addDays } from "../../../functions/domain/core/time.ts";
import type { Alert } from "../../../functions/domain/disputes/alert.ts";
import type { DisputeCase } from "../../../functions/domain/disputes/case.ts";
import type { EscrowFacts } from "../../../functions/domain/disputes/disputed-escrow.ts";
import { escalateCase, gatherCase, withdrawCase } from "../../../functions/domain/disputes/transitions.ts";
import { noon } from "../../support/core/samples.ts";
import { anAlert, aReport } from "../../support/disputes/alert-samples.ts";
import { CaseApi } from "../../support/disputes/case-api.ts";
import { aCase, aFilePiece, aPiece } from "../../support/disputes/case-samples.ts";
import { storePayment } from "../../support/disputes/stored-payment.ts";

const silent: CaseInput = {
  ...{ alertId: null, paymentId: null, stage: null, network: null, reasonCode: null, amountCents: null },
  ...{ currency: null, networkDueBy: null },
};
let api: CaseApi;

beforeEach(async () => {
  api = await CaseApi.open();
});

const start = (input: Partial<CaseInput>, about?: EscrowFacts) =>
  startCase(api.context, api.tenantId, { ...silent, ...input }, about);

function escrow(change: Partial<EscrowFacts> = {}): EscrowFacts {
  return {
    ...{ escrowId: "esc_1", tenantId: api.tenantId, amountCents: 7_000, currency: "USD", refundedCents: 2_000 },
    ...{ known: [{ type: "receipt" as const, text: "Deposit of 70.00 USD" }], ...change },
  };
}

async function stored<S extends { readonly id: string }>(kind: RecordType<S>, state: S): Promise<void> {
  const made = { next: state, from: null, to: "there", reason: "made" };
  await api.store.write(transitionWrites(newAggregate(kind, state), [made], api.context).writes, state.id);
}

const alerted = (id: string, change: Partial<Alert>) =>
  stored(alertRecordType, anAlert({ id, tenantId: api.tenantId, ...change }));
const alertOf = async (id: string) => (await loadAlert(api.context, null, id)).state;
const disputes = async (id: string) => (await findDisputedEscrow(api.context, id))?.state.disputes;
const paid = (change: { disputes?: string[] } = {}) =>
  storePayment(api, { at: noon, settlement: { tenantId: api.tenantId, ...change } });

describe("a case that is opened", () => {
  test("has of its alert and its payment whatever nobody says", async () => {
    const { payment } = await paid();
    const said = aReport({ kind: "inquiry", reasonCode: "10.4", currency: "EUR", amountCents: 900 });
    await alerted("alr_1", { paymentId: payment.id, said });
    const { state, opened } = await start({ alertId: "alr_1" });
    expect(opened).toBe(true);
    expect(state).toMatchObject({
      ...{ alertId: "alr_1", paymentId: payment.id, escrowId: null, stage: "inquiry", network: null },
      ...{ reasonCode: "10.4", amountCents: 900, currency: "EUR", countedAt: null, countedBy: null },
      ...{ compellingEvidence: null, refundedCents: 0, status: "open", networkDueBy: said.respondBy },
    });
    expect(state.evidence.at(-1)).toMatchObject({
      type: "invoice",
      origin: "service",
      status: "pending",
      sizeBytes: 0,
    });
    expect(await alertOf("alr_1")).toMatchObject({ status: "case_opened", caseId: state.id });
  });

  test("has what somebody says before what its alert said", async () => {
    await alerted("alr_1", { paymentId: null, said: aReport({ kind: "chargeback", network: "visa" }) });
    const networkDueBy = addDays(noon, 9);
    const input = { stage: "arbitration", network: "mastercard", reasonCode: "4853", amountCents: 5 } as const;
    const { state } = await start({ alertId: "alr_1", ...input, currency: "GBP", networkDueBy });
    expect(state).toMatchObject({ ...input, currency: "GBP", networkDueBy, paymentId: null, escrowId: null });
  });

  test("binds its alert to the payment or the escrow that it is about, by a person's word", async () => {
    const { payment } = await paid();
    const unbound = { paymentId: null, match: null, status: "unmatched" } as const;
    await alerted("alr_1", { ...unbound, said: aReport({ externalId: "A-1" }) });
    await alerted("alr_2", { ...unbound, said: aReport({ externalId: "A-2" }) });
    await alerted("alr_3", { ...unbound, said: aReport({ externalId: "A-3" }) });
    await start({ alertId: "alr_1", paymentId: payment.id });
    await start({ alertId: "alr_2" }, escrow());
    const third = await start({ alertId: "alr_3" });
    const match = { score: 100, method: "operator", at: noon };
    expect(await alertOf("alr_1")).toMatchObject({ paymentId: payment.id, escrowId: null, match });
    expect(await alertOf("alr_2")).toMatchObject({ paymentId: null, escrowId: "esc_1", match });
    expect(await alertOf("alr_3")).toMatchObject({
      ...{ paymentId: null, escrowId: null, match: null, status: "case_opened", caseId: third.state.id },
    });
  });

  test("is the escrow's that its alert is about", async () => {
    await start({ networkDueBy: addDays(noon, 9) }, escrow());
    const [first] = (await disputes("esc_1")) ?? [];
    await alerted("alr_1", { paymentId: null, escrowId: "esc_1" });
    const { state, opened } = await start({ alertId: "alr_1" });
    expect([state.id, opened, state.escrowId]).toEqual([first, false, "esc_1"]);
    expect(await alertOf("alr_1")).toMatchObject({ status: "case_opened", caseId: first });
    await expect(start({ alertId: "alr_1" }, escrow({ escrowId: "esc_2" }))).rejects.toMatchObject({
      message: "escrowId: the alert is about esc_1",
    });
    const { payment } = await paid();
    await expect(start({ paymentId: payment.id, alertId: "alr_1" })).rejects.toMatchObject({ code: "case_exists" });
  });

  test("is about no escrow and no payment where its alert is about none", async () => {
    await alerted("alr_1", { paymentId: null });
    const { state } = await start({ alertId: "alr_1" });
    const again = await start({ alertId: "alr_1" });
    expect([again.state.id, again.opened]).toEqual([state.id, false]);
    await expect(start({ alertId: "alr_1", paymentId: "pay_x" })).rejects.toMatchObject({ message: "no such payment" });
    const { payment } = await paid();
    const exists = { code: "case_exists", detail: { extra: { caseId: state.id } } };
    await expect(start({ alertId: "alr_1", paymentId: payment.id })).rejects.toMatchObject(exists);
    await expect(start({ alertId: "alr_1" }, escrow())).rejects.toMatchObject(exists);
  });

  test("is refused about a stranger's payment", async () => {
    const { payment } = await storePayment(api, { at: noon });
    await expect(start({ paymentId: payment.id })).rejects.toMatchObject({ code: "not_found" });
  });

  test("takes over when the alert of its payment was counted, the newest that was, and no other's", async () => {
    const { payment } = await paid();
    const said = aReport({ kind: "chargeback", network: "visa" });
    const mine = { paymentId: payment.id, status: "in_review" as const };
    await alerted("alr_1", { ...mine, said: { ...said, externalId: "A-1", kind: "dispute" } });
    await alerted("alr_2", { ...mine, said: { ...said, externalId: "A-2" }, caseId: "cas_0" });
    await alerted("alr_3", { ...mine, said: { ...said, externalId: payment.id }, paymentId: "pay_other" });
    const none = await start({ paymentId: payment.id, network: "visa", reasonCode: "13.1" });
    expect(none.state).toMatchObject({ countedAt: noon, countedBy: null });
    const other = (await paid()).payment;
    await alerted("alr_4", { ...mine, paymentId: other.id, said: { ...said, externalId: "A-4" } });
    const counted = await start({ paymentId: other.id, network: "visa", reasonCode: "13.1" });
    expect(counted.state).toMatchObject({ countedAt: noon, countedBy: "alr_4" });
  });

  test.each([
    {},
    { network: "visa", reasonCode: "10.4" },
    { amountCents: 70 },
    { networkDueBy: addDays(noon, -1) },
  ] as const)("stands alone: a second one that says %j is refused, and nothing of it is taken", async (more) => {
    const { payment } = await paid();
    const { state } = await start({ paymentId: payment.id });
    const message = `this payment has the case ${state.id} already; nothing of this request was taken`;
    await expect(start({ paymentId: payment.id, ...more })).rejects.toMatchObject({
      ...{ code: "case_exists", message },
      detail: { extra: { caseId: state.id } },
    });
    expect((await loadCase(api.context, { tenantId: null, caseId: state.id })).state).toEqual(state);
  });

  test("needs its payment's invoice, and the case that its payment names", async () => {
    const gone = await paid({ disputes: ["cas_gone"] });
    await expect(start({ paymentId: gone.payment.id })).rejects.toThrow("no case cas_gone");
    const { payment, invoiceId } = await paid();
    await api.store.write([{ remove: { pk: invoiceId, sk: "row" }, expect: 1 }], "remove");
    await expect(start({ paymentId: payment.id })).rejects.toThrow(`no invoice ${invoiceId}`);
  });
});

describe("a case that is changed", () => {
  const named = (caseId: string) => ({ tenantId: api.tenantId, caseId });

  test("is read once where it was read before, and again where somebody else was faster", async () => {
    const id = await api.caseIn("open");
    const first = await loadCase(api.context, named(id));
    const calls = async () => {
      const before = api.store.calls;
      await changeCase(api.context, named(id), (state) => gatherCase(state, noon), { first });
      return api.store.calls - before;
    };
    expect(await calls()).toBe(1);
    // Lost once, read, and found to be so already.
    expect(await calls()).toBe(2);
    expect((await loadCase(api.context, named(id))).v).toBe(2);
  });

  test("writes nothing beside where it does not change", async () => {
    const id = await api.caseIn("gathering");
    const also = [{ put: { pk: "x", sk: "y", v: 1, type: "evidence_text", body: {} }, expect: "absent" }] as const;
    await changeCase(api.context, named(id), (state) => gatherCase(state, noon), { also });
    expect(api.store.rows().filter(({ pk }) => pk === "x")).toEqual([]);
  });

  test("leaves its payment and its escrow to the others when it ends", async () => {
    const other = await paid({ disputes: ["cas_1", "cas_2"] });
    const mine = { ...aCase(), tenantId: api.tenantId };
    await stored(caseRecordType, { ...mine, id: "cas_1", paymentId: other.payment.id });
    await changeCase(api.context, named("cas_1"), (before) => withdrawCase(before, noon));
    expect((await api.settlement(other.id)).disputes).toEqual(["cas_2"]);
    const { state } = await start({}, escrow());
    await stored(caseRecordType, { ...state, id: "cas_3" });
    await changeCase(api.context, named("cas_3"), (before) => withdrawCase(before, noon));
    expect(await disputes("esc_1")).toEqual([state.id]);
  });

  test("comes back to a payment and an escrow that have it still", async () => {
    const again = (before: DisputeCase) => escalateCase(before, { stage: "arbitration" }, noon);
    const { id, payment } = await paid({ disputes: ["cas_1"] });
    const lost = { ...aCase(), tenantId: api.tenantId, status: "lost" as const };
    await stored(caseRecordType, { ...lost, id: "cas_1", paymentId: payment.id });
    await changeCase(api.context, named("cas_1"), again);
    expect((await api.settlement(id)).disputes).toEqual(["cas_1"]);
    await stored(caseRecordType, { ...lost, id: "cas_2", paymentId: null, escrowId: "esc_none" });
    await expect(changeCase(api.context, named("cas_2"), again)).rejects.toThrow(
      "nothing is known of disputes about esc_none",
    );
    await stored(caseRecordType, { ...lost, id: "cas_3", paymentId: null });
    expect((await changeCase(api.context, named("cas_3"), again)).state.status).toBe("open");
  });
});

describe("what a packet is made of", () => {
  const order = () => ({ caseId: "cas_1", tenantId: api.tenantId });
  const packet = (change: object = {}) => ({
    ...{ revision: 1, status: "building" as const, objectKey: null, sha256: null, sizeBytes: null, pages: null },
    ...{ orderedAt: noon, ...change },
  });
  const keep = (change: Partial<DisputeCase>) =>
    stored(caseRecordType, { ...aCase(), tenantId: api.tenantId, packet: packet(), ...change });
  const asked = () => packetSource(api.context).asked(order());

  test("is the case in words, and what was provided in its order", async () => {
    const [text, file] = [aPiece("receipt", { id: "evd_t" }), aFilePiece("invoice", { status: "provided" })];
    const lost = aPiece("kyb_record", { id: "evd_l" });
    const pending = aFilePiece("refund_policy");
    await keep({ evidence: [text, pending, file, lost], narrative: "so it was" });
    const row = { pk: "cas_1", sk: "text#evd_t", v: 1, type: "evidence_text", body: { text: "Paid." } };
    await api.store.write([{ put: row, expect: "absent" }], "text");
    const { objectKey, ...shown } = file;
    const { objectKey: _, ...said } = text;
    const { objectKey: __, ...gone } = lost;
    expect(await asked()).toEqual({
      revision: 1,
      facts: {
        ...{ caseId: "cas_1", merchant: "Acme", paymentId: "pay_1", escrowId: null, network: "Visa" },
        ...{ stage: "chargeback", reasonCode: "13.1", reasonName: "Merchandise/Services Not Received" },
        ...{ category: "product_not_received", amountCents: 5000, currency: "USD", narrative: "so it was" },
        ...{ networkDueBy: addDays(noon, 30), preparedAt: noon },
      },
      pieces: [
        { ...said, type: "Receipt", text: "Paid." },
        { ...shown, type: "Invoice", objectKey },
        { ...gone, type: "KYB record", text: "" },
      ],
    });
  });

  test.each([
    [{ network: null }, { network: null, reasonName: null }],
    [{ reasonCode: null }, { network: "Visa", reasonName: null, reasonCode: null }],
  ] as const)("says no reason's name of %j", async (change, facts) => {
    await keep(change);
    expect((await asked())?.facts).toMatchObject(facts);
  });

  test("names a tenant that is gone by its id", async () => {
    await keep({});
    const { v = 0 } = api.store.rows().find(({ pk, sk }) => pk === api.tenantId && sk === "row") ?? {};
    await api.store.write([{ remove: { pk: api.tenantId, sk: "row" }, expect: v }], "gone");
    expect((await asked())?.facts.merchant).toBe(api.tenantId);
  });

  test.each([[{ packet: null }], [{ revision: 2 }], [{ packet: packet({ status: "ready" }) }]])(
    "is nothing where %j",
    async (change) => {
      await keep(change);
      expect(await asked()).toBeNull();
    },
  );

  test("is noted when it is made, and when it cannot be", async () => {
    await keep({});
    const source = packetSource(api.context);
    const found = async () => (await loadCase(api.context, order())).state.packet;
    await source.failed(order(), 1);
    expect(await found()).toEqual(packet({ status: "failed" }));
    const made = { revision: 1, objectKey: "packets/1", sha256: "ab", sizeBytes: 7, pages: 2 };
    await source.built(order(), made);
    expect(await found()).toEqual(packet({ ...made, status: "ready" }));
  });
});
