import { inflateSync } from "node:zlib";

/** The most that a picture may take once it is unpacked; a small file may be made to take all memory. */
const unpackedMax = 256 * 1024 * 1024;

const channels: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** The packed pixels: the IDAT chunks put together. */
function packed(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts: Uint8Array[] = [];
  for (let at = 8; at + 12 <= bytes.length; at += 12 + view.getUint32(at))
    if (view.getUint32(at + 4) === 0x49444154) parts.push(bytes.subarray(at + 8, at + 8 + view.getUint32(at)));
  return Buffer.concat(parts);
}

/** Why a PNG has not the pixels that it claims, or undefined; throws where they cannot be unpacked. */
export function pixelsProblem(bytes: Uint8Array): string | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [width, height] = [view.getUint32(16), view.getUint32(20)];
  const bits = view.getUint8(24) * (channels[view.getUint8(25)] ?? 4);
  const rows = (Math.ceil((width * bits) / 8) + 1) * height;
  if (rows > unpackedMax) return "its picture is too large to be shown";
  // An interlaced picture has up to twice as many rows.
  const unpacked = inflateSync(packed(bytes), { maxOutputLength: 2 * rows + 1024 });
  return unpacked.length < rows ? "its picture is cut off" : undefined;
}
