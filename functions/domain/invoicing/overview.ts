import { moves } from "../core/overview-counts.ts";
import type { Invoice } from "./invoice.ts";

export const invoiceCounts = moves<Invoice>(({ status, totalCents }) => ({
  invoices: 1,
  "invoices.totalCents": status === "void" ? 0 : totalCents,
  [`invoices.${status}`]: 1,
}));
