import * as z from "zod";
import type { ListParser } from "../../app/screening/ports.ts";
import { ListUnreadable } from "../../domain/screening/list-check.ts";
import type { ListedAddress, ListedParty, ParsedList } from "../../domain/screening/list-entry.ts";
import { repeatedName } from "./json-repeats.ts";
import { assetOf, listedAddress, publishedDay } from "./mapping.ts";

/** Read as a whole, so that it has to be small: OFAC's some 960 addresses take 430 KB. */
const mostBytes = 32 * 1024 * 1024;

const addressFile = z.object({
  metadata: z.object({
    sdnListDate: z.string(),
    sdnRecordCount: z.int().min(0),
    totalAddresses: z.int().min(0),
    totalEntries: z.int().min(0),
  }),
  addresses: z.record(
    z.string(),
    z.object({
      entries: z.array(
        z.object({
          entity: z.string(),
          program: z.string(),
          type: z.string(),
          uid: z.string().min(1),
          akas: z.array(z.string()).default([]),
        }),
      ),
    }),
  ),
});

/** Reads the address index that others make of OFAC's list: `{metadata, addresses}`, the addresses in small letters, each with its parties. */
export const addressJson: ListParser = async (bytes) => {
  const read = addressFile.safeParse(parsed(await whole(bytes)));
  if (!read.success)
    throw new ListUnreadable(`the file is no address index: ${read.error.issues[0]?.message ?? "wrong"}`);
  return listOf(read.data);
};

async function whole(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.byteLength;
    if (size > mostBytes) throw new ListUnreadable("the file is too large for an address index");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** A byte order mark before it is let pass, as it is before XML; a name twice is not, since half of what it says would be lost. */
function parsed(bytes: Buffer): unknown {
  const { value, repeated: duplicate } = decoded(bytes);
  if (duplicate !== undefined)
    throw new ListUnreadable(`the file has ${JSON.stringify(duplicate.slice(0, 100))} twice in one place`);
  return value;
}

function decoded(bytes: Buffer): { value: unknown; repeated: string | undefined } {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes);
    const value: unknown = JSON.parse(text);
    return { value, repeated: repeatedName(text) };
  } catch {
    throw new ListUnreadable("the file is no whole JSON");
  }
}

function listOf({ metadata, addresses }: z.infer<typeof addressFile>): ParsedList {
  const parties = new Map<string, ListedParty>();
  const listed: ListedAddress[] = [];
  let entries = 0;
  for (const [text, { entries: ofAddress }] of Object.entries(addresses))
    for (const { entity, program, type, uid, akas } of ofAddress) {
      entries += 1;
      const address = listedAddress(text, assetOf(type) ?? type, uid);
      if (!address) continue;
      listed.push(address);
      const known = parties.get(uid);
      const programs = program.split(",").map((each) => each.trim());
      parties.set(uid, {
        ...{ uid, name: known?.name ?? entity, kind: "unknown", category: "sanctions" },
        programs: [...new Set([...(known?.programs ?? []), ...programs])].filter(Boolean),
        aliases: [...new Set([...(known?.aliases ?? []), ...akas])],
      });
    }
  const count = Object.keys(addresses).length;
  if (count !== metadata.totalAddresses || entries !== metadata.totalEntries)
    throw new ListUnreadable(
      `the file says it has ${metadata.totalAddresses} addresses in ${metadata.totalEntries} entries, and has ${count} in ${entries}`,
    );
  return {
    publishedAt: publishedDay(metadata.sdnListDate),
    records: metadata.sdnRecordCount,
    parties: [...parties.values()],
    addresses: listed,
  };
}
