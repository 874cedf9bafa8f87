import { describe, expect, test } from "vitest";
import { offRailCents, sentBackCents } from "../../functions/domain/held.ts";
import type { Joint } from "../../functions/domain/joint.ts";
import { Refusal } from "../../functions/domain/refusal.ts";
import { openActs } from "../../functions/domain/review-act.ts";
import { askSendBack, isSendBackDue, recordSendBack } from "../../functions/domain/send-back.ts";
import type { Settlement } from "../../functions/domain/settlement.ts";
import { expectedBalances } from "../../functions/domain/settlement-ledger.ts";
import { later, settlementIn } from "../support/samples.ts";

const { settlement, invoice } = settlementIn("failed");

function held(refundable: boolean): Settlement {
  const payment = { ...settlement.payment, status: "succeeded" as const };
  return { ...settlement, payment, refundable } as Settlement;
}

function asked(): Settlement {
  const hop = askSendBack(held(true), "two operators", later(1));
  if (hop instanceof Refusal) throw hop;
  return hop.next;
}

function said(state: Settlement, returned: "sent" | "failed" | null, atSeconds = 2): Joint {
  return recordSendBack(
    { settlement: state, invoice, now: later(atSeconds) },
    { transferRef: "tr_9", returned },
  );
}

describe("held money on a rail that can send it back", () => {
  test("is told to go under a key of its own, and leaves the books when the rail says so", () => {
    const state = asked();
    expect(state.sendBack).toMatchObject({ key: `${state.id}:return:1`, amountCents: state.fiatInCents });
    expect(isSendBackDue(state, later(1))).toBe(true);
    const onItsWay = said(state, null).settlement.at(-1)?.next ?? state;
    expect(onItsWay.sendBack).toMatchObject({ transferRef: "tr_9", lookAt: later(602) });
    const gone = said(onItsWay, "sent", 602).settlement.at(-1)?.next ?? state;
    expect(gone).toMatchObject({ sendBack: null, payment: { status: "refunded" } });
    expect([sentBackCents(gone), offRailCents(gone)]).toEqual([gone.fiatInCents, 0]);
    expect(Object.values(expectedBalances(gone)).every((cents) => Math.abs(cents) === 0)).toBe(true);
    expect(said(gone, "sent").settlement).toEqual([]);
  });

  test("stays held where the rail fails, and goes under the next key when it is asked again", () => {
    const failed = said(asked(), "failed").settlement.at(-1)?.next ?? asked();
    expect(failed).toMatchObject({ sendBack: null, reconBreaks: [{ kind: "return_failed" }] });
    expect(openActs(failed)).toContain("return");
    const again = askSendBack(failed, "two operators", later(9));
    expect(again).toMatchObject({ next: { sendBack: { key: `${failed.id}:return:2` } } });
  });

  test("is not asked for twice", () => {
    expect(askSendBack(asked(), "others", later(3))).toMatchObject({ code: "action_not_available" });
  });
});

test("a rail without such a leg refuses, and operators are not offered it", () => {
  expect(askSendBack(held(false), "two operators", later(1))).toMatchObject({ code: "refund_unsupported" });
  expect(openActs(held(false))).not.toContain("return");
  expect(openActs(held(true))).toContain("return");
});
