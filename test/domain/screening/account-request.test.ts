import { describe, expect, test } from "vitest";
import { Refusal } from "../../../functions/domain/core/refusal.ts";
import {
  acceptAccountRequest,
  accountInput,
  declineAccountRequest,
  takeAccountRequest,
} from "../../../functions/domain/screening/account-request.ts";
import { later, noon } from "../../support/core/samples.ts";

const who = { companyName: "Acme Inc.", contactName: "Ada", contactEmail: "ada@acme.example" };
const made = { accountId: "acc_1", note: "known" };

function received() {
  return takeAccountRequest({ ...who, plan: "pro" }, { id: "acr_1", locale: "es" }, noon).next;
}

describe("what is said when an account is asked for", () => {
  test("is who asks, and the free plan where none is named", () => {
    expect(accountInput.parse(who)).toEqual({ ...who, plan: "free" });
    const full = { ...who, plan: "starter", useCase: "payouts\non Tron" };
    expect(accountInput.parse(full)).toEqual(full);
  });

  test.each([
    ["plan", "unlimited"],
    ["plan", "sandbox"],
    ["plan", ""],
    ["companyName", "Acme\u202e"],
    ["contactEmail", "ada"],
    ["useCase", "a".repeat(2001)],
    ["website", "https://acme.example"],
  ])("is refused with %s as %j", (name, value) => {
    expect(accountInput.safeParse({ ...who, [name]: value }).success).toBe(false);
  });
});

describe("a request for an account", () => {
  test("is received first, in the language of whoever asked", () => {
    expect(received()).toEqual({
      ...{ id: "acr_1", status: "received", ...who, plan: "pro", useCase: null, locale: "es" },
      ...{ accountId: null, note: null, decidedAt: null, createdAt: noon, updatedAt: noon },
    });
  });

  test("is accepted or declined, once, and a second decision is told the first one", () => {
    const accepted = acceptAccountRequest(received(), made, later(60));
    const declined = declineAccountRequest(received(), "no", later(60));
    if (accepted instanceof Refusal || declined instanceof Refusal) throw new Error("refused");
    expect(accepted).toMatchObject({ from: "received", to: "accepted", next: { ...made, plan: "pro" } });
    expect(declined.next).toMatchObject({ status: "declined", note: "no", decidedAt: later(60) });
    for (const { next } of [accepted, declined])
      for (const again of [acceptAccountRequest(next, made, noon), declineAccountRequest(next, "no", noon)])
        expect(again).toMatchObject({
          code: "signup_decided",
          detail: { extra: { status: next.status, accountId: next.accountId } },
        });
  });
});
