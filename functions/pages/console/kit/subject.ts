import { getRecord } from "../../../app/core/read-records.ts";
import { loadAlert } from "../../../app/disputes/alert-reads.ts";
import { loadCase } from "../../../app/disputes/change-case.ts";
import { loadEscrow } from "../../../app/escrow/escrows.ts";
import { breakRecordType } from "../../../app/reconciliation/break-item-record.ts";
import { getFeeSweep } from "../../../app/reconciliation/fee-sweeps.ts";
import { noticeRecordType } from "../../../app/review/notices.ts";
import { loadSettlement } from "../../../app/settlement/settlements.ts";
import { siblingId } from "../../../domain/core/id.ts";
import type { Html } from "../../kit/page.ts";
import { caseName } from "../disputes/labels.ts";
import { link } from "./components.ts";
import type { ConsoleContext } from "./context.ts";
import { code } from "./text.ts";
import type { View } from "./view.ts";

/** What people call a record that is in the review queue, and its money; of a break or a notice the record that it is about, where there is one. */
interface ItemSubject {
  readonly name: string;
  readonly amountCents: number | null;
  readonly currency: string;
  readonly recordId?: string | null;
}

export async function subjectOfItem(context: ConsoleContext, id: string): Promise<ItemSubject> {
  switch (id.slice(0, 3)) {
    case "esc": {
      const { reference, amountCents, currency } = (await loadEscrow(context, id)).state;
      return { name: reference, amountCents, currency };
    }
    case "alr": {
      const { externalId, amountCents, currency } = (await loadAlert(context, null, id)).state.said;
      return { name: externalId, amountCents, currency };
    }
    case "cas": {
      const { state } = await loadCase(context, { tenantId: null, caseId: id });
      return { name: caseName(state), amountCents: state.amountCents, currency: state.currency };
    }
    case "brk": {
      const { kind, railRef, settlementId, escrowId } = (await getRecord(context, breakRecordType, id, "break")).state;
      return { name: railRef ?? kind, amountCents: null, currency: "USD", recordId: settlementId ?? escrowId };
    }
    case "fsw": {
      const { date, amountCents } = await getFeeSweep(context, id);
      return { name: `Fees of ${date}`, amountCents, currency: "USD" };
    }
    case "ntc": {
      const { rule, tenantId } = (await getRecord(context, noticeRecordType, id, "notice")).state;
      return { name: rule.replaceAll("_", " "), amountCents: null, currency: "USD", recordId: tenantId };
    }
    default: {
      const { invoiceNumber, fiatInCents, currency } = (await loadSettlement(context, id)).state;
      return { name: invoiceNumber, amountCents: fiatInCents, currency };
    }
  }
}

const places: Readonly<Record<string, readonly [noun: string, place: string]>> = {
  esc: ["Escrow", "escrows"],
  alr: ["Alert", "disputes/alerts"],
  cas: ["Case", "disputes/cases"],
  fsw: ["Fee sweep", "fee-sweeps"],
  ten: ["Tenant", "tenants"],
};

/** The page of a record: what it is called, and where it is. */
function placeOf(id: string): readonly [noun: string, place: string] {
  if (id.startsWith("brk_")) return ["Break", "recon"];
  if (id.startsWith("ntc_")) return ["Notice", `review/${siblingId(id, "rev")}`];
  const [noun, place] = places[id.slice(0, 3)] ?? ["Settlement", "settlements"];
  return [noun, `${place}/${id}`];
}

export function subjectPlace(id: string): string {
  return placeOf(id)[1];
}

/** A line of facts that leads to the record: what it is, and its page. */
export function subjectLink(view: View, id: string): readonly [noun: string, way: Html] {
  const [noun, place] = placeOf(id);
  return [noun, link(view, place, code(id))];
}
