import { parseArgs } from "node:util";
import { type Bundle, withBundles } from "./cold-start/bundles.ts";

const usage = `npm run bench -- bundle [--parts N]
  --parts N  so many of the largest packages, and folders of ours (default 20)`;

/** What our bundles may have of the peer's bytes. */
const mostShare = 0.25;

const { values } = parseArgs({
  options: { parts: { type: "string", default: "20" }, help: { type: "boolean", default: false } },
});

if (values.help) console.log(usage);
else
  await withBundles(async ({ peer, invoices, pay }) => {
    console.log("bytes that a start loads, the AWS SDK in all of them, esbuild's options the same");
    print("the peer (express, serverless-http, Powertools, DocumentClient)", peer);
    for (const [title, each] of [
      ["create-invoice", invoices],
      ["pay", pay],
    ] as const) {
      const share = each.bytes / peer.bytes;
      print(`${title}, ${share.toFixed(2)} of the peer's (aim: at most ${mostShare})`, each);
      if (share > mostShare) process.exitCode = 1;
    }
  });

function print(title: string, { bytes, parts }: Bundle): void {
  console.log(`${title}: ${bytes} bytes`);
  for (const [part, its] of parts.slice(0, Number(values.parts))) console.log(`  ${String(its).padStart(8)}  ${part}`);
}
