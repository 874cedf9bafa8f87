import { describe, expect, test } from "vitest";
import { addSeconds } from "../../../functions/domain/core/time.ts";
import type { MailOrder } from "../../../functions/domain/core/transition.ts";
import {
  isMailingDue,
  mailingUnknown,
  newMailing,
  recordMailingRefusal,
  recordMailingSend,
  redriven,
  skipMailing,
  takeMailing,
} from "../../../functions/domain/mail/mailing.ts";
import { noon } from "../../support/core/samples.ts";

const asked: MailOrder = {
  ...{ kind: "send_mail", template: "receipt", about: "pay_1", tenantId: "ten_1" },
  ...{ to: "payer@example.com", locale: "en" },
};
const queued = () => newMailing("eml_1", asked, noon);
const minutes = (count: number) => addSeconds(noon, count * 60);

describe("a letter that waits", () => {
  test("is taken by one worker at a time, and by the next once that one's minute is over", () => {
    const taken = takeMailing(queued(), noon);
    const first = { attempts: 1, leaseUntil: minutes(1), dueAt: minutes(15), updatedAt: noon };
    expect(taken).toEqual({ ...queued(), ...first });
    expect(taken && takeMailing(taken, addSeconds(noon, 59))).toBeUndefined();
    expect(taken && takeMailing(taken, minutes(1))).toMatchObject({ attempts: 2 });
  });

  test("is ordered again after a quarter of an hour, and not sooner", () => {
    expect(isMailingDue(queued(), minutes(14))).toBe(false);
    expect(isMailingDue(queued(), minutes(15))).toBe(true);
    expect(isMailingDue(redriven(queued(), minutes(15)), minutes(29))).toBe(false);
  });

  test("is never due while a worker has it", () => {
    for (let state = queued(), at = noon; ; at = addSeconds(at, 60)) {
      const taken = takeMailing(state, at);
      if (!taken || taken.status === "failed") break;
      expect(Number(taken.dueAt?.localeCompare(taken.leaseUntil ?? "9"))).toBe(1);
      state = taken;
    }
  });

  test("fails after nine attempts, with what the last one met, or with their number", () => {
    let state = queued();
    for (let attempt = 1; attempt <= 9; attempt++) {
      const taken = takeMailing(state, minutes(attempt));
      expect(taken).toMatchObject({ status: "queued", attempts: attempt });
      state = mailingUnknown(taken ?? state, "DeadlineExceeded", minutes(attempt));
    }
    const over = { status: "failed", leaseUntil: null, dueAt: null, updatedAt: minutes(60) };
    expect(takeMailing(state, minutes(60))).toEqual({ ...state, ...over });
    expect(takeMailing({ ...state, reason: null }, minutes(60))).toEqual({
      ...{ ...state, ...over, reason: "no answer in 9 attempts" },
    });
  });
});

describe("a letter that is over", () => {
  test.each([
    ["sent", null, () => recordMailingSend({ ...queued(), reason: "no answer" }, "m-1", minutes(1))],
    ["failed", "no such address", () => recordMailingRefusal(queued(), "no such address", minutes(1))],
    ["skipped", "the invoice is paid", () => skipMailing(queued(), "the invoice is paid", minutes(1))],
  ])("is taken by nobody and due never: %s", (status, reason, over) => {
    const state = over();
    expect(state).toEqual({
      ...{ ...queued(), status, reason, dueAt: null, updatedAt: minutes(1) },
      ...{ messageId: status === "sent" ? "m-1" : null },
    });
    expect(takeMailing(state, minutes(600))).toBeUndefined();
    expect(isMailingDue(state, minutes(600))).toBe(false);
  });
});
