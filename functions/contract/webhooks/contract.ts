import type { ApiLambda } from "../../http/operation.ts";
import {
  apiLambda,
  backgroundMb,
  type Contract,
  deliveryGrants,
  eventLambda,
  operatorGrants,
  tenantGrants,
} from "../contract.ts";
import { deliveryOperations } from "./deliveries.ts";
import { eventOperations } from "./events.ts";
import { webhookOperations } from "./webhooks.ts";

export const webhookContract: Contract = {
  operations: { ...webhookOperations, ...deliveryOperations, ...eventOperations },
  lambdas: {
    webhooks: apiLambda("api/webhooks/webhooks", [...operatorGrants, ...deliveryGrants, "webhook-secret:encrypt"]),
    deliveries: apiLambda("api/webhooks/deliveries", [...operatorGrants, ...deliveryGrants]),
    events: apiLambda("api/webhooks/events", [...tenantGrants, ...deliveryGrants, "link-keys:read"]),
  },
};

export const webhookEventLambdas = {
  // It reads whom to send to and writes attempts; it can change no money.
  "send-webhook": {
    ...eventLambda(
      "send-webhook",
      ["book:read", ...deliveryGrants, "webhook-secret:decrypt", "link-keys:read"],
      60,
      backgroundMb,
    ),
    // A delivery waits in its queue while its endpoint rests or is busy: each wait has an end, and attempts are six.
    requeues: true,
  },
} satisfies Record<string, ApiLambda>;
