/** Strings whole, and what opens, ends or names something. */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:,]/g;

/** A name that some object of a JSON text has twice, of which a parser silently keeps the last; undefined where there is none. The text must be well-formed. */
export function repeatedName(text: string): string | undefined {
  const open: (Set<string> | undefined)[] = [];
  let last = "";
  for (const [token] of text.matchAll(tokens)) {
    if (token === "{") open.push(new Set());
    else if (token === "[") open.push(undefined);
    else if (token === "}" || token === "]") open.pop();
    else if (token === ":") {
      const names = open.at(-1);
      const name = JSON.parse(last) as string;
      if (names?.has(name)) return name;
      names?.add(name);
    }
    last = token;
  }
  return undefined;
}
