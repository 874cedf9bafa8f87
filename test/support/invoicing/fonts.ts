import { symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { type InvoiceFont, invoiceFonts } from "../../../functions/domain/invoicing/invoice-fonts.ts";
import { scratchFolder } from "../runner/scratch.ts";

/** Where a package's file is, installed here or in a folder above. */
function fileOf(path: string): string {
  return createRequire(import.meta.url).resolve(path.replace(/^node_modules\//, ""));
}

/** A folder with the fonts as they lie beside the Lambda. */
export function fontFolder(fonts: readonly InvoiceFont[] = invoiceFonts): string {
  const folder = scratchFolder("fonts");
  for (const { name, file } of fonts) symlinkSync(fileOf(file), join(folder, basename(name)));
  return folder;
}
