import * as z from "zod";
import type { SimCall, SimReply } from "../vendor-sim/server.ts";

const amount = z.strictObject({ value: z.number().min(1).max(999_999), currencyCode: z.string().length(3) });

/** An outcome by the published schema, which is strict about words and lengths. */
const outcome = z.strictObject({
  alertId: z.string().length(25),
  outcome: z.string().min(5).max(30),
  refundStatus: z.enum(["REFUNDED", "NOT_REFUNDED", "NOT_SETTLED"]),
  refund: z
    .strictObject({
      amount,
      type: z.enum(["REFUND", "VOUCHER", "POINTS", "GIFT_CARD"]).optional(),
      timestamp: z.string().min(10).max(25),
      transactionId: z.string().min(1).max(64).optional(),
      acquirerReferenceNumber: z.string().min(1).max(24).optional(),
    })
    .optional(),
  amountStopped: amount.optional(),
  comments: z.string().min(1).max(1024).optional(),
  actionTimestamp: z.string().min(10).max(25).optional(),
});

type Outcome = z.infer<typeof outcome>;

const outcomesOf: Readonly<Record<string, readonly string[]>> = {
  CONFIRMEDFRAUD: [
    "STOPPED",
    "PARTIALLY_STOPPED",
    "PREVIOUSLY_CANCELLED",
    "MISSED",
    "NOT_FOUND",
    "ACCOUNT_SUSPENDED",
    "OTHER",
  ],
  CUSTOMERDISPUTE: ["RESOLVED", "RESOLVED_PREVIOUSLY_REFUNDED", "UNRESOLVED_DISPUTE", "NOT_FOUND", "OTHER"],
};

const acknowledgements = z.strictObject({
  acknowledges: z.array(z.strictObject({ alertId: z.string(), status: z.literal("SUCCESS") })),
});

export interface SimAlert {
  readonly alertId: string;
  readonly alertType: keyof typeof outcomesOf;
  readonly [field: string]: unknown;
}

interface Stored {
  readonly alert: SimAlert;
  acknowledged: boolean;
  /** The first final outcome, which stays. */
  outcome: Outcome | null;
}

function errors(ReasonCode: string, Recoverable: boolean) {
  const Description = "for Jane Payer, card 4111111111111111";
  return { Error: [{ Source: "alerts-delivery", ReasonCode, Description, Recoverable }] };
}

/** An error as Ethoca publishes it. */
export function no(status: number, reasonCode: string, recoverable = false): SimReply {
  return { status, body: { Errors: errors(reasonCode, recoverable) } };
}

/** The operation of a call. */
export function operationOf({ method, path }: SimCall): string {
  return `${method} ${path}`;
}

/** Ethoca's queue of alerts: told until they are acknowledged, each with one outcome for good. */
export class EthocaControl {
  readonly kept: Stored[] = [];
  /** Outcomes in the order in which they came, repeats too. */
  readonly heard: Outcome[] = [];

  raise(alert: SimAlert): void {
    this.kept.push({ alert, acknowledged: false, outcome: null });
  }

  handle(call: SimCall): SimReply {
    switch (operationOf(call)) {
      case "GET /alerts":
        return this.#list(call.query);
      case "POST /alerts/acknowledges":
        return this.#acknowledge(call.body);
      case "POST /outcomes":
        return this.#report(call.body);
      default:
        return no(404, "NOT_FOUND");
    }
  }

  #list(query: URLSearchParams): SimReply {
    const type = query.get("alert_type");
    const size = Number(query.get("size") ?? "25");
    if (!Number.isInteger(size) || size < 1) return no(400, "VALIDATION_FAILURE");
    const waiting = this.kept.filter(
      ({ alert, acknowledged }) => !acknowledged && (type === null || alert.alertType === type),
    );
    return { status: 200, body: { alerts: waiting.slice(0, size).map(({ alert }) => alert) } };
  }

  #acknowledge(body: unknown): SimReply {
    const read = acknowledgements.safeParse(body);
    if (!read.success || read.data.acknowledges.length === 0) return no(400, "VALIDATION_FAILURE");
    const acknowledgeResponses = read.data.acknowledges.map(({ alertId }) => {
      const found = this.#find(alertId);
      if (!found) return { alertId, status: "FAILURE", errors: errors("ALERT_NOT_FOUND", false) };
      found.acknowledged = true;
      return { alertId, status: "SUCCESS" };
    });
    return { status: 200, body: { acknowledgeResponses } };
  }

  #report(body: unknown): SimReply {
    const read = z.strictObject({ outcomes: z.array(outcome).min(1).max(25) }).safeParse(body);
    if (!read.success) return no(400, "VALIDATION_FAILURE");
    return { status: 200, body: { outcomeResponses: read.data.outcomes.map((each) => this.#take(each)) } };
  }

  #take(response: Outcome) {
    this.heard.push(response);
    const { alertId } = response;
    const found = this.#find(alertId);
    const refuse = (code: string) => ({ alertId, status: "FAILURE", errors: errors(code, false) });
    if (!found) return refuse("ALERT_NOT_FOUND");
    if (!outcomesOf[found.alert.alertType]?.includes(response.outcome)) return refuse("INVALID_OUTCOME");
    if (found.outcome !== null && JSON.stringify(found.outcome) !== JSON.stringify(response))
      return refuse("OUTCOME_ALREADY_PROVIDED");
    found.outcome = response;
    return { alertId, status: "SUCCESS" };
  }

  #find(alertId: string): Stored | undefined {
    return this.kept.find(({ alert }) => alert.alertId === alertId);
  }
}
