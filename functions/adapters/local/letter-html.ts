import { html, raw } from "hono/html";
import type { LetterBlock, LetterContent, Letterhead } from "../../domain/mail/letter.ts";

type Html = ReturnType<typeof html>;

/** Mail clients drop style sheets, so each element says its own. */
const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif";

/** Draws a letter as HTML that mail clients show: no table, no script, no style sheet, and nothing fetched but the logo. */
export function drawLetter(content: LetterContent, head: Letterhead): string {
  const { locale, subject, heading, blocks, footer } = content;
  const { background, text } = head;
  return String(html`<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${subject}</title>
</head>
<body style="margin:0;padding:0;background-color:${background};color:${text}">
<div style="max-width:36rem;margin:0 auto;padding:24px 16px;font-size:16px;line-height:1.5;overflow-wrap:break-word;${raw(font)}">
${masthead(head)}
<h1 dir="auto" style="font-size:22px;line-height:1.3;margin:24px 0 16px">${heading}</h1>
${blocks.map((block) => drawn(block, head))}
<div style="margin-top:32px;padding-top:16px;border-top:1px solid #c4c7c5;font-size:14px">
${footer.map(
  (line) => html`<p dir="auto" style="margin:0 0 8px">${line}</p>
`,
)}</div>
</div>
</body>
</html>
`);
}

function masthead({ name, logo, accent }: Letterhead): Html {
  const shown =
    logo === null
      ? html`<span style="font-size:18px;font-weight:700;color:${accent}">${name}</span>`
      : html`<img src="${logo.url}" alt="${name}" width="${sized(logo).width}" height="${sized(logo).height}" style="display:block;border:0">`;
  return html`<div dir="auto" style="border-bottom:3px solid ${accent};padding-bottom:12px">${shown}</div>`;
}

/** A logo as it fits a masthead: at most 48 pixels high and 240 wide. */
function sized({ width, height }: NonNullable<Letterhead["logo"]>): { width: number; height: number } {
  const scale = Math.min(1, 48 / height, 240 / width);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

function drawn(block: LetterBlock, { accent }: Letterhead): Html {
  switch (block.kind) {
    case "text":
      return html`<p dir="auto" style="margin:0 0 16px">${block.text}</p>
`;
    case "facts":
      return html`<dl style="margin:0 0 16px">
${block.facts.map(
  ([
    name,
    value,
  ]) => html`<dt style="font-size:14px">${name}</dt><dd dir="auto" style="margin:0 0 8px;font-weight:700">${value}</dd>
`,
)}</dl>
`;
    case "list":
      return html`<ul style="margin:0 0 16px;padding-inline-start:24px">
${block.items.map(
  (item) => html`<li dir="auto">${item}</li>
`,
)}</ul>
`;
    case "link":
      return block.main ? button(block.label, block.url, accent) : link(block.label, block.url, accent);
    default:
      throw new Error(`unknown block ${block satisfies never}`);
  }
}

/** The address stands below it as well, for clients that show no links. */
function button(label: string, url: string, accent: string): Html {
  return html`<p style="margin:0 0 8px"><a href="${url}" style="display:inline-block;padding:12px 20px;border-radius:6px;background-color:${accent};color:#ffffff;font-weight:700;text-decoration:none">${label}</a></p>
<p style="margin:0 0 16px;font-size:14px;word-break:break-all"><a href="${url}" style="color:${accent}">${url}</a></p>
`;
}

function link(label: string, url: string, accent: string): Html {
  return html`<p style="margin:0 0 16px"><a href="${url}" style="color:${accent}">${label}</a></p>
`;
}
