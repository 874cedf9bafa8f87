import { beforeEach, describe, expect, test } from "vitest";
import { newAggregate, transitionWrites } from "../../../functions/app/core/aggregate.ts";
import type { Store } from "../../../functions/app/core/ports.ts";
import { alertRecordType } from "../../../functions/app/disputes/alert-record.ts";
import { priorEvidence } from "../../../functions/app/disputes/prior-payments.ts";
import { addDays } from "../../../functions/domain/core/time.ts";
import type { Settlement } from "../../../functions/domain/settlement/settlement.ts";
import { noon, settlementIn } from "../../support/core/samples.ts";
import { TestApi } from "../../support/core/test-api.ts";
import { anAlert } from "../../support/disputes/alert-samples.ts";
import { type StoredPayment, storePayment } from "../../support/disputes/stored-payment.ts";

const fraud = { network: "visa", reasonCode: "10.4", disputedAt: noon } as const;
const metadata = { customerIp: "203.0.113.9", deviceId: "dev-1" };
let api: TestApi;

beforeEach(() => {
  api = new TestApi();
});

/** A payment of the same payer so many days before the dispute, from the same address and device. */
const paid = (days: number, change: Omit<StoredPayment, "at"> = {}) =>
  storePayment(api, { at: addDays(noon, -days), ...change, invoice: { metadata, ...change.invoice } });

/** What there is for a disputed payment of yesterday. */
async function evidence(input: Partial<Parameters<typeof priorEvidence>[2]> = {}, change: Partial<Settlement> = {}) {
  const { settlement, invoice } = settlementIn("completed");
  const bought = { settlement: { ...settlement, ...change } as Settlement, invoice: { ...invoice, metadata } };
  return priorEvidence(api.store, bought, { ...fraud, ...input });
}

const idsOf = (list: readonly Settlement[]) => list.map(({ payment }) => payment.id);

describe("compelling evidence of a payer's payments", () => {
  test("is of the two that were made from the same address and device, whichever they are", async () => {
    const priors = [await paid(200), await paid(300)];
    expect(await evidence()).toEqual({
      ...{ status: "qualified", requiredActions: [] },
      priorPaymentIds: expect.arrayContaining(idsOf(priors)),
    });
    expect((await evidence())?.priorPaymentIds).toHaveLength(2);
  });

  test("is none for another dispute, and nothing is read for it", async () => {
    const { calls } = api.store;
    for (const input of [{ network: "mastercard" }, { network: null }, { reasonCode: null }, { reasonCode: "13.1" }])
      expect(await evidence(input as never), JSON.stringify(input)).toBeNull();
    expect(api.store.calls).toBe(calls);
  });

  test("looks at the newest fifty of those that are old enough", async () => {
    const disputes = ["cas_1"];
    for (let nth = 0; nth < 48; nth += 1) await paid(150 + nth / 100, { settlement: { disputes } });
    const [third, second] = [await paid(300), await paid(299)];
    await paid(310);
    expect((await evidence())?.priorPaymentIds.toSorted()).toEqual(idsOf([second, third]).toSorted());
    await paid(140, { settlement: { disputes } });
    expect(await evidence()).toMatchObject({ status: "not_qualified", priorPaymentIds: [] });
  });

  test("is asked of the year before the dispute, with a day and more to spare at both ends", async () => {
    const pages: unknown[] = [];
    const store: Store = {
      page: async (query) => {
        pages.push(query);
        return [];
      },
      read: async () => [],
      write: async () => ({ ok: true }),
    };
    const { settlement, invoice } = settlementIn("completed");
    await priorEvidence(store, { settlement, invoice }, fraud);
    const stretch = [await paid(380), await paid(118)].map(({ id }) => id.slice(0, 14));
    const pk = `find#payer#${settlement.tenantId.toLowerCase()}#cus_1`;
    expect(pages).toEqual([{ pk, from: stretch[0], upTo: stretch[1], limit: 50, newestFirst: true }]);
  });

  test("is of payments as they were received, of whenever they were begun", async () => {
    await paid(119, { payment: { receivedAt: addDays(noon, -121) } });
    await paid(370, { payment: { receivedAt: addDays(noon, -364) } });
    expect(await evidence()).toMatchObject({ status: "qualified" });
  });

  test.each<[string, Omit<StoredPayment, "at">]>([
    ["was not received", { payment: { receivedAt: null } }],
    ["was taken back", { payment: { returnedAt: noon } }],
    ["is disputed", { settlement: { disputes: ["cas_1"] } }],
    ["is somebody's whose name differs in its case", { settlement: { customerId: "CUS_1" } }],
    ["has no invoice any more", { settlement: { invoiceId: "inv_gone" } }],
    ["says nothing of its payer's device", { invoice: { metadata: {} } }],
    ["says nothing of what was bought", { invoice: { lineItems: [] } }],
  ])("is not of one that %s", async (_, change) => {
    await paid(200);
    expect((await evidence())?.status).toBe("not_qualified");
    await paid(300, change);
    expect((await evidence())?.status).not.toBe("qualified");
    await paid(310);
    expect((await evidence())?.status).toBe("qualified");
  });

  test("is not of one that an alert was about, whatever became of that", async () => {
    await paid(200);
    const { payment } = await paid(300);
    expect((await evidence())?.status).toBe("qualified");
    const alert = anAlert({ paymentId: payment.id, status: "dismissed" });
    const born = { next: alert, from: null, to: "dismissed", reason: "made" };
    const { writes } = transitionWrites(newAggregate(alertRecordType, alert), [born], api.context);
    await api.store.write(writes, "alert");
    expect((await evidence())?.status).toBe("not_qualified");
  });

  test("is not of one whose record is gone", async () => {
    await paid(200);
    const { id } = await paid(300);
    await api.store.write([{ remove: { pk: id, sk: "row" }, expect: 1 }], "gone");
    expect((await evidence())?.status).toBe("not_qualified");
  });

  test("is none of a payer whom nobody named", async () => {
    await paid(200, { settlement: { customerId: "" } });
    await paid(300, { settlement: { customerId: "" } });
    expect((await evidence({}, { customerId: "" }))?.status).toBe("not_qualified");
  });
});
