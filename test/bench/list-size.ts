import { parserOf } from "../../functions/adapters/lists/parsers.ts";
import { sdnEntry, sdnFile } from "../support/screening/sdn-file.ts";

// Reads a list of 100 MB that is made while it is read; run in a process of its own, whose memory is capped. Prints what came of it.

const wantedBytes = 100 * 1024 * 1024;
const [head = "", tail = ""] = sdnFile([], { count: "COUNT" }).split("\r\n</sdnList>");

/** Entries as OFAC's are: most have many names and no address. */
function entry(at: number): string {
  const aliases = Array.from({ length: 12 }, (_, nth) => `ALIAS ${nth} OF PARTY ${at} &amp; COMPANY`);
  const ids = at % 100 === 0 ? [["Digital Currency Address - ETH", `0x${at.toString(16).padStart(40, "0")}`]] : [];
  return sdnEntry({ last: `PARTY ${at}`, aliases, ids: ids as [string, string][] }, at);
}

const count = Math.ceil(wantedBytes / entry(50_001).length);
let bytes = 0;
let peakBytes = 0;

async function* file(): AsyncGenerator<Uint8Array> {
  yield Buffer.from(head.replace("COUNT", String(count)));
  for (let at = 0; at < count; ) {
    let text = "";
    for (; text.length < 65_536 && at < count; at += 1) text += entry(at);
    const chunk = Buffer.from(text);
    bytes += chunk.byteLength;
    peakBytes = Math.max(peakBytes, process.memoryUsage.rss());
    yield chunk;
  }
  yield Buffer.from(`${tail}</sdnList>`);
}

const startedMs = performance.now();
const list = await parserOf("ofac_sdn")(file());
console.log(
  JSON.stringify({
    ...{ bytes, records: list.records, addresses: list.addresses.length, expected: Math.ceil(count / 100) },
    ...{ peakMb: Math.round(peakBytes / 1024 / 1024), ms: Math.round(performance.now() - startedMs) },
  }),
);
