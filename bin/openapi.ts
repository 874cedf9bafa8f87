import { readFileSync, writeFileSync } from "node:fs";
import { operations } from "../functions/contract/billing.ts";
import { examples } from "../functions/contract/examples.ts";
import { screeningOperations } from "../functions/contract/screening.ts";
import { deliveredData, deliveredExample } from "../functions/contract/webhooks/event-schemas.ts";
import { eventNames } from "../functions/domain/core/event.ts";
import { monitorEvent, monitorEventData } from "../functions/domain/screening/monitor.ts";
import { screenView } from "../functions/domain/screening/screen-view.ts";
import { type Example, openApiDocument } from "../functions/http/openapi.ts";
import type { Operation } from "../functions/http/operation.ts";
import { recordExamples, recordedExamples } from "./openapi/examples.ts";
import { lintProblems } from "./openapi/lint.ts";

// Writes the OpenAPI documents from the contract and lints them; with --check only says whether they are fresh, with --examples takes down first what the service answers by now.

if (process.argv.includes("--examples")) recordExamples();

const recorded = recordedExamples();

const version = "0.2.0";

const events = Object.fromEntries(
  eventNames.map((name) => [name, { data: deliveredData[name], example: deliveredExample(name) }]),
);

/** The screen of the example, whose address is monitored here. */
const screen = screenView.parse(recorded.screenValue?.["200"]);
const monitorEvents = {
  [monitorEvent]: {
    data: monitorEventData,
    example: {
      ...{ monitorId: "mon_01M7ZYKF7M3X1XTJ51G99HK9GR", value: screen.value, chain: screen.chain },
      before: { risk_level: "low", action: "allow" },
      after: { risk_level: "critical", action: "block" },
      ...{ screen, createdAt: "2026-11-21T12:00:00.000Z" },
    },
  },
};

const isForTenants = ({ caller }: Operation) => caller === "tenant" || caller === "public";
const isForOperators = ({ caller }: Operation) => ["operator", "rail", "vendor"].includes(caller);

const documents = [
  {
    file: "docs/openapi.json",
    title: "sluice",
    description: "Invoices in fiat, ACH in, screening in the way, stablecoin out. For tenants.",
    of: operations.filter(isForTenants),
    events,
  },
  {
    file: "docs/openapi.operator.json",
    title: "sluice for operators",
    description: "The routes of those who answer for the money, and the rail's callback.",
    of: operations.filter(isForOperators),
  },
  {
    file: "docs/openapi.screening.json",
    title: "sluice screening",
    description: "Wallets and transactions, screened by the sanctions lists. For its accounts.",
    of: screeningOperations.filter(isForTenants),
    events: monitorEvents,
    tenantHeaders: ["X-Usage-Limit", "X-Usage-Used", "X-Usage-Reset"],
  },
  {
    file: "docs/openapi.screening.operator.json",
    title: "sluice screening for operators",
    description: "The routes of those who run the screening interface.",
    of: screeningOperations.filter(isForOperators),
  },
];

const tags = {
  Public: "What anybody may ask, without a key.",
  Screening: "What lists and providers say of a wallet or a transaction, and what follows from it.",
  Screens: "Screens looked into by operators.",
  "Own lists": "Addresses that the operator blocks or allows, by the word of two.",
  Customers: "Whom you invoice: name, address, tax id, language, where letters go.",
  Invoicing: "Invoices in fiat: draft, sent, partially paid, paid.",
  "Payment and settlement": "From the payer's bank to the tenant's wallet, hop by hop.",
  Pages: "What people open in a browser.",
  Escrow: "Money that is held between a buyer and a seller until its release rule and a screen let it go.",
  Disputes: "Alerts and cases about payments, and the networks' ratio programs.",
  Reserves: "What is kept back of a settlement for a while, and when it goes.",
  "Rail callbacks": "What the rail tells us by itself.",
  Privacy: "What is stored about people: found, exported and erased.",
  Signups: "Requests for access, and what became of them.",
  Onboarding: "Businesses that are invited to have themselves verified, and how far they are.",
  "Account requests": "Who asked for an account, and what became of it.",
  Accounts: "Who screens under which plan, and their API keys.",
  Usage: "What this month has used of a plan.",
  Lists: "Which sanctions lists are screened by, and what their new versions changed.",
  Monitors: "Addresses that are watched, and whom to tell when their risk changes.",
  Playground: "Screening without a key, from few addresses a day.",
  Tenants: "Who invoices through the service, and their API keys.",
  Brands: "How a tenant or its reseller looks to those who pay and apply.",
  Webhooks: "Where a tenant's events are sent.",
  Events: "What happened, for 90 days: find it, and have it sent again.",
  "Fee rules": "What is taken from a settlement, and what is kept back for a while.",
  Flags: "Switches, for everybody or for one tenant.",
  Settlements: "Every settlement, what happened to it and why.",
  Audit: "Who did what, when, and what it changed.",
  Search: "What a value names.",
  Mail: "The letters that the service sends, and what became of them.",
  "Review queue": "What needs a person, what can be done about it, and what two of them must agree on.",
  Reconciliation: "What the ledger, the records and the rail say, settlement by settlement and day by day.",
  Operators: "Who works in the console, and what ends their sessions there.",
  Sandbox: "Served on sandbox stages alone.",
  Console: "The way into the operators' pages, for who comes by IAM.",
  Documentation: "This document.",
};

/** A request by the contract's example, and the replies as they were taken down. */
function shownFor(op: Operation): [string, Example] {
  const { id } = op;
  const own = screeningOperations.includes(op) ? recorded[`screening.${id}`] : undefined;
  const replies = own ?? recorded[id];
  return [id, { ...examples[id], ...(replies && { replies }) }];
}

const complaints: string[] = [];
for (const { file, of, ...response } of documents) {
  const about = { version, tags, examples: Object.fromEntries(of.map(shownFor)), ...response };
  const text = `${JSON.stringify(openApiDocument(of, about), null, 2)}\n`;
  for (const { linter, rule, at, message } of await lintProblems(file, text))
    complaints.push(`${file}${at}: ${message} (${linter}, ${rule})`);
  if (!process.argv.includes("--check")) writeFileSync(file, text);
  else if (readFileSync(file, "utf8") !== text)
    complaints.push(`${file} is not what the contract says: run npm run openapi`);
}
for (const complaint of complaints) console.error(complaint);
process.exitCode = complaints.length > 0 ? 1 : 0;
