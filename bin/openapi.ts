import { readFileSync, writeFileSync } from "node:fs";
import { operations } from "../functions/api/contract.ts";
import { openApiDocument } from "../functions/http/openapi.ts";
import type { Operation } from "../functions/http/operation.ts";

// Writes the OpenAPI documents from the contract; with --check only says whether they are fresh.

const version = "0.2.0";
const servers = [{ url: "http://localhost:4000", description: "the local sandbox" }];

const documents = [
  {
    file: "docs/openapi.json",
    title: "sluice",
    description: "Invoices in fiat, ACH in, screening in the way, stablecoin out. For tenants.",
    wanted: (op: Operation) => op.caller === "tenant" || op.caller === "public",
  },
  {
    file: "docs/openapi.operator.json",
    title: "sluice for operators",
    description: "The routes of those who answer for the money, and the rail's callback.",
    wanted: (op: Operation) => op.caller === "operator" || op.caller === "rail",
  },
];

let stale = 0;
for (const { file, title, description, wanted } of documents) {
  const made = openApiDocument(operations.filter(wanted), { title, version, description, servers });
  const text = `${JSON.stringify(made, null, 2)}\n`;
  if (process.argv.includes("--check")) {
    if (readFileSync(file, "utf8") === text) continue;
    console.error(`${file} is not what the contract says: run npm run openapi`);
    stale += 1;
  } else {
    writeFileSync(file, text);
  }
}
process.exitCode = stale > 0 ? 1 : 0;
