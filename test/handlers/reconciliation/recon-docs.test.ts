import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { closeColumns } from "../../../functions/app/reconciliation/close-report.ts";
import { reconColumns } from "../../../functions/app/reconciliation/report.ts";
import { ledgerAccounts } from "../../../functions/domain/core/ledger.ts";
import { breakKinds } from "../../../functions/domain/reconciliation/break.ts";

const text = readFileSync(join(import.meta.dirname, "../../../docs/operators.md"), "utf8");

/** The words in code marks of a paragraph, in their order. */
function marked(beginning: string): string[] {
  const paragraph = text.split("\n").find((line) => line.includes(beginning)) ?? "";
  const list = paragraph.slice(paragraph.indexOf("Columns, in this order"));
  return [...list.matchAll(/`([A-Za-z]+)`/g)].map(([, word = ""]) => word);
}

/** Whether the columns are named in their order, whatever else is named between them. */
function inOrder(columns: readonly string[], labels: readonly string[]): boolean {
  let at = 0;
  for (const word of labels) if (word === columns[at]) at += 1;
  return at === columns.length;
}

test("the columns of both tables are documented in their order", () => {
  expect(inOrder(reconColumns, marked("The CSV has a row for each settlement"))).toBe(true);
  const own = closeColumns.filter((name) => !ledgerAccounts.some((account) => account === name));
  expect(inOrder(own, marked("For each account closing"))).toBe(true);
});

test("every kind of break says what to do", () => {
  for (const kind of breakKinds) expect(text).toMatch(new RegExp(`^[|] \`${kind}\` [|] .{20,} [|] .{20,} [|]$`, "m"));
});
