import type { Outcome } from "../../../functions/app/core/idempotency-claim.ts";
import { claimThenAnswer, commitWithAnswer } from "../../../functions/app/core/idempotent-call.ts";
import { type Payment, pay } from "./payment.ts";
import type { Endpoint } from "./world.ts";

function answerOf(outcome: Outcome): Payment {
  if (outcome.kind === "refusal") throw new Error(outcome.message);
  return outcome.result as Payment;
}

/** The business code under our claim: where it is one transaction its answer is a part of it; where the rail is asked first, the claim comes before and gives the id that every attempt goes by. */
export const ours: Endpoint = endpoint({ isAnswerPartOfIt: true });

/** A control: the transaction is written at once, and its answer after it. */
export const answeredApart: Endpoint = endpoint({ isAnswerPartOfIt: false });

function endpoint({ isAnswerPartOfIt }: { readonly isAnswerPartOfIt: boolean }): Endpoint {
  return async ({ store, clock, newId, charge }, { key, amountCents }) => {
    const newNonce = () => newId("req", clock.now());
    const requestId = newId("req", clock.now());
    const context = { store, clock, newId, requestId };
    const request = { tenantId: "ten_1", operation: "pay", idempotencyKey: key, fingerprint: String(amountCents) };
    const { outcome } = charge
      ? await claimThenAnswer(context, request, (first) =>
          pay({ store, newNonce, charge }, { key, amountCents, id: `pay_${first}` }),
        )
      : await commitWithAnswer(context, request, (held) =>
          pay(
            { store: isAnswerPartOfIt ? held : store, newNonce },
            { key, amountCents, id: newId("pay", clock.now()) },
          ),
        );
    return answerOf(outcome);
  };
}
