import { Refusal } from "../domain/core/refusal.ts";

/** Reads a header, whatever its case. */
type HeaderOf = (name: string) => string | undefined;

const jsonType = /^application\/([\w!#$&^.-]+\+)?json$/i;

/** Refuses a body that does not say that it is JSON: `application/json` or a type that ends in `+json`, whatever its parameters. */
export function requireJsonType(header: HeaderOf): void {
  const type = header("content-type")?.split(";", 1)[0]?.trim() ?? "";
  if (jsonType.test(type)) return;
  const sent = type === "" ? "this body says no type" : "this body is of another type";
  throw new Refusal("unsupported_media_type", `${sent}: send it with Content-Type: application/json`);
}

/** Refuses a body that is compressed or coded in any other way. */
export function requirePlainCoding(header: HeaderOf): void {
  const codings = (header("content-encoding") ?? "").split(",").map((each) => each.trim().toLowerCase());
  if (codings.every((coding) => coding === "" || coding === "identity")) return;
  throw new Refusal("unsupported_media_type", "send the body as it is, without Content-Encoding");
}

/** The value of JSON text. Refuses what is none, a name that one object has twice, since it would mean two things, and `__proto__`, which would be lost where names are free. */
export function parseJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Refusal("invalid_json", "the body is not JSON");
  }
  const name = refusedName(text);
  if (name === lostName) throw new Refusal("invalid_json", `"${lostName}" cannot be a name`);
  if (name !== undefined) throw new Refusal("invalid_json", `${JSON.stringify(name.slice(0, 100))} is given twice`);
  return value;
}

/** A name that no object of ours keeps: it would set the object's prototype. */
const lostName = "__proto__";

/** A name that an object of valid JSON text has twice or must not have, however each is escaped; one pass over the text, whatever its depth. */
function refusedName(text: string): string | undefined {
  /** The names of each object that is open; a list that is open has none. */
  const open: (Set<string> | undefined)[] = [];
  let names: Set<string> | undefined;
  let nameFollows = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === "{" || sign === "[") {
      names = sign === "{" ? new Set() : undefined;
      open.push(names);
    } else if (sign === "}" || sign === "]") {
      open.pop();
      names = open.at(-1);
    }
    if (sign === '"') {
      const end = endOfString(text, at);
      const name = nameFollows ? stringOf(text.slice(at, end + 1)) : undefined;
      if (name !== undefined && (names?.has(name) || name === lostName)) return name;
      if (name !== undefined) names?.add(name);
      nameFollows = false;
      at = end;
    } else if (sign === "{" || sign === "," || sign === "[") nameFollows = names !== undefined;
  }
  return undefined;
}

/** Where the closing quote is of a string that begins at `from`. */
function endOfString(text: string, from: number): number {
  let at = from + 1;
  while (text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at;
}

function stringOf(quoted: string): string {
  return quoted.includes("\\") ? JSON.parse(quoted) : quoted.slice(1, -1);
}
