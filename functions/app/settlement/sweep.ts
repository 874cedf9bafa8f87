import type { Instant } from "../../domain/core/time.ts";
import { type CreditSuspension, isHoldDue, keepOnHold } from "../../domain/settlement/credit-suspension.ts";
import { isExpiryDue } from "../../domain/settlement/expiry.ts";
import { isSendBackDue } from "../../domain/settlement/payer-refund.ts";
import { isToPresent } from "../../domain/settlement/re-presentment.ts";
import { isReserveDue } from "../../domain/settlement/reserve.ts";
import { isRailSilent, retryDue, stall } from "../../domain/settlement/retry-schedule.ts";
import type { Settlement } from "../../domain/settlement/settlement.ts";
import { type Aggregate, loadAggregate } from "../core/aggregate.ts";
import type { Context } from "../core/context.ts";
import type { Log, Row } from "../core/ports.ts";
import { rowKey } from "../core/row-keys.ts";
import { tenantRecordType } from "../tenants/records.ts";
import { expirePayment } from "./cancel-payment.ts";
import { type Accounts, presentCollection } from "./collect-order.ts";
import { askRail } from "./missed-callback.ts";
import { settlementRecordType } from "./record.ts";
import { lookAtReserve, type ReserveContext } from "./release-reserve.ts";
import { sendBack } from "./send-payer-refund.ts";
import { changeSettlement } from "./settlements.ts";

/** Does what a settlement's own deadlines ask for: holds it, says that it is stalled, tries it again. Nobody outside is asked. */
export async function meetSettlementDeadline(context: Context, row: Row): Promise<Aggregate<Settlement> | undefined> {
  const found = loadAggregate(settlementRecordType, row);
  if (!found) return undefined;
  const now = context.clock.now();
  const suspended = await suspendedCredit(context, found.state, now);
  return changeSettlement(context, found, (before) => {
    const held = keepOnHold(before, suspended, now);
    if (held.length > 0) return held;
    const late = stall(before, now);
    return [...late, ...retryDue(late.at(-1)?.next ?? before, now)];
  });
}

/** Looks at a settlement whose rail has to be asked: for a debit to present again, money to send back, a reserve, or what became of a transfer. */
export async function lookUpSettlement(
  context: ReserveContext & Accounts & { readonly log: Log },
  row: Row,
): Promise<boolean> {
  const after = await meetSettlementDeadline(context, row);
  if (!after) return false;
  const { state } = after;
  const now = context.clock.now();
  if (isToPresent(state, now)) await presentCollection(context, state);
  else if (isSendBackDue(state, now)) await sendBack(context, state);
  else if (isReserveDue(state, now)) await lookAtReserve(context, after);
  else if (isExpiryDue(state, now)) await expirePayment(context, state);
  else if (isRailSilent(state, now)) await askRail(context, state);
  return true;
}

/** How the tenant's credit stands, where a settlement's hold depends on it. */
async function suspendedCredit(context: Context, state: Settlement, now: Instant): Promise<CreditSuspension> {
  if (!isHoldDue(state, now)) return null;
  const [row] = await context.store.read([rowKey(state.tenantId)]);
  return loadAggregate(tenantRecordType, row)?.state.creditSuspended ?? null;
}
