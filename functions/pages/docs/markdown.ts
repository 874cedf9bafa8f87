import { html, raw } from "hono/html";
import { Marked, type RendererObject, type Tokens } from "marked";
import type { Html } from "../kit/page.ts";
import { slugOf } from "./include.ts";

/** A heading that the page's own navigation names. */
export interface Heading {
  readonly id: string;
  readonly text: string;
}

export interface RenderedPage {
  /** Of what stands below the page's title. */
  readonly main: Html;
  readonly headings: readonly Heading[];
}

/** Code as it is; what a shell answered (lines that begin with `# `) stands back behind what is typed. */
function codeBlock({ text, lang = "" }: Tokens.Code): string {
  const [language, name] = lang.split(" ");
  const lines = text.split("\n").map((line) => {
    const answer = language === "sh" && name === undefined && line.startsWith("# ");
    return answer ? html`<span class="said">${line}</span>\n` : html`${line}\n`;
  });
  const caption = name !== undefined && html`<figcaption><code>${name}</code></figcaption>`;
  return String(html`<figure class="code">${caption}<pre><code>${lines}</code></pre></figure>\n`);
}

/** Renders one page without its title; ids of headings that occur twice are numbered. */
export function renderMarkdown(markdown: string): RenderedPage {
  const headings: Heading[] = [];
  const seen = new Map<string, number>();
  const renderer: RendererObject = {
    code: codeBlock,
    // What is written as HTML is shown as it is written.
    html: ({ text }) => String(html`${text}`),
    heading({ tokens, depth }) {
      const inner = raw(this.parser.parseInline(tokens));
      const text = this.parser.parseInline(tokens, this.parser.textRenderer);
      if (depth === 1) return "";
      const slug = slugOf(text);
      const count = (seen.get(slug) ?? 0) + 1;
      seen.set(slug, count);
      const id = count === 1 ? slug : `${slug}-${count}`;
      if (depth === 2) headings.push({ id, text });
      const level = raw(String(depth));
      return String(html`<h${level} id="${id}"><a href="#${id}">${inner}</a></h${level}>\n`);
    },
    table(token) {
      const cells = (row: readonly Tokens.TableCell[], tag: string) =>
        row.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join("");
      const body = token.rows.map((row) => `<tr>${cells(row, "td")}</tr>`).join("\n");
      // What does not fit a phone is moved sideways, by keyboard too.
      return `<div class="table" tabindex="0"><table><thead><tr>${cells(token.header, "th")}</tr></thead>\n<tbody>${body}</tbody></table></div>\n`;
    },
  };
  const marked = new Marked({ renderer });
  const main = raw(marked.parse(markdown, { async: false }));
  return { main, headings };
}
