import { describe, expect, test } from "vitest";
import * as z from "zod";
import { canonicalJson } from "../../../functions/domain/core/canonical-json.ts";
import { approverName, changedFields, isOperator, operatorName } from "../../../functions/domain/core/operator.ts";
import { pickFields } from "../../../functions/domain/core/pick-fields.ts";
import { illegalMoveOf, invalidField, Refusal, refusalTerms } from "../../../functions/domain/core/refusal.ts";
import { serviceUnavailableRefusal } from "../../../functions/domain/core/service-unavailable.ts";
import { isOfWorkflow, statusesOf, statusMoves, transitionsAlong } from "../../../functions/domain/core/transition.ts";
import { later, noon } from "../../support/core/samples.ts";

const moves = statusMoves({ open: ["closed"], closed: [] });
const state = { status: "open" as "open" | "closed", updatedAt: noon, amountCents: 5 };
const move = transitionsAlong<typeof state>(moves);

describe("a transition along a graph", () => {
  test("is the next state as of its time, with what is said of it", () => {
    const postings = [{ account: "rail_clearing" as const, amountCents: 5 }];
    expect(move(state, { ...state, status: "closed" }, later(9), { reason: "done", postings })).toEqual({
      next: { status: "closed", updatedAt: later(9), amountCents: 5 },
      ...{ from: "open", to: "closed", reason: "done", postings, events: [] },
    });
  });

  test("tells events of the state that it leads to", () => {
    const seen: unknown[] = [];
    move(state, { ...state, amountCents: 7 }, later(9), {
      reason: "more",
      events: (next) => {
        seen.push(next);
        return [];
      },
    });
    expect(seen).toEqual([{ ...state, amountCents: 7, updatedAt: later(9) }]);
  });

  test("that is quiet leaves the time of the last change", () => {
    const quiet = move(state, { ...state, amountCents: 7 }, later(9), { reason: "token", quiet: true });
    expect(quiet).toMatchObject({ quiet: true, next: { updatedAt: noon }, from: "open", to: "open" });
  });

  test("throws on a move outside of it, and stays where it is without asking", () => {
    const closed = { ...state, status: "closed" as const };
    expect(() => move(closed, state, later(9), { reason: "again" })).toThrow("no move from closed to open");
    expect(move(closed, closed, later(9), { reason: "note" }).to).toBe("closed");
    expect(statusesOf(moves)).toEqual(["open", "closed"]);
  });

  test.each([
    ["start_settlement", true],
    ["start_escrow_payout", true],
    ["answer_token", true],
    ["end_token", true],
    ["count", false],
    ["send_mail", false],
  ] as const)("that has %s follow is money's next step: %s", (kind, isNext) => {
    expect(isOfWorkflow({ kind })).toBe(isNext);
  });
});

describe("a no", () => {
  test("to a move says from where to where, and why", () => {
    const illegal = illegalMoveOf("invalid_state_transition", "a case");
    expect(illegal(state, "won")).toMatchObject({
      ...{ code: "invalid_state_transition", message: "a case cannot go from open to won", name: "Refusal" },
      detail: { extra: { from: "open", to: "won" } },
    });
    expect(illegal(state, "won", "its window has closed").message).toBe(
      "a case cannot go from open to won: its window has closed",
    );
  });

  test("to a field names it, in words of its own where the text has others", () => {
    expect(invalidField("dueDate", "not a date")).toMatchObject({
      ...{ code: "validation_error", message: "not a date" },
      detail: { fields: [{ path: "dueDate", message: "not a date" }] },
    });
    const other = invalidField("dueDate", "not a date", "dueDate is no date");
    expect([other.message, other.detail.fields]).toEqual([
      "dueDate is no date",
      [{ path: "dueDate", message: "not a date" }],
    ]);
    expect(new Refusal("not_found", "no such thing").detail).toEqual({});
  });

  test("for want of room says when to come again, and no key keeps it", () => {
    const refusal = serviceUnavailableRefusal();
    expect(refusal).toMatchObject({
      ...{ code: "service_unavailable", detail: { retryAfterSeconds: 2 } },
      message: "the service is busy; repeat the request, with the same key if it has one",
    });
    expect([refusalTerms(refusal.code).stored, refusalTerms("kyt_declined").stored]).toEqual([undefined, true]);
  });
});

describe("who did it", () => {
  test.each([
    ["operator:anna", true, "anna"],
    ["arn:aws:iam::1:user/people/anna", true, "anna"],
    ["arn:aws:sts::1:assumed-role/Operators/session", true, "Operators"],
    ["arn:aws:sts::1:assumed-role/AWSReservedSSO_Admin_0a1b/anna@example.com", true, "anna@example.com"],
    ["tenant:acme", false, "acme"],
    ["service", false, "service"],
    ["an operator:", false, ""],
    ["no arn:", false, ""],
  ])("as %s is an operator: %s, called %s", (actor, is, name) => {
    expect([isOperator(actor), operatorName(actor)]).toEqual([is, name]);
  });

  test("approves under an operator's own name, or a tenant's word as it is", () => {
    expect(["operator:anna", "buyer: anna", "arn:x/anna"].map(approverName)).toEqual([
      ...["anna", "buyer: anna", "arn:x/anna"],
    ]);
  });
});

describe("the fields of a record", () => {
  test("that changed are told before and after, and no others", () => {
    const before = { a: 1, b: [1], c: "x", gone: true };
    const after = { a: 2, b: [1], c: "x", fresh: null };
    expect(changedFields(before, after)).toEqual({ before: { a: 1, gone: true }, after: { a: 2, fresh: null } });
    expect(changedFields(null, after)).toEqual({ before: null, after });
    expect(changedFields(after, after)).toEqual({ before: {}, after: {} });
  });

  test("that a schema names are picked in its order, where they are there", () => {
    const schema = z.object({ b: z.number(), a: z.number(), c: z.number().optional() });
    const picked = pickFields(schema, { a: 1, b: 2, d: 4 } as z.output<typeof schema>);
    expect(JSON.stringify(picked)).toBe('{"b":2,"a":1}');
  });

  test("make one text whatever their order, nested ones and lists too", () => {
    expect(canonicalJson({ b: { d: 1, c: [true, { z: 0, y: null }] }, a: false })).toBe(
      '{"a":false,"b":{"c":[true,{"y":null,"z":0}],"d":1}}',
    );
  });
});
