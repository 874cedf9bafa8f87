import { siblingId } from "../../domain/core/id.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import { notAvailable } from "../../domain/review/not-available.ts";
import { askRefund } from "../../domain/settlement/payer-refund.ts";
import type { Settlement } from "../../domain/settlement/settlement.ts";
import { viewPayment } from "../../domain/settlement/view.ts";
import { hopWrites, type Loaded, loaded } from "../core/aggregate.ts";
import type { Desk } from "../core/context.ts";
import { failure } from "../core/error-text.ts";
import type { KeyedRequest } from "../core/idempotency-claim.ts";
import { type KeyedRoute, runKeyed, type StoredResponse } from "../core/idempotent-operation.ts";
import type { Log } from "../core/ports.ts";
import { rowKey } from "../core/rows.ts";
import { type Standing, standing, standingKeys } from "../tenants/tenant-settings.ts";
import { requireOn } from "./pay-context.ts";
import type { Chargebacks } from "./ports.ts";
import { settlementKind } from "./record.ts";
import { sendBack } from "./send-payer-refund.ts";
import type { Rails } from "./vendors-of-record.ts";

/** A call to give a payment back. */
export interface RefundRequest extends KeyedRequest {
  readonly paymentId: string;
  readonly amountCents: number;
  readonly reason: string;
}

/** What telling a rail of a refund works with. */
export type RefundOrder = Desk & Rails & { readonly log: Log };

/** What a refund works with. */
export type RefundDesk = RefundOrder & { readonly chargebacks: Chargebacks };

/** What a refund sees before it decides; no settlement only where the rail could not refund it anyway. */
interface Sight extends Standing {
  readonly settlement: Loaded<Settlement> | undefined;
}

/** Takes a wish to give a payment back: one transaction has the intent and the key's answer, and only then is the rail told. Where it gives no answer the sweeper asks it by the same key. */
export async function refundPayment(desk: RefundDesk, request: RefundRequest): Promise<StoredResponse> {
  const begun: { state?: Settlement } = {};
  const told = await runKeyed(desk, request, refundRoute(desk, request, begun));
  if (!told.replayed && told.outcome.kind === "result" && begun.state) await tellRail(desk, begun.state);
  return told;
}

function refundRoute(
  desk: RefundDesk,
  request: RefundRequest,
  begun: { state?: Settlement },
): KeyedRoute<Sight> {
  const { tenantId, paymentId, amountCents, reason } = request;
  const command = { paymentId, amountCents, reason };
  return {
    keys: [rowKey(siblingId(paymentId, "stl")), ...standingKeys(tenantId)],
    see: ([row, ...rows]) => {
      const found = row?.type === settlementKind.type ? loaded(settlementKind, row) : undefined;
      const settlement = found?.state.tenantId === tenantId ? found : undefined;
      // A rail without the leg says so whatever payment is named.
      if (!settlement && desk.rail.capabilities.refund) throw new Refusal("not_found", "no such payment");
      return { settlement, ...standing(rows) };
    },
    begin: async ({ settlement, tenant, flags }, now) => {
      const { name, capabilities } = desk.rail;
      requireOn(flags, `vendor.collection.${name}`);
      if (!capabilities.refund || !settlement)
        return new Refusal("refund_unsupported", `the ${name} adapter has no refund leg`);
      if (tenant?.status === "suspended") return new Refusal("tenant_suspended", "this tenant is suspended");
      if (await desk.chargebacks.isChargedBack(desk, paymentId))
        return notAvailable("refund", "an alert says that its money was taken back");
      const hop = askRefund(settlement.state, request, now);
      if (hop instanceof Refusal) return hop;
      const { writes, after } = hopWrites(settlement, [hop], desk);
      begun.state = after.state;
      return { command, outcome: { kind: "result", result: viewPayment(after.state) }, also: writes };
    },
    refused: () => command,
    carryOn: () => Promise.reject(new Error("a refund's claim is written with its answer")),
  };
}

/** Tells the rail at once of a refund that is on record. The answer is given already: what the rail says now, a look at the payment tells. */
export async function tellRail(desk: RefundOrder, state: Settlement): Promise<void> {
  try {
    await sendBack(desk, state);
  } catch (error) {
    const { requestId } = desk;
    desk.log.error("refund not answered", {
      ...{ requestId, operation: desk.action ?? "refund", correlationId: state.id, error: failure(error) },
    });
  }
}
