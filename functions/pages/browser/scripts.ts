import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

/** The scripts that pages may use; each page works without them. They lie beside this file and beside the bundles that serve or name them (`pageScriptFiles`). */
export const pageScripts = ["live", "copy", "upload"] as const;
export type PageScript = (typeof pageScripts)[number];

/** What operators' pages need that ask for a passkey, which no browser gives without script; their console serves it. */
type ConsoleScript = "passkey";

interface Script {
  readonly text: string;
  /** Its name changes with what is in it, so browsers may keep it. */
  readonly file: string;
}

const read = new Map<PageScript | ConsoleScript, Script>();

export function pageScript(name: PageScript | ConsoleScript): Script {
  const before = read.get(name);
  if (before) return before;
  const text = readFileSync(new URL(`./${name}.js`, import.meta.url), "utf8");
  const hash = createHash("sha256").update(text).digest("base64url").slice(0, 16);
  const script = { text, file: `${name}.${hash}.js` };
  read.set(name, script);
  return script;
}
