import { html } from "hono/html";
import { loadEscrow } from "../../app/escrow-desk.ts";
import { loadSettlement } from "../../app/settlements.ts";
import type { Html } from "../page.ts";
import type { ConsoleDesk } from "./desk.ts";
import { code } from "./parts.ts";
import { href, type View } from "./view.ts";

function isEscrow(subjectId: string): boolean {
  return subjectId.startsWith("esc_");
}

/** What people call a record that is in the review queue, and what it is about. */
export async function subjectOfItem(
  desk: ConsoleDesk,
  id: string,
): Promise<{ readonly name: string; readonly amountCents: number; readonly currency: string }> {
  if (isEscrow(id)) {
    const { reference, amountCents, currency } = (await loadEscrow(desk, id)).state;
    return { name: reference, amountCents, currency };
  }
  const { invoiceNumber, fiatInCents, currency } = (await loadSettlement(desk, id)).state;
  return { name: invoiceNumber, amountCents: fiatInCents, currency };
}

/** A line of facts that leads to the record: what it is, and its page. */
export function subjectLink(view: View, id: string): readonly [noun: string, link: Html] {
  const [noun, place] = isEscrow(id) ? ["Escrow", "escrows"] : ["Settlement", "settlements"];
  return [noun, html`<a href="${href(view, `${place}/${id}`)}">${code(id)}</a>`];
}
