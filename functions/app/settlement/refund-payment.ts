import { siblingId } from "../../domain/core/id.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import { notAvailable } from "../../domain/review/not-available.ts";
import { askRefund } from "../../domain/settlement/payer-refund.ts";
import type { Settlement } from "../../domain/settlement/settlement.ts";
import { viewPayment } from "../../domain/settlement/view.ts";
import { type Aggregate, loadAggregate, transitionWrites } from "../core/aggregate.ts";
import type { Context } from "../core/context.ts";
import { logFailure } from "../core/error-text.ts";
import type { IdempotentRequest } from "../core/idempotency-claim.ts";
import { type IdempotentRoute, runIdempotent, type StoredResponse } from "../core/idempotent-operation.ts";
import type { Log } from "../core/ports.ts";
import { rowKey } from "../core/row-keys.ts";
import { type TenantSettings, tenantSettingsKeys, tenantSettingsOf } from "../tenants/tenant-settings.ts";
import { requireOn } from "./pay-guards.ts";
import type { Chargebacks } from "./ports.ts";
import { settlementRecordType } from "./record.ts";
import { sendBack } from "./send-payer-refund.ts";
import type { Rails } from "./vendors-of-record.ts";

export interface RefundRequest extends IdempotentRequest {
  readonly paymentId: string;
  readonly amountCents: number;
  readonly reason: string;
}

export type RefundOrder = Context & Rails & { readonly log: Log };

export type RefundContext = RefundOrder & { readonly chargebacks: Chargebacks };

/** What a refund sees before it decides; no settlement only where the rail could not refund it anyway. */
interface Snapshot extends TenantSettings {
  readonly settlement: Aggregate<Settlement> | undefined;
}

/** Takes a wish to give a payment back: one transaction has the intent and the key's answer, and only then is the rail told. Where it gives no answer the sweeper asks it by the same key. */
export async function refundPayment(context: RefundContext, request: RefundRequest): Promise<StoredResponse> {
  const begun: { state?: Settlement } = {};
  const response = await runIdempotent(context, request, refundRoute(context, request, begun));
  if (!response.replayed && response.outcome.kind === "result" && begun.state) await tellRail(context, begun.state);
  return response;
}

function refundRoute(
  context: RefundContext,
  request: RefundRequest,
  begun: { state?: Settlement },
): IdempotentRoute<Snapshot> {
  const { tenantId, paymentId, amountCents, reason } = request;
  const command = { paymentId, amountCents, reason };
  return {
    keys: [rowKey(siblingId(paymentId, "stl")), ...tenantSettingsKeys(tenantId)],
    see: ([row, ...rows]) => {
      const found = loadAggregate(settlementRecordType, row);
      const settlement = found?.state.tenantId === tenantId ? found : undefined;
      // A rail without the leg says so whatever payment is named.
      if (!settlement && context.rail.capabilities.refund) throw new Refusal("not_found", "no such payment");
      return { settlement, ...tenantSettingsOf(rows) };
    },
    begin: async ({ settlement, tenant, flags }, now) => {
      const { name, capabilities } = context.rail;
      requireOn(flags, `vendor.collection.${name}`);
      if (!capabilities.refund || !settlement)
        return new Refusal("refund_unsupported", `the ${name} adapter has no refund leg`);
      if (tenant?.status === "suspended") return new Refusal("tenant_suspended", "this tenant is suspended");
      if (await context.chargebacks.isChargedBack(context, paymentId))
        return notAvailable("refund", "an alert says that its money was taken back");
      const transition = askRefund(settlement.state, request, now);
      if (transition instanceof Refusal) return transition;
      const { writes, after } = transitionWrites(settlement, [transition], context);
      begun.state = after.state;
      return { command, outcome: { kind: "result", result: viewPayment(after.state) }, also: writes };
    },
    refused: () => command,
    carryOn: () => Promise.reject(new Error("a refund's claim is written with its answer")),
  };
}

/** Tells the rail at once of a refund that is on record. The answer is given already: what the rail says now, a look at the payment tells. */
export async function tellRail(context: RefundOrder, state: Settlement): Promise<void> {
  try {
    await sendBack(context, state);
  } catch (error) {
    const { action: operation = "refund" } = context;
    logFailure(context, "refund not answered", { operation, correlationId: state.id }, error);
  }
}
