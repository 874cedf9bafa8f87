import { cases, disputes } from "./disputes.ts";
import { escrows, inPublic, invoices, payments, reserves, settlements } from "./money.ts";
import { applicants, books, privacy, review, stageItself, tenants, webhooks } from "./operators.ts";
import type { Rehearsal } from "./rehearsal.ts";
import { accounts, ownList, screens } from "./screening.ts";
import { twoPeople } from "./two-people.ts";

/** What is played for the documents' examples, each an hour after the one before. Whoever adds an operation adds it to one of them. */
export const scenes: readonly (readonly [string, (stage: Rehearsal) => Promise<void>])[] = [
  ["inPublic", inPublic],
  ["invoices", invoices],
  ["payments", payments],
  ["settlements", settlements],
  ["reserves", reserves],
  ["escrows", escrows],
  ["disputes", disputes],
  ["cases", cases],
  ["webhooks", webhooks],
  ["tenants", tenants],
  ["review", review],
  ["books", books],
  ["applicants", applicants],
  ["accounts", accounts],
  ["screens", screens],
  ["ownList", ownList],
  ["stageItself", stageItself],
  ["twoPeople", twoPeople],
  ["privacy", privacy],
];
