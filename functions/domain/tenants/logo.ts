import { fileTypeProblem, jpegSize } from "../core/file-type.ts";
import type { Logo } from "./brand.ts";

/** The most that a logo may weigh; it is part of every letter and PDF. */
export const logoBytesMax = 64 * 1024;

/** In pixels. */
const logoSideMax = 1200;

/** What a picture is by its bytes alone, or why it cannot be a logo. */
export function readLogo(bytes: Uint8Array): Omit<Logo, "id"> | string {
  if (bytes.length > logoBytesMax) return `is over ${logoBytesMax / 1024} KB`;
  const contentType = bytes[0] === 0xff ? "image/jpeg" : "image/png";
  const problem = fileTypeProblem(bytes, contentType);
  if (problem !== undefined) return bytes[0] === 0xff || bytes[0] === 0x89 ? problem : "is neither PNG nor JPEG";
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size = contentType === "image/png" ? ([view.getUint32(16), view.getUint32(20)] as const) : jpegSize(bytes);
  if (typeof size === "string") return size;
  const [width, height] = size;
  if (Math.max(width, height) > logoSideMax)
    return `has ${width} x ${height} pixels, and may have ${logoSideMax} on its longer side`;
  return { contentType, width, height };
}
