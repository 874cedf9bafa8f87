import { siblingId } from "../../domain/core/id.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import { type Alert, type AlertHops, alertMoves, illegalAlertMove } from "../../domain/disputes/alert.ts";
import { noteChargeback } from "../../domain/disputes/alert-double-loss.ts";
import { decideBound, type Ruled, toReview } from "../../domain/disputes/alert-rules.ts";
import { openedCase } from "../../domain/disputes/resolve.ts";
import { withoutTakenBack } from "../../domain/settlement/counters.ts";
import type { Settlement } from "../../domain/settlement/settlement.ts";
import { type FlagKey, type Flags, flagKeys } from "../../domain/tenants/flag.ts";
import type { Tenant } from "../../domain/tenants/tenant.ts";
import { hopWrites, type Loaded, loaded } from "../core/aggregate.ts";
import type { Desk } from "../core/context.ts";
import type { Key, Row, Write } from "../core/ports.ts";
import { rowKey } from "../core/rows.ts";
import { settlementKind } from "../settlement/record.ts";
import { standing, standingKeys } from "../tenants/tenant-settings.ts";
import { caseOfAlert, planCase } from "./open-case.ts";
import { earlierLosses } from "./recorded-losses.ts";
import { type RulesInForce, rulesIn, rulesKey } from "./rules.ts";

/** How a tenant stands when its alerts are decided on. */
export interface AlertStanding {
  readonly tenant: Tenant;
  readonly flags: Flags;
  readonly inForce: RulesInForce;
}

/** The rows that tell it. */
export function alertStandingKeys(tenantId: string): Key[] {
  return [rulesKey(tenantId), ...standingKeys(tenantId)];
}

/** Reads what `alertStandingKeys` asked for, in that order. */
export function alertStanding([rules, ...rows]: readonly (Row | undefined)[]): AlertStanding {
  const { tenant, flags } = standing(rows);
  if (!tenant) throw new Error("an alert belongs to a tenant");
  return { tenant, flags, inForce: rulesIn(rules) };
}

/** What deciding about an alert writes, and the alert as it is after that; `refunded` is the payment whose rail is to be told. */
export interface DecidedAlert {
  readonly writes: readonly Write[];
  readonly after: Loaded<Alert>;
  readonly refunded: Settlement | null;
}

/** Writes an alert's hops, and where they bind it to a payment what follows from that: the mirror, the rules, the refund's intent, the case. All of it is one transaction. */
export async function decideAlert(
  desk: Desk,
  alert: Loaded<Alert>,
  hops: AlertHops,
  { standing: how, payment }: { standing: AlertStanding; payment: Loaded<Settlement> | undefined },
): Promise<DecidedAlert> {
  const state = hops.at(-1)?.next;
  if (!payment || state?.paymentId !== payment.state.payment.id) {
    return { ...hopWrites(alert, hops, desk), refunded: null };
  }
  const now = desk.clock.now();
  const ruled = decideBound(
    state,
    {
      settlement: payment.state,
      earlier: await earlierLosses(desk, payment.state.payment.id, state.id),
      tenant: how.tenant,
      rules: how.inForce.rules,
      rulesVersion: how.inForce.version,
      railOn: isRailOn(how.flags, payment.state.rail),
    },
    now,
  );
  const opened = ruled.opensCase ? await withCase(desk, ruled, payment) : { ruled, writes: [] };
  const { writes, after } = hopWrites(alert, withoutTakenBack([...hops, ...opened.ruled.hops]), desk);
  const noted = ruled.settlement ? [ruled.settlement] : noteChargeback(payment.state, after.state, now);
  const paid = hopWrites(payment, noted, desk);
  const isRefund = ruled.settlement !== null && after.state.refund?.by === "service";
  return {
    writes: [...writes, ...paid.writes, ...opened.writes],
    after,
    refunded: isRefund ? paid.after.state : null,
  };
}

/** Opens a case for an alert, or finds the open one of its payment; where the network's window has closed, people look. */
async function withCase(
  desk: Desk,
  ruled: Ruled,
  payment: Loaded<Settlement>,
): Promise<{ ruled: Ruled; writes: readonly Write[] }> {
  const now = desk.clock.now();
  const planned = await planCase(desk, caseOfAlert(ruled.state, payment));
  if (planned instanceof Refusal) return { ruled: toReview(ruled.state, "deadline_passed", now), writes: [] };
  const hops = openedCase(ruled.state, planned.caseId, now, planned.joined?.counted);
  if (hops instanceof Refusal) throw hops;
  return { ruled: { ...ruled, hops }, writes: planned.writes };
}

function isRailOn(flags: Flags, rail: string): boolean {
  const key = flagKeys.find((each): each is FlagKey => each === `vendor.collection.${rail}`);
  return key === undefined || flags.on(key);
}

/** What opening a case for an alert by somebody's wish writes. Refuses an alert that has ended otherwise, and a case whose window has closed. */
export async function openCaseOf(
  desk: Desk,
  alert: Loaded<Alert>,
): Promise<{ readonly writes: readonly Write[]; readonly after: Loaded<Alert> } | Refusal> {
  const { state } = alert;
  if (!alertMoves[state.status].includes("case_opened")) return illegalAlertMove(state, "case_opened");
  const planned = await planCase(desk, caseOfAlert(state, await paymentOf(desk, state)));
  if (planned instanceof Refusal) return planned;
  const hops = openedCase(state, planned.caseId, desk.clock.now(), planned.joined?.counted);
  if (hops instanceof Refusal) return hops;
  const { writes, after } = hopWrites(alert, hops, desk);
  return { writes: [...writes, ...planned.writes], after };
}

async function paymentOf(
  { book }: Pick<Desk, "book">,
  { paymentId }: Alert,
): Promise<Loaded<Settlement> | null> {
  if (paymentId === null) return null;
  const [row] = await book.read([rowKey(siblingId(paymentId, "stl"))]);
  return loaded(settlementKind, row) ?? null;
}
