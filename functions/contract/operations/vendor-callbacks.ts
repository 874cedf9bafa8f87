import * as z from "zod";
import { operationTable, post } from "../operation-table.ts";
import { waitingApproval } from "../shared/waiting-approval.ts";
import { liveRailReport } from "./rail-report.ts";

const received = z.object({ received: z.literal(true).describe("it was taken") });

const said = z.record(z.string(), z.unknown());

const served = { caller: "vendor", tag: "Rail callbacks", lambda: "vendor-callbacks" } as const;

/** Apart, since this one needs no operator's token. */
const conversions = { ...served, lambda: "conversion-callbacks" } as const;

export const vendorCallbackOperations = operationTable(served, {
  receiveBridgeCallback: post("/api/v1/webhooks/bridge", "Bridge's callback", {
    role: "finance",
    description:
      "Signed by Bridge in X-Webhook-Signature. Repeats, late and out-of-order events change nothing; a transfer that we do not know is 404, so that Bridge tells it again once we do. News of a customer or of a KYC link makes us ask about the application; whose it is, is not said. Where Bridge cannot call, an operator reports for it with the internal token and the body of the mock rail's callback: payment_processed needs its txHash, returned its return_code. Where two people decide about what redirects money, that waits for another operator.",
    body: said.or(liveRailReport),
    internalToken: true,
    reply: { status: 200, schema: received },
    otherReplies: [
      { status: 202, schema: waitingApproval, description: "an operator's report waits for a second one" },
    ],
    refusals: ["unknown_rail_ref", "version_conflict", "approval_pending"],
  }),
});

export const conversionCallbackOperations = operationTable(conversions, {
  receiveHifiCallback: post("/api/v1/webhooks/hifi", "HIFI's callback", {
    description:
      "Signed by HIFI with a token in Authorization that proves who calls, not what is said: the conversion is asked for again.",
    body: said,
    reply: { status: 200, schema: received },
    refusals: ["version_conflict"],
  }),
});
