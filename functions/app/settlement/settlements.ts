import { Refusal } from "../../domain/core/refusal.ts";
import type { Hop } from "../../domain/core/transition.ts";
import type { Invoice } from "../../domain/invoicing/invoice.ts";
import type { Settlement } from "../../domain/settlement/settlement.ts";
import type { Joint } from "../../domain/settlement/settlement-change.ts";
import { hopWrites, type Loaded, loaded } from "../core/aggregate.ts";
import { change } from "../core/change.ts";
import type { Desk } from "../core/context.ts";
import type { Write } from "../core/ports.ts";
import { rowKey } from "../core/rows.ts";
import { invoiceKind } from "../invoicing/record.ts";
import { settlementKind } from "./record.ts";

/** The settlement with this id; throws where there is none, because only our own records name it. */
export async function loadSettlement(desk: Pick<Desk, "book">, id: string): Promise<Loaded<Settlement>> {
  const [row] = await desk.book.read([rowKey(id)]);
  const found = loaded(settlementKind, row);
  if (!found) throw new Error(`no settlement ${id}`);
  return found;
}

/** Changes a settlement alone. `first` saves the read of the first attempt. */
export async function changeSettlement(
  desk: Desk,
  first: Loaded<Settlement>,
  decide: (state: Settlement) => readonly Hop<Settlement>[] | Refusal,
): Promise<Loaded<Settlement>> {
  return change(desk, async (attempt) => {
    const current = attempt === 1 ? first : await loadSettlement(desk, first.state.id);
    const hops = decide(current.state);
    if (hops instanceof Refusal) return hops;
    const { writes, after } = hopWrites(current, hops, desk);
    return { writes, result: after };
  });
}

/** A settlement with the invoice it pays. */
export interface Pair {
  readonly settlement: Loaded<Settlement>;
  readonly invoice: Loaded<Invoice>;
}

/** What a joint decision writes, and the pair as it is after that. */
export function jointWrites(pair: Pair, joint: Joint, desk: Desk): { writes: Write[]; after: Pair } {
  const settlement = hopWrites(pair.settlement, joint.settlement, desk);
  const invoice = hopWrites(pair.invoice, joint.invoice, desk);
  return {
    writes: [...settlement.writes, ...invoice.writes],
    after: { settlement: settlement.after, invoice: invoice.after },
  };
}

/** Reads a settlement and its invoice in one call; undefined where either is missing. */
export async function loadPair(
  desk: Pick<Desk, "book">,
  settlementId: string,
  invoiceId: string,
): Promise<Pair | undefined> {
  const [one, other] = await desk.book.read([rowKey(settlementId), rowKey(invoiceId)]);
  const settlement = loaded(settlementKind, one);
  const invoice = loaded(invoiceKind, other);
  return settlement && invoice ? { settlement, invoice } : undefined;
}
