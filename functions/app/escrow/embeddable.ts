import type { Alert } from "../../domain/disputes/alert.ts";
import { summarizeAlert } from "../../domain/disputes/alert-view.ts";
import type { DisputeCase } from "../../domain/disputes/case.ts";
import { viewCaseSummary } from "../../domain/disputes/case-view.ts";
import type { Escrow } from "../../domain/escrow/escrow.ts";
import { viewEscrow } from "../../domain/escrow/view.ts";
import { embeddable, type Joins } from "../core/embed-records.ts";
import { alertRecordType } from "../disputes/alert-record.ts";
import { caseRecordType } from "../disputes/case-record.ts";
import { embeddableInvoice } from "../invoicing/embeddable.ts";
import { embeddablePayment } from "../settlement/embeddable.ts";
import { embeddableTenant } from "../tenants/embeddable.ts";
import { escrowRecordType } from "./record.ts";

const embeddableEscrow = embeddable("esc", escrowRecordType, (state, { pagesUrl }) => viewEscrow(state, pagesUrl));

/** An escrow as operators see it: with who holds it, and how much. */
export function viewHeldEscrow(state: Escrow, pagesUrl: string) {
  const { adapter, heldCents } = state;
  return { ...viewEscrow(state, pagesUrl), adapter, heldCents };
}

export const embeddableHeldEscrow = embeddable("esc", escrowRecordType, (state, { pagesUrl }) =>
  viewHeldEscrow(state, pagesUrl),
);

export const embeddableAlert = embeddable("alr", alertRecordType, summarizeAlert);

export const embeddableCase = embeddable("cas", caseRecordType, viewCaseSummary);

/** What an escrow embeds. */
export const escrowJoins = {
  invoice: { of: embeddableInvoice, id: (state: Escrow) => state.invoiceId },
} satisfies Joins<Escrow>;

/** What operators embed in an escrow. */
export const operatorEscrowJoins = {
  ...escrowJoins,
  tenant: { of: embeddableTenant, id: (state: Escrow) => state.tenantId },
} satisfies Joins<Escrow>;

/** What an alert embeds: whatever it is bound to. */
export const alertJoins = {
  payment: { of: embeddablePayment, id: (state: Alert) => state.paymentId },
  escrow: { of: embeddableEscrow, id: (state: Alert) => state.escrowId },
  case: { of: embeddableCase, id: (state: Alert) => state.caseId },
} satisfies Joins<Alert>;

/** What a dispute case embeds: what it is about, and the alert that it was opened for. */
export const caseJoins = {
  payment: { of: embeddablePayment, id: (state: DisputeCase) => state.paymentId },
  escrow: { of: embeddableEscrow, id: (state: DisputeCase) => state.escrowId },
  alert: { of: embeddableAlert, id: (state: DisputeCase) => state.alertId },
} satisfies Joins<DisputeCase>;
