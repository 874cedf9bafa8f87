import { Refusal } from "../../domain/core/refusal.ts";
import type { Invoice } from "../../domain/invoicing/invoice.ts";
import { notAvailable } from "../../domain/review/not-available.ts";
import { openBreaks } from "../../domain/settlement/held-funds.ts";
import {
  amountAtStake,
  decideAction,
  settlementDecisions,
  whyNotAction,
} from "../../domain/settlement/operator-actions.ts";
import { reviewOf } from "../../domain/settlement/review-item.ts";
import type { Settlement } from "../../domain/settlement/settlement.ts";
import type { FeeRule } from "../../domain/tenants/fee-rule.ts";
import { type Aggregate, loadAggregate } from "../core/aggregate.ts";
import type { Context, StoreContext } from "../core/context.ts";
import type { Row } from "../core/ports.ts";
import { rowKey } from "../core/row-keys.ts";
import { invoiceRecordType } from "../invoicing/record.ts";
import type { ActionRequest, DecidedAction, Subject } from "../review/review-subject.ts";
import { feeRuleAt, feeRuleKeys } from "../tenants/fee-rule-rows.ts";
import { decideApplying, screenBeforeApplying } from "./apply-late-funds.ts";
import { settlementRecordType } from "./record.ts";
import { settlementChangeWrites } from "./settlements.ts";

export function settlementSubject(row: Row): Subject | undefined {
  const settlement = loadAggregate(settlementRecordType, row);
  return settlement && seen(settlement);
}

function seen(settlement: Aggregate<Settlement>): Subject {
  const { state } = settlement;
  const { id, tenantId, status } = state;
  return {
    ...{ id, tenantId, status },
    review: () => reviewOf(state),
    needsSecond: (action) => settlementDecisions[action].second,
    amountAtStake: (action) => amountAtStake(action, state),
    cameUpSince: (action, at) =>
      (action === "resolve" && openBreaks(state).some((each) => each.at > at)) ||
      (action === "reported" && (state.listing?.at ?? "") > at),
    // Its machine asks the provider about all else.
    ask: async (context, action, by) => (action === "apply" ? screenBeforeApplying(context, state, by) : null),
    decide: (context, input) => decide(context, settlement, input),
  };
}

async function decide(
  context: Context,
  settlement: Aggregate<Settlement>,
  request: ActionRequest,
): Promise<DecidedAction | Refusal> {
  const { action, input, by } = request;
  if (action === "apply") return apply(context, settlement, request);
  const { invoice, rule } = await moneyOf(context, settlement.state);
  const { reference = "", verdict = "decline" } = input;
  const now = context.clock.now();
  const change = decideAction(action, {
    ...{ settlement: settlement.state, invoice: invoice.state, rule },
    ...{ reference, verdict, by, now },
  });
  if (change instanceof Refusal) return change;
  const { writes, after } = settlementChangeWrites({ settlement, invoice }, change, context);
  return { writes, after: seen(after.settlement) };
}

async function apply(
  context: Context,
  settlement: Aggregate<Settlement>,
  request: ActionRequest,
): Promise<DecidedAction | Refusal> {
  const why = whyNotAction("apply", settlement.state);
  if (why !== undefined) return notAvailable("apply", why);
  const decided = await decideApplying(context, settlement, request);
  return decided instanceof Refusal ? decided : { ...decided, after: seen(decided.after) };
}

/** The invoice and the fee rule that decisions about money need, in one call. */
async function moneyOf(
  context: StoreContext,
  { invoiceId, tenantId, feeRuleId }: Settlement,
): Promise<{ readonly invoice: Aggregate<Invoice>; readonly rule: FeeRule | undefined }> {
  const keys = [rowKey(invoiceId), ...feeRuleKeys(tenantId, feeRuleId)];
  const [invoiceRow, ...ruleRows] = await context.store.read(keys);
  const invoice = loadAggregate(invoiceRecordType, invoiceRow);
  if (!invoice) throw new Error(`no invoice ${invoiceId}`);
  return { invoice, rule: feeRuleAt(ruleRows, feeRuleId) };
}
