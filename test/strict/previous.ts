import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { minimizeTemplate, nestedFileOf, readTemplates, type Template, withCode, withoutRoute } from "./templates.ts";

/** The templates of the last release, as `npm run test:strict -- --record` wrote them. */
export const recordFile = join(import.meta.dirname, "previous/templates.json.gz");

/** The first of the ports that recorded templates have in their addresses. */
export const recordedPort = 4000;

/** Writes the templates of an assembly as those of a release. */
export function record(assembly: string): void {
  mkdirSync(join(import.meta.dirname, "previous"), { recursive: true });
  const text = JSON.stringify(minimizeTemplate(readTemplates(assembly)));
  writeFileSync(recordFile, gzipSync(text, { level: 9 }));
}

/**
 * Makes an assembly that deploys the last release less one route, with the present code: what an update
 * changes then is the stack.
 */
export function assemblePrevious(present: string, into: string, port: number, lessRoute: string): void {
  const recorded = atPort(gunzipSync(readFileSync(recordFile)).toString("utf8"), port);
  const templates = withoutRoute(withCode(JSON.parse(recorded), readTemplates(present)), lessRoute);
  copyAssembly(present, into);
  const nested = Object.keys(templates).filter((file) => file.includes(".nested."));
  const hashes = new Map(nested.map((file) => [file, write(into, file, templates[file])]));
  for (const [file, template] of Object.entries(templates)) {
    if (nested.includes(file)) continue;
    hashes.set(file, write(into, file, withNested(template, hashes)));
    rename(into, file, hashes);
  }
}

function atPort(text: string, port: number): string {
  return text.replace(/localhost:(400[0-2])\b/g, (_, found: string) => {
    return `localhost:${port + Number(found) - recordedPort}`;
  });
}

function copyAssembly(from: string, into: string): void {
  rmSync(into, { recursive: true, force: true });
  mkdirSync(into, { recursive: true });
  for (const name of readdirSync(from)) {
    if (name.startsWith("asset.")) symlinkSync(join(from, name), join(into, name));
    else if (name.endsWith(".json") || name === "cdk.out") cpSync(join(from, name), join(into, name));
  }
}

/** Writes a template and gives its hash, which is its name in the bucket of assets. */
function write(into: string, file: string, template: Template | undefined): string {
  const text = JSON.stringify(template);
  writeFileSync(join(into, file), text);
  return createHash("sha256").update(text).digest("hex");
}

function withNested(template: Template, hashes: ReadonlyMap<string, string>): Template {
  const Resources = Object.entries(template.Resources).map(([id, resource]) => {
    const file = nestedFileOf(resource);
    if (file === null) return [id, resource];
    const url = JSON.stringify(resource.Properties?.TemplateURL);
    const TemplateURL = JSON.parse(url.replace(/[0-9a-f]{64}/, hashes.get(file) ?? ""));
    return [id, { ...resource, Properties: { ...resource.Properties, TemplateURL } }];
  });
  return { ...template, Resources: Object.fromEntries(Resources) };
}

/** The lists of assets and stacks name each template by its new hash. */
function rename(into: string, rootFile: string, hashes: ReadonlyMap<string, string>): void {
  const listFile = join(into, rootFile.replace(".template.json", ".assets.json"));
  const manifestFile = join(into, "manifest.json");
  const assets: Record<string, { source: { path: string } }> = JSON.parse(readFileSync(listFile, "utf8")).files;
  let list = readFileSync(listFile, "utf8");
  let manifest = readFileSync(manifestFile, "utf8");
  for (const [before, { source }] of Object.entries(assets)) {
    const after = hashes.get(source.path);
    if (after === undefined) continue;
    list = list.replaceAll(before, after);
    manifest = manifest.replaceAll(before, after);
  }
  writeFileSync(listFile, list);
  writeFileSync(manifestFile, manifest);
}
