import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { referenceFiles } from "../../contract/docs/docs-pages.ts";
import { readBundledAsset } from "../../wiring/core/bundled-asset.ts";
import { docsStyle, referenceStyle } from "./style.ts";

const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3.5" fill="#0b6e75"/><path d="M3 6.2c2-1.8 3.3-1.8 5 0s3 1.8 5 0M3 10.4c2-1.8 3.3-1.8 5 0s3 1.8 5 0" fill="none" stroke="#fff" stroke-width="1.6" stroke-linecap="round"/></svg>';

const contentTypes = {
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  svg: "image/svg+xml",
} as const;

const contents = {
  "icon.svg": () => Buffer.from(icon),
  "docs.css": () => Buffer.from(docsStyle),
  "reference.css": () => Buffer.from(referenceStyle),
  "reference.js": () => readBundledAsset(referenceFiles.script),
  "renderer.js": () => readBundledAsset(referenceFiles.renderer),
  "renderer.css": () => readBundledAsset(referenceFiles.rendererStyle),
} as const satisfies Record<string, () => Uint8Array>;

export type DocsAsset = keyof typeof contents;

interface Stored {
  readonly file: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

const kept = new Map<DocsAsset, Stored>();

function asset(name: DocsAsset): Stored {
  const before = kept.get(name);
  if (before) return before;
  const bytes = contents[name]();
  const hash = createHash("sha256").update(bytes).digest("base64url").slice(0, 16);
  const [stem, extension] = name.split(".") as [string, keyof typeof contentTypes];
  const made = { file: `${stem}.${hash}.${extension}`, contentType: contentTypes[extension], bytes };
  kept.set(name, made);
  return made;
}

/** Where an asset is, from /docs/: its name changes with what is in it. */
export function assetPath(name: DocsAsset): string {
  return `assets/${asset(name).file}`;
}

/** An asset by its file's name, gzip-compressed; every browser takes that, and nothing else asks for these. */
export function compressAsset(file: string): Omit<Stored, "file"> | undefined {
  const [stem = "", , extension = ""] = file.split(".");
  const name = (Object.keys(contents) as DocsAsset[]).find((each) => each === `${stem}.${extension}`);
  const found = name && asset(name);
  if (found?.file !== file) return undefined;
  return { contentType: found.contentType, bytes: gzipSync(found.bytes, { level: 9 }) };
}
