/** What begins or ends a string, a sign that is escaped in one, and what opens, ends or names something. */
const tokens = /"|\\.|[{}[\]:,]/g;

/** A name that some object of a JSON text has twice, of which a parser silently keeps the last; undefined where there is none. The text must be well-formed. */
export function repeatedName(text: string): string | undefined {
  const open: (Set<string> | undefined)[] = [];
  let last = "";
  let begun: number | undefined;
  for (const { 0: token, index } of text.matchAll(tokens)) {
    if (token === '"' && begun !== undefined) last = text.slice(begun, index + 1);
    if (token === '"') begun = begun === undefined ? index : undefined;
    if (begun !== undefined) continue;
    if (token === "{") open.push(new Set());
    else if (token === "[") open.push(undefined);
    else if (token === "}" || token === "]") open.pop();
    else if (token === ":") {
      const names = open.at(-1);
      const name = JSON.parse(last) as string;
      if (names?.has(name)) return name;
      names?.add(name);
    }
  }
  return undefined;
}
