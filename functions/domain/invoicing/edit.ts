import { canonicalJson } from "../core/canonical-json.ts";
import { invalidField, Refusal } from "../core/refusal.ts";
import type { Instant } from "../core/time.ts";
import type { Transition } from "../core/transition.ts";
import { canonicalTerms, defaultTerms, dueAt } from "./due-date.ts";
import { type Invoice, invoiceTransition, type NewInvoice } from "./invoice.ts";
import { type NewLine, type Totals, totalsOf } from "./totals.ts";

/** What a change of a draft may say, as when it was made; null takes away what may be left out. `version` is the one that the change was thought of for. */
export type InvoiceChange = { readonly [K in "number" | "customerId" | "lineItems"]?: NewInvoice[K] | undefined } & {
  readonly [K in "terms" | "dueDate" | "notes" | "discountCents" | "metadata"]?: NewInvoice[K] | null | undefined;
} & { readonly version?: number | undefined };

type Said = Omit<InvoiceChange, "version">;

/** Changes a draft, `customer` being the one that it is made out to as that is now; what is said as it is already changes nothing. Refuses every other status and version, and a total below what is collected or in flight. */
export function editInvoice(
  state: Invoice,
  { version, ...change }: InvoiceChange,
  customer: Invoice["customer"],
  now: Instant,
): Transition<Invoice>[] | Refusal {
  if (state.status !== "draft")
    return new Refusal("illegal_invoice_transition", "only a draft can be changed", {
      extra: { from: state.status, to: "draft" },
    });
  if (version !== undefined && version !== state.version)
    return new Refusal("version_conflict", `this invoice is at version ${state.version} by now, not at ${version}`);
  const totals = changedTotals(state, change);
  if (totals instanceof Refusal) return totals;
  const collectedCents = state.amountPaidCents + state.amountProcessingCents;
  if (totals.totalCents < collectedCents)
    return new Refusal("invoice_has_payments", `${collectedCents} cents of this invoice are collected or in flight`);
  const dates = changedDates(state, change);
  if (dates instanceof Refusal) return dates;
  const { number = state.number, customerId = state.customerId, notes = state.notes } = change;
  const metadata = change.metadata === undefined ? state.metadata : { ...change.metadata };
  const next = { ...state, ...totals, ...dates, number, customerId, customer, notes, metadata };
  const names = Object.keys(change).filter((name) => !isSame(state, next, name as keyof Said));
  if (canonicalJson(state.customer) !== canonicalJson(customer) && !names.includes("customerId"))
    names.push("customer");
  return names.length === 0 ? [] : [invoiceTransition(state, next, `changed ${names.join(", ")}`, now)];
}

function isSame(state: Invoice, next: Invoice, name: keyof Said): boolean {
  return canonicalJson(state[name]) === canonicalJson(next[name]);
}

function changedTotals(
  state: Invoice,
  { lineItems, discountCents }: Said,
): (Partial<Totals> & Pick<Totals, "totalCents">) | Refusal {
  if (lineItems === undefined && discountCents === undefined) return { totalCents: state.totalCents };
  const discount = discountCents === undefined ? state.discountCents : (discountCents ?? 0);
  return totalsOf(lineItems ?? state.lineItems.map(lineAsAsked), discount);
}

function lineAsAsked({ description, unitCents, quantity, taxRate, taxCents }: Invoice["lineItems"][number]): NewLine {
  return { description, unitCents, quantity, ...(taxRate === null ? { taxCents } : { taxRate }) };
}

/** Terms that change set the due date anew, where the change says none. */
function changedDates(state: Invoice, { terms: wished, dueDate }: Said): Pick<Invoice, "terms" | "dueDate"> | Refusal {
  const terms = wished === undefined ? state.terms : canonicalTerms(wished ?? defaultTerms);
  if (terms === undefined) return invalidField("terms", "neither Due on receipt nor Net 0 to Net 365");
  if (dueDate === undefined && terms === state.terms) return { terms, dueDate: state.dueDate };
  return { terms, dueDate: dueAt({ dueDate: dueDate ?? undefined, terms }, state.timeZone, state.issuedAt) };
}
