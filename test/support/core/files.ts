import { createHash } from "node:crypto";
import { crc32, deflateSync } from "node:zlib";
import { PDFDocument } from "@cantoo/pdf-lib";

/** SHA-256 as lower-case hex. */
export function sha256Of(bytes: Uint8Array | string): string {
  return createHash("sha256").update(bytes).digest("hex");
}

export function bytesOf(...parts: readonly (string | Uint8Array | readonly number[])[]): Uint8Array {
  return Buffer.concat(
    parts.map((each) => (typeof each === "string" ? Buffer.from(each, "latin1") : Buffer.from(each))),
  );
}

/** A PDF with this text on each of its pages. */
export async function aPdf(pages: readonly string[], change?: (pdf: PDFDocument) => void): Promise<Uint8Array> {
  const pdf = await PDFDocument.create({ updateMetadata: false });
  for (const text of pages) pdf.addPage([300, 200]).drawText(text, { x: 20, y: 100, size: 12 });
  change?.(pdf);
  return pdf.save();
}

function pngChunk(type: string, data: Uint8Array): Uint8Array {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(bytesOf(type, data)));
  return bytesOf(head, type, data, check);
}

/** A PNG of one colour with transparency; `claimed` is the size that its header tells, where that is another. */
export function aPng(width: number, height: number, claimed: readonly [number, number] = [width, height]): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(claimed[0], 0);
  header.writeUInt32BE(claimed[1], 4);
  header.set([8, 6, 0, 0, 0], 8);
  const row = bytesOf([0], Buffer.alloc(width * 4, 0x80));
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)));
  return bytesOf(
    [0x89],
    "PNG\r\n",
    [0x1a],
    "\n",
    pngChunk("IHDR", header),
    pngChunk("IDAT", pixels),
    pngChunk("IEND", bytesOf("")),
  );
}

const jpeg =
  "/9j/4AAQSkZJRgABAQEASABIAAD/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6jq62rZ4C8ybqmx5moq6T/wAALCAAIABABAREA/8QAFQABAQAAAAAAAAAAAAAAAAAABAb/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/9oACAEBAAA/AALV/9k=";

/** A JPEG of 16 by 8 pixels. */
export const aJpeg: Uint8Array = Buffer.from(jpeg, "base64");

/** A ZIP archive of nothing. */
export const aZip: Uint8Array = bytesOf("PK", [5, 6], Buffer.alloc(18));
