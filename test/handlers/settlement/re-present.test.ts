import { beforeEach, describe, expect, test } from "vitest";
import { receiveCallback } from "../../../functions/app/operations/receive-callback.ts";
import { sweep } from "../../../functions/app/operations/sweep-due-records.ts";
import type { Rail } from "../../../functions/app/rails/ports.ts";
import { loadSettlement } from "../../../functions/app/settlement/settlements.ts";
import { secondsBetween } from "../../../functions/domain/core/time.ts";
import { TestApi } from "../../support/core/test-api.ts";
import { noPartner } from "../../support/onboarding/no-partner.ts";
import { railThat, workflows } from "../../support/settlement/reserve-api.ts";

let api: TestApi;
let id: string;
let invoiceId: string;
/** The keys that the rail was asked to collect under, in order. */
let keys: string[];
let isAnswerLost: boolean;
let rail: Rail;

beforeEach(async () => {
  api = new TestApi();
  keys = [];
  isAnswerLost = false;
  rail = railThat(api.rail, {
    collect: async ({ key }) => {
      keys.push(key);
      if (isAnswerLost) throw new Error("no answer");
      return { railRef: `tr_${new Set(keys).size}`, state: "awaiting_funds", instructions: null };
    },
    lookUp: async () => null,
  });
  const tenant = await api.tenant();
  invoiceId = await api.invoice(tenant.id);
  const paid = await api.openPay({ rail })({
    method: "POST",
    path: `/api/v1/invoices/${invoiceId}/pay`,
    headers: { authorization: `Bearer ${tenant.apiKey}`, "idempotency-key": "k1" },
  });
  id = JSON.parse(paid.text).settlement.id;
});

const stateOf = async () => (await loadSettlement(api.context, id)).state;

/** The payer's bank returns the debit that the rail has now, for want of funds. */
async function comesBack(): Promise<void> {
  const { payment } = await stateOf();
  const reference = `${id}.${invoiceId}`;
  const events = [{ kind: "returned", code: "R01" }] as const;
  await receiveCallback(api.context, { rail: "mock", railRef: payment.railRef ?? "", reference, events });
}

async function passUntilPresented(): Promise<void> {
  const { payment } = await stateOf();
  api.pass(secondsBetween(api.clock.now(), payment.presentAt ?? ""));
}

function sweepOnce() {
  const { screening, meter, log } = api;
  const vendors = { rail, conversion: api.rail, screening, meter, live: false };
  const send = async () => undefined;
  const queues = {
    deliveries: api.railStore,
    queue: { send },
    packets: { send },
    mails: { send },
    partner: noPartner,
    publicUrl: "",
    workflows,
  };
  return sweep({ ...api.context, ...vendors, ...queues, log, pagesUrl: "http://localhost:4002" });
}

describe("a debit that came back for want of funds", () => {
  test("is presented again by the sweep after three banking days, not before, under a key of its own", async () => {
    const first = keys.slice();
    await comesBack();
    // Returned on a Saturday: the banks open on Monday, and the third day is Wednesday.
    api.pass(2 * 86_400);
    await sweepOnce();
    expect(keys).toEqual(first);
    await passUntilPresented();
    expect(await sweepOnce()).toMatchObject({ failed: 0 });
    expect(keys).toEqual([...first, `${id}:collect:2`]);
    expect(await stateOf()).toMatchObject({
      ...{ status: "collecting", payment: { railRef: "tr_2", presented: 2, presentAt: null } },
    });
    await sweepOnce();
    expect(keys).toHaveLength(2);
  });

  test("is asked for again under the same key where the rail's answer was lost", async () => {
    await comesBack();
    await passUntilPresented();
    isAnswerLost = true;
    expect(await sweepOnce()).toMatchObject({ failed: 1 });
    expect(await stateOf()).toMatchObject({ payment: { railRef: "tr_1", presented: 2 } });
    isAnswerLost = false;
    await sweepOnce();
    expect(keys, "it was asked a moment ago").toHaveLength(2);
    api.pass(90);
    expect(await sweepOnce()).toMatchObject({ failed: 0 });
    expect(keys.slice(1)).toEqual([`${id}:collect:2`, `${id}:collect:2`]);
    expect(await stateOf()).toMatchObject({ payment: { railRef: "tr_2", presentAt: null } });
  });

  test("counts as returned when it comes back for the third time", async () => {
    for (const _ of [1, 2]) {
      await comesBack();
      await passUntilPresented();
      await sweepOnce();
    }
    await comesBack();
    expect(keys.slice(1)).toEqual([`${id}:collect:2`, `${id}:collect:3`]);
    expect(await stateOf()).toMatchObject({
      ...{ status: "failed", payment: { status: "returned", returnCode: "R01", presentAt: null } },
    });
    api.pass(30 * 86_400);
    await sweepOnce();
    expect(keys).toHaveLength(3);
  });
});
