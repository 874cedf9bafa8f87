import type { LedgerAccount } from "../../../functions/domain/core/ledger.ts";
import { Refusal } from "../../../functions/domain/core/refusal.ts";
import type { Invoice } from "../../../functions/domain/invoicing/invoice.ts";
import type { RailEvent } from "../../../functions/domain/rails/rail-event.ts";
import { receiveRailEvent } from "../../../functions/domain/settlement/apply-rail-event.ts";
import {
  type ActionCase,
  decideAction,
  type SettlementAction,
} from "../../../functions/domain/settlement/operator-actions.ts";
import { type Settlement, settlement as schema } from "../../../functions/domain/settlement/settlement.ts";
import type { SettlementChange } from "../../../functions/domain/settlement/settlement-change.ts";
import { aRule, later, openedSettlement } from "../core/samples.ts";

/** A settlement, its invoice, and what the ledger came to. */
export interface Life {
  settlement: Settlement;
  invoice: Invoice;
  readonly ledger: Map<LedgerAccount, number>;
}

const rule = aRule({ bps: 250, reserveBps: 1000 });

/** A life that begins with these two and an empty ledger. */
export function lifeOf(pair: { settlement: Settlement; invoice: Invoice }): Life {
  return { ...pair, ledger: new Map() };
}

/** Applies a joint decision; a refusal or nothing changes nothing. */
export function apply(life: Life, change: SettlementChange | Refusal): SettlementChange | Refusal {
  if (change instanceof Refusal) return change;
  for (const { next, postings = [] } of change.settlement) {
    life.settlement = schema.parse(next);
    for (const { account, amountCents } of postings)
      life.ledger.set(account, (life.ledger.get(account) ?? 0) + amountCents);
  }
  life.invoice = change.invoice.at(-1)?.next ?? life.invoice;
  return change;
}

/** What operators do, at nine seconds past noon unless told otherwise. */
export function reviewAction(
  life: Life,
  name: SettlementAction,
  more: Partial<ActionCase> = {},
): SettlementChange | Refusal {
  const { settlement, invoice } = life;
  const input = {
    settlement,
    invoice,
    rule,
    reference: "WIRE-7",
    verdict: "pass" as const,
    by: "apr_1",
    now: later(9),
  };
  return apply(life, decideAction(name, { ...input, ...more }));
}

/** The rail's word, five seconds past noon. */
export function rail(life: Life, event: RailEvent): void {
  apply(life, receiveRailEvent(life.settlement, life.invoice, event, later(5)));
}

/** A push payment over 100.00 for which `cents` came. */
export function came(...cents: number[]): Life {
  const { settlement, invoice } = openedSettlement({ source: "ach_push" });
  const collecting = { ...settlement, status: "collecting", waiting: { state: "collect", token: "TOKEN" } };
  const life = lifeOf({ settlement: schema.parse(collecting), invoice });
  for (const amountCents of cents) rail(life, { kind: "funds_received", amountCents });
  return life;
}

/** The accounts that are not even, in cents. */
export function balances({ ledger }: Life): Record<string, number> {
  return Object.fromEntries([...ledger].filter(([, amountCents]) => amountCents !== 0));
}

/** What wakes the machine of `came`. */
export const token = [{ kind: "answer_token", token: "TOKEN" }];
