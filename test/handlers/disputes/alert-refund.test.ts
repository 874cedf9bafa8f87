import { beforeEach, describe, expect, test } from "vitest";
import { saidAsked } from "../../../functions/api/disputes/alert-query.ts";
import type { Book } from "../../../functions/app/core/ports.ts";
import { ingestSourced } from "../../../functions/app/disputes/ingest-alert.ts";
import { untoldAlerts } from "../../../functions/app/disputes/pending-outcome-reports.ts";
import { chargebacks } from "../../../functions/app/disputes/recorded-losses.ts";
import { refundPayment } from "../../../functions/app/settlement/refund-payment.ts";
import { newAlert } from "../../../functions/contract/disputes/alert-body.ts";
import { AlertDoor } from "../../support/disputes/alert-door.ts";
import { railThat } from "../../support/settlement/door-reserve.ts";

let door: AlertDoor;

beforeEach(async () => {
  door = await AlertDoor.open({ destWallet: "0xFAILCONVERT" }, { refunds: true });
});

function refund(paymentId: string, key = "refund-1", book: Book = door.book) {
  const { tenantId, desk, log, reached: rail } = door;
  return refundPayment(
    { ...desk, book, log, rail, chargebacks },
    {
      ...{ tenantId, paymentId, amountCents: 10_000, reason: "ordered twice" },
      ...{ operation: "refundPayment", idempotencyKey: key, fingerprint: key },
    },
  );
}

describe("a tenant's own refund", () => {
  test("of what a chargeback has taken is refused, also while no case is open about it", async () => {
    const { paymentId, settlementId } = await door.held();
    await door.rules();
    const { json } = await door.ingest({ kind: "chargeback", network: "visa", paymentId });
    expect(json.status).toBe("in_review");
    expect((await refund(paymentId)).outcome).toMatchObject({
      kind: "refusal",
      code: "action_not_available",
    });
    expect((await door.settlement(settlementId)).sendBack).toBeNull();
    await door.send("POST", `/alerts/${json.id}/resolve`, { body: { resolution: "duplicate" } });
    expect((await refund(paymentId, "refund-2")).outcome.kind).toBe("result");
  });

  test("that a chargeback overtakes, of which only people are told, is decided again", async () => {
    const { paymentId, settlementId } = await door.held();
    await door.rules();
    const { book } = door;
    let overtaken = false;
    const slow: Book = {
      read: (keys) => book.read(keys),
      write: (writes, nonce) => book.write(writes, nonce),
      page: async (query) => {
        const rows = await book.page(query);
        if (!overtaken) await door.ingest({ kind: "chargeback", network: "visa", paymentId });
        overtaken = true;
        return rows;
      },
    };
    const said = await refund(paymentId, "refund-1", slow);
    expect([overtaken, said.outcome]).toMatchObject([true, { code: "action_not_available" }]);
    expect((await door.settlement(settlementId)).sendBack).toBeNull();
  });

  test("beside a complaint is the tenant's to make", async () => {
    const { paymentId, settlementId } = await door.held();
    await door.rules();
    await door.ingest({ paymentId });
    expect((await refund(paymentId)).outcome.kind).toBe("result");
    expect((await door.settlement(settlementId)).payment.status).toBe("refunded");
  });
});

describe("a refund that a source waits to hear of", () => {
  const untold = () => untoldAlerts(door.desk, "ethoca", 100);
  const ends = async () => (await untold()).map(({ report: { end, refund: made } }) => [end, made !== null]);

  /** As a fetch brings one; its refund's rail is told by the sweeper. */
  const fetched = async (paymentId: string) => {
    const body = newAlert.parse({ externalId: "E-1", kind: "dispute", amountCents: 10_000, paymentId });
    const said = saidAsked(body, door.clock.now());
    const desk = { ...door.desk, actor: "system:alerts" };
    await ingestSourced(desk, { tenantId: door.tenantId, source: "ethoca", said });
    door.pass(900);
    await door.sweep();
  };

  test("is never told of an alert that somebody brought in its name: whose that is, nobody has checked", async () => {
    door.enabled = ["ethoca"];
    const { json } = await door.ingest({ kind: "chargeback" }, { source: "ethoca" });
    await door.send("POST", `/alerts/${json.id}/dismiss`);
    expect(await ends()).toEqual([]);
  });

  test("is told once the rail has said that it is gone, and not before", async () => {
    const { paymentId } = await door.held();
    const rail = door.reached;
    door.reached = railThat(rail, { returnDeposit: () => Promise.reject(new Error("no answer")) });
    await fetched(paymentId);
    expect((await door.send("GET", "/alerts")).json.data[0].resolution).toBe("refunded");
    expect(await ends()).toEqual([]);
    door.reached = rail;
    door.pass(900);
    await door.sweep();
    expect(await ends()).toEqual([["refunded", true]]);
  });

  test("is told as none where the rail refused it", async () => {
    const { paymentId } = await door.held();
    const refused = { code: "closed", reason: "account closed" };
    door.reached = railThat(door.reached, { returnDeposit: async () => ({ refused }) });
    await fetched(paymentId);
    expect(await ends()).toEqual([["other", false]]);
  });
});
