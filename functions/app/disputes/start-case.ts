import { siblingId } from "../../domain/core/id.ts";
import { Refusal } from "../../domain/core/refusal.ts";
import type { Instant } from "../../domain/core/time.ts";
import type { Alert } from "../../domain/disputes/alert.ts";
import { amendCase } from "../../domain/disputes/amend-case.ts";
import type { CaseHops, DisputeCase, DisputeStage } from "../../domain/disputes/case.ts";
import { bindAlert } from "../../domain/disputes/ingest-alert.ts";
import type { DisputeNetwork } from "../../domain/disputes/network.ts";
import { openedCase } from "../../domain/disputes/resolve.ts";
import type { Settlement } from "../../domain/settlement/settlement.ts";
import { hopWrites, type Loaded, loaded } from "../core/aggregate.ts";
import { change, type Plan } from "../core/change.ts";
import type { Desk } from "../core/context.ts";
import type { Write } from "../core/ports.ts";
import { rowKey } from "../core/rows.ts";
import { settlementKind } from "../settlement/record.ts";
import { loadAlert } from "./alert-reads.ts";
import { loadCase } from "./change-case.ts";
import { caseOfAlert, compellingOf, type NewCase, type PlannedCase, planCase } from "./open-case.ts";

/** A case that somebody wants opened; what is left out is what its alert said, or its payment is. */
export interface StartAsked {
  readonly alertId: string | null;
  readonly paymentId: string | null;
  readonly stage: DisputeStage | null;
  readonly network: DisputeNetwork | null;
  readonly reasonCode: string | null;
  readonly amountCents: number | null;
  readonly currency: string | null;
  readonly networkDueBy: Instant | null;
}

/** Opens a case, with its alert and its payment in one transaction. The open case of its payment or its alert is answered instead of a second one, and takes what is said of it while nobody has begun to answer it; `opened` tells. */
export function startCase(
  desk: Desk,
  tenantId: string,
  asked: StartAsked,
): Promise<{ readonly state: DisputeCase; readonly opened: boolean }> {
  return change(desk, async () => {
    const alert = asked.alertId === null ? null : await loadAlert(desk, tenantId, asked.alertId);
    const known = alert?.state.caseId ?? null;
    const settlement = await paymentOf(desk, tenantId, asked, alert);
    if (settlement instanceof Refusal) return settlement;
    if (known !== null)
      return amend(desk, await loadCase(desk, { tenantId, caseId: known }), asked, settlement);
    const wanted = newCase(tenantId, asked, alert?.state ?? null, settlement, desk.clock.now());
    if (wanted instanceof Refusal) return wanted;
    const planned = await planCase(desk, wanted);
    if (planned instanceof Refusal) return planned;
    const { state, opened, joined } = planned;
    const linked = alert ? linkAlert(desk, alert, planned) : [];
    if (linked instanceof Refusal) return linked;
    if (joined) {
      const isLinked = linked.length > 0;
      const amended = await amend(desk, joined.found, asked, settlement, isLinked ? joined.hops : []);
      if (amended instanceof Refusal) return amended;
      const held = isLinked ? [joined.check] : [];
      return { ...amended, writes: [...amended.writes, ...linked, ...held] };
    }
    return { writes: [...planned.writes, ...linked], result: { state, opened } };
  });
}

/** The case that is there already, with what is said of it now. */
async function amend(
  desk: Desk,
  found: Loaded<DisputeCase>,
  asked: StartAsked,
  settlement: Loaded<Settlement> | null,
  first: CaseHops = [],
): Promise<Plan<{ readonly state: DisputeCase; readonly opened: boolean }> | Refusal> {
  const { network, reasonCode, createdAt, paymentId } = found.state;
  if (asked.paymentId !== null && asked.paymentId !== paymentId)
    return invalid("paymentId", `the case is about ${paymentId ?? "no payment"}`);
  const about = { network: asked.network ?? network, reasonCode: asked.reasonCode ?? reasonCode };
  const compellingEvidence =
    settlement && (await compellingOf(desk, settlement.state, { ...about, disputedAt: createdAt }));
  const state = first.at(-1)?.next ?? found.state;
  const hops = amendCase(state, { ...asked, compellingEvidence }, desk.clock.now());
  if (hops instanceof Refusal) return hops;
  const { writes, after } = hopWrites(found, [...first, ...hops], desk);
  return { writes, result: { state: after.state, opened: false } };
}

function invalid(path: string, message: string): Refusal {
  return new Refusal("validation_error", `${path}: ${message}`, { fields: [{ path, message }] });
}

async function paymentOf(
  desk: Desk,
  tenantId: string,
  { paymentId: said }: StartAsked,
  alert: Loaded<Alert> | null,
): Promise<Loaded<Settlement> | Refusal | null> {
  const bound = alert?.state.paymentId ?? null;
  if (said !== null && bound !== null && said !== bound)
    return invalid("paymentId", `the alert is about ${bound}`);
  const paymentId = said ?? bound;
  if (paymentId === null) return null;
  const [row] = await desk.book.read([rowKey(siblingId(paymentId, "stl"))]);
  const found = row?.type === settlementKind.type ? loaded(settlementKind, row) : undefined;
  return found?.state.tenantId === tenantId ? found : new Refusal("not_found", "no such payment");
}

/** The case that is meant: what was asked for, then what the alert said, then what the payment is. */
function newCase(
  tenantId: string,
  asked: StartAsked,
  alert: Alert | null,
  settlement: Loaded<Settlement> | null,
  now: Instant,
): NewCase | Refusal {
  const from = alert && caseOfAlert(alert, settlement);
  const amountCents = asked.amountCents ?? from?.amountCents ?? settlement?.state.payment.amountCents;
  if (amountCents === undefined)
    return new Refusal("invalid_amount", "amountCents is required without an alert and a payment", {
      fields: [{ path: "amountCents", message: "required" }],
    });
  const network = asked.network ?? from?.network ?? (alert === null && settlement ? "ach" : null);
  if (network === null && alert === null)
    return invalid("network", "required without an alert and a payment");
  const stage = asked.stage ?? from?.stage ?? "chargeback";
  return {
    ...{ tenantId, settlement, stage, network, amountCents },
    alertId: alert?.id ?? null,
    reasonCode: asked.reasonCode ?? from?.reasonCode ?? null,
    currency: asked.currency ?? from?.currency ?? "USD",
    networkDueBy: asked.networkDueBy ?? from?.networkDueBy ?? null,
    receivedAt: from?.receivedAt ?? now,
    countedAt: from?.countedAt ?? null,
  };
}

/** The alert goes on as the case; one that was not bound yet is bound to the case's payment with that. */
function linkAlert(desk: Desk, alert: Loaded<Alert>, planned: PlannedCase): Write[] | Refusal {
  const now = desk.clock.now();
  const { state, joined } = planned;
  const { paymentId } = state;
  const binds = alert.state.paymentId === null && paymentId !== null && alert.state.status === "unmatched";
  const bound = binds ? [bindAlert(alert.state, { paymentId, score: 100, method: "operator" }, now)] : [];
  const hops = openedCase(bound.at(-1)?.next ?? alert.state, state.id, now, joined?.counted);
  if (hops instanceof Refusal) return hops;
  return hopWrites(alert, [...bound, ...hops], desk).writes;
}
