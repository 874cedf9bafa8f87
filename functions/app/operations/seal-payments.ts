import { sealedParts } from "../../domain/core/sealed-text.ts";
import { bodyToStore, following } from "../../domain/core/stored-body.ts";
import { monthAfter, monthOf, serviceBegan } from "../../domain/core/time.ts";
import { mapFormerTexts } from "../../domain/operations/payer-terms.ts";
import { loadAggregate } from "../core/aggregate.ts";
import { inOrder } from "../core/map-concurrent.ts";
import type { Row } from "../core/ports.ts";
import { allPartitions, rowKey } from "../core/row-keys.ts";
import { settlementRecordType } from "../settlement/record.ts";
import { pagesOf } from "../tenants/walk-store.ts";
import { count, type SealContext, type SealResult, sealRow } from "./seal-rows.ts";

/** Payments that are looked at side by side. */
const atOnce = 8;

/** Seals who paid on an invoice's page, from where, as an earlier release stored it in clear, and lists when that and the account are erased. The account's numbers stay sealed as they are until then. Safe to stop, to do twice, and beside the service. */
export async function sealPayments(context: SealContext): Promise<SealResult> {
  const result = { looked: 0, written: 0 };
  for await (const ids of idsOfAll(context, "settlement"))
    count(result, await inOrder(ids, atOnce, (id) => sealPayment(context, id)));
  return result;
}

/** The ids of all tenants' records of a noun, page by page. */
export async function* idsOfAll({ store, clock }: SealContext, noun: string): AsyncGenerator<string[]> {
  const last = monthOf(clock.now());
  for (let month = monthOf(serviceBegan); month <= last; month = monthAfter(month))
    for (const pk of allPartitions(noun, month))
      for await (const pointers of pagesOf(store, { index: "list", keysOnly: true, pk }))
        yield [...new Set(pointers.map(({ sk }) => sk))];
}

async function sealPayment(context: SealContext, id: string): Promise<boolean> {
  const [row] = await context.store.read([rowKey(id)]);
  const account = loadAggregate(settlementRecordType, row)?.state.payment.bankAccount;
  // Nothing is sealed under it: its row says when the numbers are erased.
  if (account && !sealedParts(account.sealed)) await context.personal.seal(`account:${id}`, "listed");
  return sealRow(context, rowKey(id), (read) => sealedPayment(context, read));
}

function sealedPayment({ personal }: SealContext, row: Row): Row | null {
  const found = loadAggregate(settlementRecordType, row);
  if (!found) return null;
  const { state } = found;
  const payment = mapFormerTexts(state.payment, "payer", personal.sealerOf(`payer:${state.id}`));
  if (JSON.stringify(payment) === JSON.stringify(state.payment)) return null;
  return { ...row, body: { ...Object(row.body), state: bodyToStore(following(state, { ...state, payment })) } };
}
