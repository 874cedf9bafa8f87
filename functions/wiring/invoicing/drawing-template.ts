import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";

const sources = new URL("../../adapters/pdf/", import.meta.url);

/** What documents are drawn by: another one draws all anew. Bundles have it in place of this file, of all that draws (bin/build.ts), so that what one Lambda drew is another's. */
export const drawingTemplate = readdirSync(sources)
  .sort()
  .reduce((hash, name) => hash.update(readFileSync(new URL(name, sources))), createHash("sha256"))
  .digest("hex");
