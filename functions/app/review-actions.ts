import { type ActInput, askApproval } from "../domain/approval.ts";
import { type FeeRule, freeRule } from "../domain/fee-rule.ts";
import type { Hop } from "../domain/hop.ts";
import type { Invoice } from "../domain/invoice.ts";
import type { Joint } from "../domain/joint.ts";
import { Refusal } from "../domain/refusal.ts";
import { acts, amountAtStake, decideAct, type SettlementAct } from "../domain/review-act.ts";
import { addNote, addPending, assign, pendingAt, type ReviewFile } from "../domain/review-file.ts";
import { hopWrites, type Loaded, loaded, unborn } from "./aggregate.ts";
import { change, type Plan } from "./change.ts";
import type { Desk } from "./desk.ts";
import { invoiceKind, rowKey } from "./kinds.ts";
import { itemOf, loadSight, notInQueue, type ReviewItem, type ReviewSight } from "./review.ts";
import { approvalKind } from "./review-kinds.ts";
import { jointWrites } from "./settlements.ts";
import { feesKey, standing } from "./standing.ts";

/** What an operator asks for. */
export type AskedAction =
  | { readonly action: "note"; readonly note: string }
  | { readonly action: "assign"; readonly assignee: string | null; readonly note: string | null }
  | ({ readonly action: SettlementAct; readonly note: string | null } & ActInput);

/** Done at once: the item as it is then. Or waiting for another operator. */
export type Acted = { readonly item: ReviewItem } | { readonly approvalId: string };

/** Does what needs one operator; asks for a second one where that is demanded. Refuses what cannot be done as things stand. */
export function actOnReview(desk: Desk, id: string, asked: AskedAction): Promise<Acted> {
  return change<Acted>(desk, async () => {
    const sight = await loadSight(desk, id);
    if (!sight || !itemOf(sight, desk.clock.now())) return notInQueue();
    if (asked.action === "note" || asked.action === "assign") return talk(desk, sight, asked);
    return acts[asked.action].second ? askSecond(desk, sight, asked) : actNow(desk, sight, asked);
  });
}

type Decision = Extract<AskedAction, { action: SettlementAct }>;

/** A sight with the invoice and the fee rule that decisions about money need. */
export interface CaseSight extends ReviewSight {
  readonly invoice: Loaded<Invoice>;
  readonly rule: FeeRule | undefined;
}

/** Adds what a decision needs, in one call. */
export async function loadCase(desk: Pick<Desk, "book">, sight: ReviewSight): Promise<CaseSight> {
  const { invoiceId, tenantId, feeRuleId } = sight.settlement.state;
  const keys = [rowKey(invoiceId), feesKey(tenantId), feesKey(null)];
  const [invoiceRow, own, shared] = await desk.book.read(keys);
  const invoice = loaded(invoiceKind, invoiceRow);
  if (!invoice) throw new Error(`no invoice ${invoiceId}`);
  const { ownRules, defaultRules } = standing([undefined, undefined, undefined, own, shared]);
  const rule = [...ownRules, ...defaultRules, freeRule].find(({ id }) => id === feeRuleId);
  return { ...sight, invoice, rule };
}

/** What an action comes to now, for the trail allowed `by` something. */
export function decideCase(
  desk: Pick<Desk, "clock">,
  sight: CaseSight,
  action: SettlementAct,
  input: ActInput,
  by: string,
): Joint | Refusal {
  const { settlement, invoice, rule } = sight;
  const { reference = "", verdict = "decline" } = input;
  const now = desk.clock.now();
  return decideAct(action, {
    settlement: settlement.state,
    invoice: invoice.state,
    rule,
    reference,
    verdict,
    by,
    now,
  });
}

function talk(desk: Desk, sight: ReviewSight, asked: Exclude<AskedAction, Decision>): Plan<Acted> | Refusal {
  const named = asked.action === "assign" ? assign(sight.file.state, asked.assignee) : [];
  return withNote(desk, sight, named, asked.note);
}

/** Changes the file alone: some hops, and a note where one was written. */
function withNote(
  desk: Desk,
  sight: ReviewSight,
  hops: readonly Hop<ReviewFile>[],
  text: string | null,
): Plan<Acted> | Refusal {
  const state = hops.at(-1)?.next ?? sight.file.state;
  const now = desk.clock.now();
  const noted = text === null ? [] : addNote(state, text, desk.actor, now);
  if (noted instanceof Refusal) return noted;
  const { writes, after: file } = hopWrites(sight.file, [...hops, ...[noted].flat()], desk);
  return done(desk, { ...sight, file }, writes);
}

function done(desk: Desk, after: ReviewSight, writes: Plan<Acted>["writes"]): Plan<Acted> {
  const item = itemOf(after, desk.clock.now());
  if (!item) throw new Error("what one operator does leaves an item in the queue");
  return { writes, result: { item } };
}

async function actNow(desk: Desk, sight: ReviewSight, asked: Decision): Promise<Plan<Acted> | Refusal> {
  const whole = await loadCase(desk, sight);
  const joint = decideCase(desk, whole, asked.action, asked, "");
  if (joint instanceof Refusal) return joint;
  const { writes, after } = jointWrites(whole, joint, desk);
  const filed = withNote(desk, { ...sight, settlement: after.settlement }, [], asked.note);
  return filed instanceof Refusal ? filed : { ...filed, writes: [...writes, ...filed.writes] };
}

/** Looks whether it could be done now, and keeps the wish until another operator agrees. */
async function askSecond(desk: Desk, sight: ReviewSight, asked: Decision): Promise<Plan<Acted> | Refusal> {
  const { action, note, reference, verdict } = asked;
  const now = desk.clock.now();
  const whole = await loadCase(desk, sight);
  const joint = decideCase(desk, whole, action, asked, "");
  if (joint instanceof Refusal) return joint;
  const waits = pendingAt(sight.file.state, now).find((each) => each.action === action);
  if (waits) return alreadyAsked(action, waits.approvalId);
  const { id: reviewId, subjectId, tenantId } = sight.file.state;
  const hop = askApproval(
    {
      id: desk.newId("apr", now),
      reviewId,
      subjectId,
      tenantId,
      action,
      input: { ...(reference !== undefined && { reference }), ...(verdict !== undefined && { verdict }) },
      amountCents: amountAtStake(action, sight.settlement.state),
      note,
      askedBy: desk.actor,
    },
    now,
  );
  const { id: approvalId, expiresAt } = hop.next;
  const filed = addPending(sight.file.state, { action, approvalId, expiresAt }, now);
  return {
    writes: [
      ...hopWrites(unborn(approvalKind, hop.next), [hop], desk).writes,
      ...hopWrites(sight.file, [filed], desk).writes,
    ],
    result: { approvalId },
  };
}

function alreadyAsked(action: SettlementAct, approvalId: string): Refusal {
  return new Refusal("approval_pending", `${action} was asked for already and waits for another operator`, {
    extra: { approvalId },
  });
}
