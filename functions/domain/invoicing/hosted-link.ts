import { invalidField, Refusal } from "../core/refusal.ts";
import { linkMark, readLinkMark } from "../core/stored-link.ts";
import { addDays, type Instant } from "../core/time.ts";
import type { Transition } from "../core/transition.ts";
import { type Invoice, invoiceTransition } from "./invoice.ts";

/** For how many days an invoice's page opens after it is due, where nobody has said until when. */
const openDays = 90;

/** When an invoice's page stops opening: as was said with its link, else 90 days after it is due, or was issued where that is later. */
export function linkEndsAt({
  linkExpiresAt,
  dueDate,
  issuedAt,
}: Pick<Invoice, "linkExpiresAt" | "dueDate" | "issuedAt">): Instant {
  if (linkExpiresAt !== null) return linkExpiresAt;
  const last = dueDate > issuedAt ? dueDate : issuedAt;
  return last < "9999" ? addDays(last, openDays) : last;
}

/** An invoice's address as it is kept: where its pages are, and which of its links it is. */
export function storedUrl(pagesUrl: string, nth: number): string {
  return `${pagesUrl}/i/${linkMark(nth)}`;
}

/** How many links an invoice has been given, of which the last one may open its page. */
export function linkCount({ hostedUrl }: Pick<Invoice, "hostedUrl">): number {
  return readLinkMark(hostedUrl)?.nth ?? 0;
}

/** Whether the link of a number opens an invoice's page now: another has not taken its place, and it has not expired. */
export function opensPage(state: Invoice, nth: number, now: Instant): boolean {
  return nth === linkCount(state) && now < linkEndsAt(state);
}

/** Gives an invoice's page a new link under such an address and ends the old one, until a moment or for the usual time. Refuses a void invoice and a moment that is past. */
export function renewLink(
  state: Invoice,
  pagesUrl: string,
  expiresAt: Instant | null,
  now: Instant,
): Transition<Invoice>[] | Refusal {
  if (state.status === "void") return new Refusal("invoice_not_payable", "a void invoice is given no new link");
  if (expiresAt !== null && expiresAt <= now) return invalidField("expiresAt", "a moment that is to come");
  // Of an invoice that was due already the usual time begins now.
  const linkExpiresAt = expiresAt ?? (state.dueDate > now ? null : addDays(now, openDays));
  const endsAt = linkEndsAt({ ...state, linkExpiresAt });
  const hostedUrl = storedUrl(pagesUrl, linkCount(state) + 1);
  return [invoiceTransition(state, { hostedUrl, linkExpiresAt }, `new link, until ${endsAt}`, now)];
}
