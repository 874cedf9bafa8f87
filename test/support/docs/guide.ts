import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const docs = join(import.meta.dirname, "../../../docs");

/** What a guide's commands are run against. */
export interface Ground {
  readonly apiUrl: string;
  readonly internalToken: string;
  readonly tenant: { readonly id: string; readonly slug: string; readonly apiKey: string };
  readonly kytUrl: string;
  readonly kytApiKey: string;
}

/** A block of code with its language, and the file's name that follows it. */
interface Block {
  readonly language: string;
  readonly name: string;
  readonly text: string;
}

function textsIn(folder: string): ReadonlyMap<string, string> {
  const site = join(docs, folder);
  return new Map(readdirSync(site).map((file) => [file.replace(/\.md$/, ""), readFileSync(join(site, file), "utf8")]));
}

/** Every guide's own text by its name, without what it includes of other pages, which have tests of their own. */
export const guideTexts = textsIn("site");

/** The guides of the screening interface. */
export const screeningGuideTexts = textsIn("site-screening");

/** The blocks of a page, in its order. */
export function blocksOf(markdown: string): Block[] {
  return [...markdown.matchAll(/^```(\w*)(?: (\S+))?\n(.*?)^```$/gms)].map(
    ([, language = "", name = "", text = ""]) => ({ language, name, text }),
  );
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  return typeof address === "object" ? (address?.port ?? 0) : 0;
}

/** What came of a guide's commands. */
export interface Ran {
  readonly said: string;
  /** A file that they left. */
  file(name: string): string;
}

/** Runs a page's shell commands as they stand, in a folder that has its files, and gives what they said to `look`. */
export async function runGuide(
  markdown: string,
  { apiUrl, kytUrl, tenant, internalToken, kytApiKey }: Ground,
  look: (ran: Ran) => void,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "guide-"));
  const port = String(await freePort());
  const here = (text: string) =>
    text
      .replaceAll("http://localhost:4000", apiUrl)
      .replaceAll("http://localhost:4001", kytUrl)
      .replaceAll(/\b3000\b/g, port);
  mkdirSync(join(folder, ".sandbox"));
  writeFileSync(join(folder, ".sandbox/endpoints.json"), JSON.stringify({ tenant, internalToken, kytApiKey }));
  const blocks = blocksOf(markdown);
  for (const { language, name, text } of blocks)
    if (name !== "" && language !== "json") writeFileSync(join(folder, name), here(text));
  const script = blocks.filter(({ language, name }) => language === "sh" && name === "");
  const child = spawn("sh", ["-c", here(script.map(({ text }) => text).join("\n"))], {
    cwd: folder,
    stdio: ["ignore", "pipe", "inherit"],
    detached: true,
  });
  try {
    let line = "";
    child.stdout.setEncoding("utf8").on("data", (piece: string) => (line += piece));
    await once(child, "exit");
    look({ said: line, file: (name) => readFileSync(join(folder, name), "utf8") });
  } finally {
    // What it left running in the background goes with it.
    if (child.pid !== undefined) endGroup(child.pid);
    rmSync(folder, { recursive: true, force: true });
  }
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid);
  } catch {
    // nothing was left
  }
}

/** Lines that the page says are answered and that are the same in every run: no ids, no times, nothing cut. */
function expectedLines(markdown: string): string[] {
  return blocksOf(markdown)
    .filter(({ language, name }) => language === "sh" && name === "")
    .flatMap(({ text }) => text.split("\n"))
    .filter((line) => line.startsWith("# ") && !/\.\.\.|01M7|\d{4}-\d\d-\d\dT/.test(line))
    .map((line) => line.slice(2).replaceAll(/\s+/g, " "));
}

/** How many lines a page says are answered, the same in every run. */
export function expectedOutput(markdown: string): number {
  return expectedLines(markdown).length;
}

/** The first line that the page says is answered and that was not, after what was; undefined where all were. */
export function unsaid(markdown: string, label: string): string | undefined {
  const text = label.replaceAll(/\s+/g, " ");
  let at = 0;
  for (const line of expectedLines(markdown)) {
    const found = text.indexOf(line, at);
    if (found < 0) return `${line} after ${text.slice(0, at).slice(-200)}`;
    at = found + line.length;
  }
  return undefined;
}

/** What of a documented JSON reply a real one does not have: a field that is missing, of another kind, or of another value where that is the same in every run. */
export function differences(documented: unknown, real: unknown, at = ""): string[] {
  if (Array.isArray(documented))
    return documented.flatMap((each, index) =>
      differences(each, (real as unknown[] | undefined)?.[index], `${at}.${index}`),
    );
  if (documented !== null && typeof documented === "object")
    return Object.entries(documented).flatMap(([key, value]) =>
      differences(value, (real as Record<string, unknown> | undefined)?.[key], `${at}.${key}`),
    );
  const varies = typeof documented === "string" && /01M7|\.\.\.|^\d{4}-\d\d-\d\d|^https?:/.test(documented);
  const same = varies ? typeof real === "string" : documented === real;
  return same ? [] : [`${at}: ${JSON.stringify(documented)} is ${JSON.stringify(real)}`];
}
