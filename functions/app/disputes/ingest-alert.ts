import * as z from "zod";
import type { Instant } from "../../domain/core/time.ts";
import type { AlertSaid } from "../../domain/disputes/alert.ts";
import { judgeMatch } from "../../domain/disputes/alert-match.ts";
import { type AlertSourceName, isThirdParty } from "../../domain/disputes/alert-source.ts";
import { viewAlert } from "../../domain/disputes/alert-view.ts";
import { type NewAlert, receiveAlert, type Searched } from "../../domain/disputes/ingest-alert.ts";
import type { Settlement } from "../../domain/settlement/settlement.ts";
import { type Entry, entry, type Loaded, unborn } from "../core/aggregate.ts";
import { change } from "../core/change.ts";
import type { Desk } from "../core/context.ts";
import type { KeyedRequest } from "../core/idempotency-claim.ts";
import { type Begun, type KeyedRoute, runKeyed, type StoredResponse } from "../core/idempotent-operation.ts";
import type { Row, Write } from "../core/ports.ts";
import { transitionOf } from "../settlement/reads.ts";
import { type RefundOrder, tellRail } from "../settlement/refund-payment.ts";
import {
  type AlertStanding,
  alertStanding,
  alertStandingKeys,
  type DecidedAlert,
  decideAlert,
} from "./alert-decision.ts";
import { readAlert } from "./alert-reads.ts";
import { alertKind, externalKey, externalWrite } from "./alert-record.ts";
import { type FoundPayment, findPayments } from "./find-payments.ts";

/** An alert as somebody brings it. */
export interface BroughtAlert {
  readonly tenantId: string;
  readonly source: AlertSourceName;
  readonly said: AlertSaid;
}

/** A call that brings an alert. */
export type IngestRequest = KeyedRequest & BroughtAlert;

interface Sight {
  /** The row of the alert that this source has brought under this id. */
  readonly taken: Row | undefined;
  readonly standing: AlertStanding;
}

/** Takes an alert in: one transaction has it, its source's id of it, what its rules decide, and the key's answer. The same alert again is answered as it is by now and changes nothing. A refund's rail is told after it; where it gives no answer the sweeper asks it by the same key. */
export async function ingestAlert(desk: RefundOrder, request: IngestRequest): Promise<StoredResponse> {
  const begun: { refunded?: Settlement } = {};
  const told = await runKeyed(desk, request, ingestRoute(desk, request, begun));
  if (!told.replayed && begun.refunded) await tellRail(desk, begun.refunded);
  return told;
}

function ingestRoute(
  desk: Desk,
  request: IngestRequest,
  begun: { refunded?: Settlement },
): KeyedRoute<Sight> {
  const { externalId } = request.said;
  return {
    keys: keysOf(request),
    see: seen,
    begin: async ({ taken, standing }, now): Promise<Begun> => {
      delete begun.refunded;
      if (taken) {
        const { state, entries } = await readAlert(desk, request.tenantId, alertIdIn(taken));
        const known = answer(200, { ...viewAlert(state), history: entries.map(transitionOf) });
        return { ...known, madeNothing: true };
      }
      const { writes, after, refunded } = await plan(desk, request, standing, now);
      if (refunded) begun.refunded = refunded;
      const history = entriesIn(writes, after.state.id).map(transitionOf);
      return { ...answer(201, { ...viewAlert(after.state), history }), also: writes };
    },
    refused: () => ({ externalId }),
    carryOn: () => Promise.reject(new Error("an alert's claim is written with its answer")),
  };
}

function answer(status: 200 | 201, alert: Readonly<Record<string, unknown>>): Begun {
  return { command: { alertId: alert.id }, outcome: { kind: "result", result: { status, alert } } };
}

/** Takes in an alert that nobody calls with: fetched from its source, or raised by the service itself. The refund of one waits for the sweeper to tell the rail. */
export function ingestSourced(desk: Desk, brought: BroughtAlert): Promise<"created" | "duplicate"> {
  return change(desk, async () => {
    const { taken, standing } = seen(await desk.book.read(keysOf(brought)));
    if (taken) return { writes: [], result: "duplicate" as const };
    const fetched = isThirdParty(brought.source);
    const { writes } = await plan(desk, { ...brought, fetched }, standing, desk.clock.now());
    return { writes, result: "created" as const };
  });
}

function keysOf({ tenantId, source, said }: BroughtAlert) {
  return [externalKey(tenantId, source, said.externalId), ...alertStandingKeys(tenantId)];
}

function seen([taken, ...rows]: readonly (Row | undefined)[]): Sight {
  return { taken, standing: alertStanding(rows) };
}

const external = z.object({ alertId: z.string() });

function alertIdIn({ body }: Row): string {
  return external.parse(body).alertId;
}

async function plan(
  desk: Desk,
  { tenantId, source, said, fetched = false }: BroughtAlert & Pick<NewAlert, "fetched">,
  standing: AlertStanding,
  now: Instant,
): Promise<DecidedAlert> {
  const id = desk.newId("alr", now);
  const asked: NewAlert = { id, tenantId, source, said, fetched };
  const found = await findPayments(desk, { tenantId, tenantName: standing.tenant.name }, said);
  const searched = judged(said, found);
  const hops = receiveAlert(asked, searched, now);
  const [born] = hops;
  if (!born) throw new Error("an alert begins with a hop");
  const payment = settlementOf(found, searched);
  const decided = await decideAlert(desk, unborn(alertKind, born.next), hops, { standing, payment });
  return { ...decided, writes: [externalWrite(born.next), ...decided.writes] };
}

function judged(said: AlertSaid, found: readonly FoundPayment[]): Searched {
  const { candidate, candidates } = judgeMatch(
    said,
    found.map(({ facts }) => facts),
  );
  const bound = candidate && {
    paymentId: candidate.paymentId,
    score: candidate.score,
    method: "auto" as const,
  };
  return { candidates, bound };
}

function settlementOf(found: readonly FoundPayment[], { bound }: Searched): Loaded<Settlement> | undefined {
  return found.find(({ facts }) => facts.paymentId === bound?.paymentId)?.settlement;
}

/** The audit entries of an alert among what is about to be written. */
function entriesIn(writes: readonly Write[], alertId: string): Entry[] {
  return writes.flatMap((write) => {
    const row = "put" in write ? write.put : undefined;
    return row?.type === "entry" && row.pk === alertId ? [entry.parse(row.body)] : [];
  });
}
