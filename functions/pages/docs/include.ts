import { docsSources } from "../../contract/docs/docs-pages.ts";
import { readBundledAsset } from "../../wiring/core/bundled-asset.ts";
import { type DocsSite, guidesOf, railsSite } from "./guides.ts";

/** The fragment by which a heading is linked to. */
export function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_\s-]/gu, "")
    .trim()
    .replaceAll(/\s+/g, "-");
}

function textOf(asset: string, within?: string): string {
  return new TextDecoder().decode(readBundledAsset(asset, within));
}

/** A page's chapter, from its heading to the next of its rank; without a name what stands before the first. Headings in code are none. */
function chapterOf(source: string, name: string | undefined): string {
  const parts = source.split(/^(?=## )/m);
  if (name === undefined) return (parts[0] ?? "").replace(/^# .*\n/, "");
  const found = parts.find((part) => slugOf(/^## (.*)/.exec(part)?.[1] ?? "") === name);
  if (found === undefined) throw new Error(`no chapter ${name} to include`);
  return found;
}

/** Guides that tell readers what these pages tell engineers. */
const told: Readonly<Record<string, string>> = { rails: "payments", settlement: "payments" };

function linkTo(page: string): string | undefined {
  const guide = guidesOf(railsSite).find(({ slug }) => slug === (told[page] ?? page));
  return guide && `[${guide.title}](${guide.slug})`;
}

/** What is written for engineers, for readers who have no repository: its pages become links, or go where readers have none. */
function forReaders(text: string): string {
  const aside = (page: string) => {
    const link = linkTo(page);
    return link === undefined ? "" : ` (${link})`;
  };
  const named = (page: string) => {
    const link = linkTo(page);
    if (link === undefined) throw new Error(`docs/${page}.md is no guide's`);
    return link;
  };
  return text
    .replaceAll(/^```mermaid\n.*?^```\n/gms, "")
    .replaceAll(/ \(`functions\/[^`]*`\)/g, "")
    .replaceAll(/ \(docs\/([\w-]+)\.md[^)]*\)/g, (_, page) => aside(page))
    .replaceAll(/\bdocs\/([\w-]+)\.md\b/g, (_, page) => named(page));
}

/** A guide's text. A line `{{webhooks}}` stands for the beginning of docs/webhooks.md, `{{webhooks#retries}}` for that chapter of it. */
export function guideText({ folder }: DocsSite, slug: string): string {
  return textOf(folder, `/${slug}.md`).replaceAll(
    /^\{\{(\w+)(?:#([\w-]+))?\}\}$/gm,
    (_, source: keyof typeof docsSources, chapter?: string) =>
      forReaders(chapterOf(textOf(docsSources[source]), chapter)),
  );
}
