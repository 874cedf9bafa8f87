import { operatorDigestsLambda } from "../../functions/contract/contract.ts";
import { disputeEventLambdas } from "../../functions/contract/disputes/contract.ts";
import { escrowPayoutSteps } from "../../functions/contract/escrow/contract.ts";
import { mailEventLambdas } from "../../functions/contract/mail/contract.ts";
import { operationEventLambdas } from "../../functions/contract/operations/contract.ts";
import { reconEventLambdas } from "../../functions/contract/reconciliation/contract.ts";
import { settlementSteps } from "../../functions/contract/settlement/contract.ts";
import { webhookEventLambdas } from "../../functions/contract/webhooks/contract.ts";
import type { ApiLambda } from "../../functions/http/operation.ts";

/** What arrives by itself: the book's stream, the queues, the schedules. */
export const eventLambdas = {
  ...operationEventLambdas,
  ...webhookEventLambdas,
  ...disputeEventLambdas,
  ...reconEventLambdas,
  ...mailEventLambdas,
} as const satisfies Record<string, ApiLambda>;

/** The name under which a step's bundle and function go: a settlement's `AwaitScreen` is `settlement-await-screen`. */
export function stepName(machine: string, step: string): string {
  return `${machine}${step.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

function stepsOf(machine: string, steps: Readonly<Record<string, ApiLambda>>): Record<string, ApiLambda> {
  return Object.fromEntries(Object.entries(steps).map(([step, made]) => [stepName(machine, step), made]));
}

/** Every Lambda that no request reaches, by function name. */
export const innerLambdas: Readonly<Record<string, ApiLambda>> = {
  ...stepsOf("settlement", settlementSteps),
  ...stepsOf("escrow-payout", escrowPayoutSteps),
  ...eventLambdas,
  "operator-digests": operatorDigestsLambda,
};
