import { customerView } from "../../domain/invoicing/customer-view.ts";
import { invoiceView } from "../../domain/invoicing/view.ts";
import { paymentView, settlementView } from "../../domain/settlement/view.ts";
import { operatorEmbedsOne } from "../expand.ts";
import { tenantView } from "../tenants/tenants.ts";

/** What operators embed wherever it is named: each as they read it, an invoice and a customer as their tenant does, without the links that whoever has them can pay by. */
export const operatorEmbeds = {
  tenant: operatorEmbedsOne("getTenant", tenantView, "the tenant that it belongs to"),
  invoice: operatorEmbedsOne(
    "getInvoice",
    invoiceView.omit({ hostedUrl: true, collectionLink: true }),
    "its invoice, without the links to its page",
  ),
  customer: operatorEmbedsOne(
    "getCustomer",
    customerView,
    "the customer that the invoice is made out to, as it is now",
  ),
  payment: operatorEmbedsOne("getPayment", paymentView, "its payment"),
  settlement: operatorEmbedsOne("inspectSettlement", settlementView, "the settlement, as lists show it"),
};
