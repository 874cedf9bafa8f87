import type { DisputeRule } from "../../../functions/domain/disputes/rule.ts";
import type { RuleFacts } from "../../../functions/domain/disputes/rule-attribute.ts";

/** A fraud alert over 29.00 as rules see it. */
export function factsOf(given: Partial<RuleFacts> = {}): RuleFacts {
  return {
    ...{ kind: "fraud", source: "network", network: "visa", amountCents: 2900, currency: "USD" },
    ...{ reasonCode: "10.4", category: "fraudulent", condition: "fraud" },
    ...{ cardBin: "424242", cardLast4: "4242", descriptor: "ACME CORP*1234", arn: "74987501234567890123451" },
    ...{ transactionDate: "2026-11-10T23:59:00.000Z", ageDays: 3, purchaseIdentifier: "", isoRef: null },
    ...{ refundedByNetwork: false, score: 80, method: "auto" },
    ...given,
  };
}

/** A rule with an action of no interest. */
export function aRuleOf(id: string, when: DisputeRule["when"]): DisputeRule {
  return { id, name: id, when, action: "review" };
}
