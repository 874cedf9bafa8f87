import { assumptions, type PricedCall } from "../../../bin/sandbox/cost/prices.ts";
import { type Line, line } from "./line.ts";

/** How many there are of what is paid by the month, whatever happens. */
export interface FixedParts {
  readonly metrics: number;
  readonly alarms: number;
  readonly dashboards: number;
  readonly keys: number;
  readonly secrets: number;
  readonly webAcls: number;
  readonly webAclRules: number;
  /** Queues that Lambdas wait at. */
  readonly queues: number;
}

/** Those of the rails in production; a test holds them to the template. */
export const railsParts: FixedParts = {
  ...{ metrics: 29, alarms: 34, dashboards: 1, keys: 3, secrets: 5 },
  ...{ webAcls: 1, webAclRules: 6, queues: 8 },
};

/** Those of the screening interface. */
export const screeningParts: FixedParts = {
  ...{ metrics: 10, alarms: 11, dashboards: 1, keys: 2, secrets: 3 },
  ...{ webAcls: 1, webAclRules: 6, queues: 0 },
};

/** A month of them, shared by its settlements. */
export function fixedLines(parts: FixedParts): Line[] {
  const share = (service: string, what: string, priced: PricedCall, count: number) =>
    line(service, what, priced, count / assumptions.settlementsAMonth);
  return [
    share("CloudWatch", "metrics of our own, a month", "metric", parts.metrics),
    share("CloudWatch", "alarms, a month", "alarm", parts.alarms),
    share("CloudWatch", "dashboards, a month", "dashboard", parts.dashboards),
    share("KMS", "keys, a month", "kmsKey", parts.keys),
    share("Secrets Manager", "secrets, a month", "secret", parts.secrets),
    share("WAF", "web ACLs, a month", "webAcl", parts.webAcls),
    share("WAF", "rules, a month", "webAclRule", parts.webAclRules),
    share("SQS", "requests", "queueRequest", parts.queues * assumptions.idlePollsAMonth),
  ];
}
