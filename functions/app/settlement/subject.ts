import { Refusal } from "../../domain/core/refusal.ts";
import type { Invoice } from "../../domain/invoicing/invoice.ts";
import { acts, amountAtStake, decideAct } from "../../domain/settlement/operator-actions.ts";
import { reviewOf } from "../../domain/settlement/review-item.ts";
import { openBreaks } from "../../domain/settlement/review-reason.ts";
import type { Settlement } from "../../domain/settlement/settlement.ts";
import { type FeeRule, freeRule } from "../../domain/tenants/fee-rule.ts";
import { type Loaded, loaded } from "../core/aggregate.ts";
import type { Desk } from "../core/context.ts";
import type { Row } from "../core/ports.ts";
import { rowKey } from "../core/rows.ts";
import { invoiceKind } from "../invoicing/record.ts";
import type { Acted, AskedAct, Subject } from "../review/review-subject.ts";
import { feesKey, standing } from "../tenants/tenant-settings.ts";
import { settlementKind } from "./record.ts";
import { jointWrites } from "./settlements.ts";

/** A settlement as the review queue sees it. */
export function settlementSubject(row: Row): Subject | undefined {
  const settlement = row.type === settlementKind.type ? loaded(settlementKind, row) : undefined;
  return settlement && seen(settlement);
}

function seen(settlement: Loaded<Settlement>): Subject {
  const { state } = settlement;
  const { id, tenantId, status } = state;
  return {
    ...{ id, tenantId, status },
    review: () => reviewOf(state),
    needsSecond: (action) => acts[action].second,
    amountAtStake: (action) => amountAtStake(action, state),
    cameUpSince: (action, at) =>
      (action === "resolve" && openBreaks(state).some((each) => each.at > at)) ||
      (action === "reported" && (state.listing?.at ?? "") > at),
    // Its machine asks the provider.
    ask: async () => null,
    decide: (desk, asked) => decide(desk, settlement, asked),
  };
}

async function decide(
  desk: Desk,
  settlement: Loaded<Settlement>,
  { action, input, by }: AskedAct,
): Promise<Acted | Refusal> {
  const { invoice, rule } = await moneyOf(desk, settlement.state);
  const { reference = "", verdict = "decline" } = input;
  const now = desk.clock.now();
  const joint = decideAct(action, {
    ...{ settlement: settlement.state, invoice: invoice.state, rule },
    ...{ reference, verdict, by, now },
  });
  if (joint instanceof Refusal) return joint;
  const { writes, after } = jointWrites({ settlement, invoice }, joint, desk);
  return { writes, after: seen(after.settlement) };
}

/** The invoice and the fee rule that decisions about money need, in one call. */
async function moneyOf(
  desk: Pick<Desk, "book">,
  { invoiceId, tenantId, feeRuleId }: Settlement,
): Promise<{ readonly invoice: Loaded<Invoice>; readonly rule: FeeRule | undefined }> {
  const keys = [rowKey(invoiceId), feesKey(tenantId), feesKey(null)];
  const [invoiceRow, own, shared] = await desk.book.read(keys);
  const invoice = loaded(invoiceKind, invoiceRow);
  if (!invoice) throw new Error(`no invoice ${invoiceId}`);
  const { ownRules, defaultRules } = standing([undefined, undefined, undefined, own, shared]);
  const rule = [...ownRules, ...defaultRules, freeRule].find(({ id }) => id === feeRuleId);
  return { invoice, rule };
}
