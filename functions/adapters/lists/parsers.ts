import type { ListParser } from "../../app/screening/ports.ts";
import { ListUnreadable } from "../../domain/screening/list-check.ts";
import { type ListForm, type ListId, listSpecs } from "../../domain/screening/list-sources.ts";
import { addressJson } from "./address-json.ts";
import { sdnXml } from "./sdn-xml.ts";

const parsers: Readonly<Record<ListForm, ListParser>> = { sdn_xml: sdnXml, address_json: addressJson };

/** What a file of each form begins with. */
const beginnings: Readonly<Record<string, ListForm>> = { "<": "sdn_xml", "{": "address_json" };

/** White space that a file may begin with. */
const mostBlanks = 4_096;

/** How the files of a list are read: by the first sign of each, in the forms that this list comes in. */
export function parserOf(list: ListId): ListParser {
  const forms: readonly ListForm[] = listSpecs[list].forms;
  return async (bytes) => {
    const chunks = bytes[Symbol.asyncIterator]();
    try {
      const { sign, seen } = await begun(chunks);
      if (sign === "") throw new ListUnreadable("the file is empty");
      const form = Object.hasOwn(beginnings, sign) ? beginnings[sign] : undefined;
      if (form === undefined || !forms.includes(form))
        throw new ListUnreadable(`the file is in no form that this list comes in: it begins with ${said(sign)}`);
      return await parsers[form](continued(seen, chunks));
    } finally {
      // What was not read to its end is let go of.
      await chunks.return?.();
    }
  };
}

function said(sign: string): string {
  return /^[!-~]$/.test(sign) ? sign : `byte ${sign.charCodeAt(0)}`;
}

/** The first sign that is no white space, and the chunks that were read for it. */
async function begun(chunks: AsyncIterator<Uint8Array>) {
  const seen: Uint8Array[] = [];
  let blanks = 0;
  while (blanks < mostBlanks) {
    const next = await chunks.next();
    if (next.done) break;
    seen.push(next.value);
    const text = Buffer.from(next.value).toString("latin1");
    const [sign] = text.replace(/^(\xef\xbb\xbf|[\t\n\r ])+/, "");
    if (sign !== undefined) return { sign, seen };
    blanks += Math.max(1, text.length);
  }
  return { sign: "", seen };
}

async function* continued(seen: readonly Uint8Array[], chunks: AsyncIterator<Uint8Array>) {
  yield* seen;
  yield* { [Symbol.asyncIterator]: () => chunks };
}
