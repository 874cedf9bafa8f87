import { pointerRows } from "../../../functions/app/core/aggregate.ts";
import type { IndexName, Key, PageQuery, Row, Store } from "../../../functions/app/core/ports.ts";
import { invoiceNumberKey, invoiceRecordType } from "../../../functions/app/invoicing/record.ts";
import { settlementRecordType } from "../../../functions/app/settlement/record.ts";
import { siblingId } from "../../../functions/domain/core/id.ts";
import type { PaymentStatus } from "../../../functions/domain/core/payment-status.ts";
import type { Invoice } from "../../../functions/domain/invoicing/invoice.ts";
import type { Settlement } from "../../../functions/domain/settlement/settlement.ts";
import { BooksApi } from "../../support/reconciliation/books-api.ts";
import { madeDay, numberOf, ulidOf } from "../recon/generated-store.ts";

/** An invoice and its settlement that went all the way through the real use cases, to be copied. */
export interface PaidModel {
  readonly invoice: Row;
  readonly settlement: Row;
}

/** Plays the model. */
export async function paidModel(): Promise<PaidModel> {
  const api = new BooksApi();
  const { settlementId } = await api.settle(await api.paid(123_456));
  const [settlement] = await api.store.read([{ pk: settlementId, sk: "row" }]);
  const { invoiceId } = stateOf<Settlement>(settlement);
  const [invoice] = await api.store.read([{ pk: invoiceId, sk: "row" }]);
  if (!settlement || !invoice) throw new Error("a settlement and its invoice have rows");
  return { invoice, settlement };
}

function stateOf<S>(row: Row | undefined): S {
  if (!row) throw new Error("the model has no such row");
  return (row.body as { state: S }).state;
}

/** The rows of a list by their places in it, the oldest first. */
type List = (at: number) => Row;

const startMs = Date.parse(`${madeDay}T00:00:00.000Z`);
const dayMs = 86_399_000;

/** The book of one tenant with any number of invoices and as many settlements, all of one customer, that makes its rows when they are asked for and keeps none. */
export class GeneratedTenant implements Store {
  readonly tenantId: string;
  readonly customerId: string;
  readonly wallet: string;
  /** How far all of them are. */
  readonly statuses: {
    readonly invoice: Invoice["status"];
    readonly settlement: Settlement["status"];
    readonly payment: PaymentStatus;
  };
  readonly size: number;
  /** How many calls a DynamoDB table would have had. */
  calls = 0;
  readonly #model: PaidModel;
  readonly #lists = new Map<string, List>();

  constructor(model: PaidModel, size: number) {
    this.#model = model;
    this.size = size;
    const invoice = stateOf<Invoice>(model.invoice);
    this.tenantId = invoice.tenantId;
    this.customerId = invoice.customerId;
    const { destWallet, status: settlement, payment } = stateOf<Settlement>(model.settlement);
    this.wallet = destWallet;
    this.statuses = { invoice: invoice.status, settlement, payment: payment.status };
    for (const make of [(at: number) => this.#invoice(at), (at: number) => this.#settlement(at)]) {
      for (const [index, [pk]] of Object.entries(make(0).index ?? {})) this.#lists.set(`${index} ${pk}`, make);
      for (const { pk } of this.#pointers(make(0))) this.#lists.set(` ${pk}`, (at) => this.#pointerIn(pk, make(at)));
    }
  }

  async read(keys: readonly Key[]): Promise<readonly (Row | undefined)[]> {
    this.calls += 1;
    const numberKey = invoiceNumberKey(this.tenantId, "").pk;
    return keys.map(({ pk }) => {
      if (pk.startsWith("inv_")) return this.#invoice(numberOf(pk));
      if (pk.startsWith("stl_")) return this.#settlement(numberOf(pk));
      return pk.startsWith(numberKey) ? this.#number(Number(pk.slice(`${numberKey}A-`.length))) : undefined;
    });
  }

  async page(query: PageQuery): Promise<readonly Row[]> {
    this.calls += 1;
    const { index, pk } = query;
    const list = this.#lists.get(`${index ?? ""} ${pk}`);
    if (list) return this.#stretch(list, query);
    if (index === "ref" && pk.startsWith("find#a-")) return [this.#number(Number(pk.slice("find#a-".length)))];
    if (!index && pk.startsWith("find#inv_"))
      return this.#pointers(this.#settlement(numberOf(pk.toUpperCase()))).filter((row) => row.pk === pk);
    return [];
  }

  async write(): Promise<never> {
    throw new Error("nothing is written to a list");
  }

  /** The rows of some invoices and their settlements, with what finds them. */
  rows(from: number, to: number): Row[] {
    return Array.from({ length: to - from }, (_, at) => {
      const [invoice, settlement] = [this.#invoice(from + at), this.#settlement(from + at)];
      return [invoice, this.#number(from + at), settlement, ...this.#pointers(invoice), ...this.#pointers(settlement)];
    }).flat();
  }

  /** The row in such a place of a list, the oldest being the first. */
  rowsIn(index: IndexName | undefined, pk: string, at: number): Row[] {
    const list = this.#lists.get(`${index ?? ""} ${pk}`);
    return list ? [list(at)] : [];
  }

  invoiceId(at: number): string {
    return `inv_${ulidOf(startMs + this.#afterMs(at), at)}`;
  }

  #afterMs(at: number): number {
    return Math.floor((at / this.size) * dayMs);
  }

  #ids(at: number) {
    const id = this.invoiceId(at);
    return {
      createdAt: new Date(startMs + this.#afterMs(at)).toISOString(),
      invoice: id,
      settlement: siblingId(id, "stl"),
    };
  }

  #invoice(at: number): Row {
    const { createdAt, invoice: id } = this.#ids(at);
    const body = this.#model.invoice.body as { state: Invoice };
    const state = { ...body.state, id, createdAt, number: `A-${at}` };
    return { ...this.#model.invoice, pk: id, body: { ...body, state }, index: invoiceRecordType.index?.(state) ?? {} };
  }

  #number(at: number): Row {
    const id = this.invoiceId(at);
    const index = { ref: [`find#a-${at}`, id] as const };
    const key = invoiceNumberKey(this.tenantId, `A-${at}`);
    return { ...key, v: 1, type: "invoice_number", body: { invoiceId: id }, index };
  }

  #settlement(at: number): Row {
    const { createdAt, invoice, settlement: id } = this.#ids(at);
    const body = this.#model.settlement.body as { state: Settlement };
    const payment = { ...body.state.payment, id: siblingId(id, "pay"), railRef: `made_${at}` };
    const own = { id, createdAt, invoiceId: invoice, invoiceNumber: `A-${at}`, payment };
    const state = { ...body.state, ...own } as Settlement;
    const index = settlementRecordType.index?.(state) ?? {};
    return { ...this.#model.settlement, pk: id, body: { ...body, state }, index };
  }

  #pointers(row: Row): Row[] {
    const isInvoice = row.pk.startsWith("inv_");
    return isInvoice
      ? pointerRows(invoiceRecordType, stateOf<Invoice>(row))
      : pointerRows(settlementRecordType, stateOf<Settlement>(row));
  }

  #pointerIn(pk: string, row: Row): Row {
    const found = this.#pointers(row).find((each) => each.pk === pk);
    if (!found) throw new Error(`${row.pk} is not found by ${pk}`);
    return found;
  }

  /** A page of a list, found by halving. */
  #stretch(make: List, { index, after, limit, newestFirst }: PageQuery): Row[] {
    const sortOf = (at: number) => (index ? (make(at).index?.[index]?.[1] ?? "") : make(at).sk);
    const countBefore = (sort: string) => {
      let [low, high] = [0, this.size];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (sortOf(middle) < sort) low = middle + 1;
        else high = middle;
      }
      return low;
    };
    const end = after ? countBefore(after.sort) : this.size;
    if (!newestFirst) throw new Error("the lists of records are read from the newest on");
    return Array.from({ length: Math.min(limit, end) }, (_, nth) => make(end - 1 - nth));
  }
}
