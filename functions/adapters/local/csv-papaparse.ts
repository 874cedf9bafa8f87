import papaparse from "papaparse";
import type { CsvText } from "../../app/reconciliation/ports.ts";

/** What a spreadsheet takes for the beginning of a formula, full-width forms included. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/;

/** CSV by papaparse: a quote in front defuses a formula, and only in text. */
export const csvText: CsvText = (rows) =>
  rows.length === 0
    ? ""
    : `${papaparse.unparse(rows as unknown[][], { newline: "\r\n", escapeFormulae: formula })}\r\n`;
