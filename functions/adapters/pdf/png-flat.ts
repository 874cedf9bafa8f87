import { PNG } from "pngjs";
import { pixelsProblem } from "./png-pixels.ts";

/** A client's PNG as plain as one can be: 8 bits of each colour on white, nothing but its pixels; undefined where it cannot be read. What draws pictures into PDFs trusts what it is given. */
export function flatPng(bytes: Uint8Array): Uint8Array | undefined {
  try {
    // Where pixels are missing, the reader fills in whatever this process has in its memory.
    if (pixelsProblem(bytes) !== undefined) return undefined;
    return PNG.sync.write(PNG.sync.read(Buffer.from(bytes)), { colorType: 2 });
  } catch {
    return undefined;
  }
}
