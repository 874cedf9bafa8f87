import papaparse from "papaparse";

/** A CSV as a reader sees it: rows by column, all of them text. */
export function csvRows(text: string): Record<string, string>[] {
  const { data, errors } = papaparse.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true });
  if (errors.length > 0) throw new Error(JSON.stringify(errors.slice(0, 3)));
  return data;
}
