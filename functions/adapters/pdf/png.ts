import { PDFDocument } from "@cantoo/pdf-lib";
import { pixelsProblem } from "./png-pixels.ts";

/** A client's PNG as a page of its own size in pixels, or why there is none. */
export async function pngPage(bytes: Uint8Array): Promise<PDFDocument | string> {
  try {
    const problem = pixelsProblem(bytes);
    if (problem !== undefined) return problem;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const [width, height] = [view.getUint32(16), view.getUint32(20)];
    const own = await PDFDocument.create({ updateMetadata: false });
    const page = own.addPage([width, height]);
    page.drawImage(await own.embedPng(bytes), { width, height });
    return await PDFDocument.load(await own.save(), { updateMetadata: false });
  } catch {
    return "its picture cannot be read";
  }
}
