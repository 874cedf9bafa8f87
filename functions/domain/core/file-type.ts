/** The types that a piece of evidence may have: what every card network's own portal takes. */
export const fileTypes = ["application/pdf", "image/png", "image/jpeg", "text/plain"] as const;

export type FileType = (typeof fileTypes)[number];

export const fileBytesMax = 5 * 1024 * 1024;

export const caseBytesMax = 50 * 1024 * 1024;

/** What a look at an announced file has found: the file as announced, or what is wrong with it. */
export type FileUpload =
  | { readonly objectKey: string; readonly sizeBytes: number; readonly sha256: string }
  | { readonly problem: string };

/** How long an upload may begin after it was asked for. */
export const uploadSeconds = 900;

/** More than any camera or screen has; a small file may claim billions and fill the reader's memory. */
const pixelsMax = 50_000_000;

/** A PDF's header may stand this far from its beginning, and its end mark as far from its end (ISO 32000-1, H.3). */
const pdfSlack = 1024;

const pngSignature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

// What a disguise begins with, each byte a character.
const programs: readonly (readonly [begin: string, name: string])[] = [
  ["MZ", "a Windows program"],
  ["\x7fELF", "a program"],
  ["\xca\xfe\xba\xbe", "a program"],
  ["\xcf\xfa\xed\xfe", "a program"],
  ["PK\x03\x04", "a ZIP archive or an Office file"],
  ["PK\x05\x06", "a ZIP archive"],
  ["\x1f\x8b", "an archive"],
  ["7z\xbc\xaf", "an archive"],
  ["Rar!", "an archive"],
  ["\xd0\xcf\x11\xe0", "an old Office file"],
  ["\x89PNG", "a PNG image"],
  ["\xff\xd8\xff", "a JPEG image"],
  ["GIF8", "a GIF image"],
  ["RIFF", "a WebP image, a sound or a film"],
];

const texts: readonly (readonly [begin: RegExp, name: string])[] = [
  [/^%PDF-/, "a PDF"],
  [/^#!/, "a script"],
  [/^(ï»¿)?\s*<(!doctype|html|head|body|script|svg|iframe|\?xml|\?php)/i, "a web page"],
];

function latin(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(Math.max(from, 0), to));
}

function textLike(begin: string): string | undefined {
  return texts.find(([pattern]) => pattern.test(begin))?.[1];
}

function seemsLike(bytes: Uint8Array): string | undefined {
  const begin = latin(bytes, 0, 256);
  return programs.find(([mark]) => begin.startsWith(mark))?.[1] ?? textLike(begin);
}

/** Whether readers of archives would find one here: its directory's end is looked for from the file's own end. */
function holdsArchive(bytes: Uint8Array): boolean {
  const directoryEnd = 22;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const last = bytes.length - directoryEnd;
  for (let at = last; at >= 0 && at >= last - 0xffff; at -= 1)
    if (view.getUint32(at) === 0x504b0506 && at + directoryEnd + view.getUint16(at + 20, true) <= bytes.length)
      return true;
  return false;
}

function pdfProblem(bytes: Uint8Array): string | undefined {
  const header = latin(bytes, 0, pdfSlack + 5).indexOf("%PDF-");
  if (header < 0) return "has no header of a PDF";
  // A few stray bytes are common before the header; something that is a file by itself is not.
  const like = header === 0 ? undefined : seemsLike(bytes);
  if (like !== undefined) return `begins like ${like}`;
  if (!latin(bytes, bytes.length - pdfSlack, bytes.length).includes("%%EOF")) return "has no end: it is cut off";
  return undefined;
}

function sizeProblem(width: number, height: number): string | undefined {
  if (width === 0 || height === 0) return "is an image without a size";
  return width * height > pixelsMax ? `is larger than ${pixelsMax / 1_000_000} megapixels` : undefined;
}

function pngProblem(bytes: Uint8Array): string | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!pngSignature.every((each, at) => bytes[at] === each)) return "has no header of a PNG image";
  if (bytes.length < 33 || latin(bytes, 12, 16) !== "IHDR") return "is cut off";
  let at = pngSignature.length;
  while (at + 12 <= bytes.length) {
    const type = latin(bytes, at + 4, at + 8);
    at += 12 + view.getUint32(at);
    if (type !== "IEND") continue;
    return at === bytes.length ? sizeProblem(view.getUint32(16), view.getUint32(20)) : "goes on after its end";
  }
  return "is cut off";
}

/** The segments of a JPEG that begin a picture and tell its size: SOF0 to SOF15 without DHT, JPG and DAC. */
function tellsSize(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

/** Width and height of a JPEG in pixels, or why it is none. */
export function jpegSize(bytes: Uint8Array): readonly [width: number, height: number] | string {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8 || bytes[2] !== 0xff) return "has no header of a JPEG image";
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let size: readonly [number, number] = [0, 0];
  let at = 2;
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) at += 1;
    else if (marker === 0xda) {
      // Within the picture 0xFF is followed by a zero or a restart mark; cameras add things of theirs after the end.
      for (let next = at + 2; next + 1 < bytes.length; next += 1)
        if (bytes[next] === 0xff && bytes[next + 1] === 0xd9) return size;
      return "is cut off";
    } else {
      if (tellsSize(marker)) size = [view.getUint16(at + 7), view.getUint16(at + 5)];
      at += 2 + Math.max(view.getUint16(at + 2), 2);
    }
  }
  return "is cut off";
}

function jpegProblem(bytes: Uint8Array): string | undefined {
  const size = jpegSize(bytes);
  return typeof size === "string" ? size : sizeProblem(...size);
}

function textProblem(bytes: Uint8Array): string | undefined {
  // Not the marks of programs: their bytes are no text, but a text may begin with "MZ".
  const like = textLike(latin(bytes, 0, 256));
  if (like !== undefined) return `begins like ${like}`;
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return "is not UTF-8";
  }
  const control = /[\p{Cc}--[\t\n\f\r]]/v.exec(text)?.[0];
  if (control === undefined) return undefined;
  return `has the control character U+${(control.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}

const problemOf = {
  "application/pdf": pdfProblem,
  "image/png": pngProblem,
  "image/jpeg": jpegProblem,
  "text/plain": textProblem,
} as const satisfies Record<FileType, (bytes: Uint8Array) => string | undefined>;

const names = {
  "application/pdf": "PDF",
  "image/png": "PNG image",
  "image/jpeg": "JPEG image",
  "text/plain": "text file",
} as const satisfies Record<FileType, string>;

/** Why bytes are not of the type that they are said to be, or are something else at once; undefined where they are. */
export function fileTypeProblem(bytes: Uint8Array, contentType: FileType): string | undefined {
  if (bytes.length === 0) return "the file is empty";
  const problem = problemOf[contentType](bytes);
  if (problem !== undefined) {
    const like = problem.startsWith("has no header") ? seemsLike(bytes) : undefined;
    return `the ${names[contentType]} ${like === undefined ? problem : `begins like ${like}`}`;
  }
  return holdsArchive(bytes) ? `the ${names[contentType]} is an archive as well` : undefined;
}
