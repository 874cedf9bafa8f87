import { PNG } from "pngjs";

/** A client's PNG as plain as one can be: 8 bits of each colour on white, nothing but its pixels; undefined where it cannot be read. What draws pictures into PDFs trusts what it is given. */
export function flatPng(bytes: Uint8Array): Uint8Array | undefined {
  try {
    return PNG.sync.write(PNG.sync.read(Buffer.from(bytes)), { colorType: 2 });
  } catch {
    return undefined;
  }
}
