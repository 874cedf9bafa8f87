import type { Instant } from "../core/time.ts";
import type { Tenant } from "../tenants/tenant.ts";
import type { Alert } from "./alert.ts";
import { categoryOf, reasonMeaning } from "./reason-code.ts";
import type { RuleFacts } from "./rule-attribute.ts";

/** What rules may look at of an alert: what was said, what its reason code means, and how it was bound. */
export function ruleFactsOf(
  { said: report, source, match }: Pick<Alert, "said" | "source" | "match">,
  tenant: Pick<Tenant, "isoRef">,
  now: Instant,
): RuleFacts {
  const { network, reasonCode, transactionDate } = report;
  const { kind, amountCents, currency, cardBin, cardLast4, descriptor, purchaseIdentifier, arn } = report;
  return {
    ...{ kind, source, network, amountCents, currency, reasonCode, cardBin, cardLast4, descriptor },
    ...{ transactionDate, purchaseIdentifier, arn, refundedByNetwork: report.refundedByNetwork },
    category: categoryOf(network, reasonCode),
    condition: network === null || reasonCode === null ? null : reasonMeaning(network, reasonCode).group,
    ageDays: ageDays(transactionDate, now),
    isoRef: report.isoRef ?? tenant.isoRef,
    score: match?.score ?? null,
    method: match?.method ?? null,
  };
}

function ageDays(transactionDate: string | null, now: Instant): number | null {
  const ms = Date.parse(now) - Date.parse(transactionDate ?? "");
  return Number.isNaN(ms) ? null : Math.floor(ms / 86_400_000);
}
