import * as z from "zod";
import { alertSummary, alertView } from "../../domain/disputes/alert-view.ts";
import { caseSummary, caseView } from "../../domain/disputes/case-view.ts";
import { escrowView } from "../../domain/escrow/view.ts";
import { paymentView } from "../../domain/settlement/view.ts";
import { transition } from "../../http/schemas.ts";
import { embedsOne, expandable } from "../expand.ts";

export const alertDetail = alertView
  .extend({ history: z.array(transition).describe("its changes of state, the oldest first") })
  .meta({ id: "Alert" });

export const caseDetail = caseView
  .extend({ history: z.array(transition).describe("its changes of state, the oldest first") })
  .meta({ id: "Case" });

const escrow = embedsOne("getEscrow", escrowView, "the escrow, without its history");

const alertEmbeds = {
  payment: embedsOne("getPayment", paymentView, "the payment that it is bound to"),
  escrow,
  case: embedsOne("getCase", caseSummary, "the case that was opened for it, as lists show it"),
};

/** An alert as lists show it, and as it is read alone. */
export const listedAlert = expandable("ExpandableAlert", alertSummary, alertEmbeds);
export const expandableAlert = expandable("AlertDetail", alertDetail, alertEmbeds);

const caseEmbeds = {
  payment: embedsOne("getPayment", paymentView, "the payment that it is about"),
  escrow,
  alert: embedsOne("getAlert", alertSummary, "the alert that it was opened for, as lists show it"),
};

/** A case as lists show it, and as it is read alone. */
export const listedCase = expandable("ExpandableCase", caseSummary, caseEmbeds);
export const expandableCase = expandable("CaseDetail", caseDetail, caseEmbeds);
