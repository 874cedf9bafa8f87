import { html, raw } from "hono/html";
import { encode } from "uqr";
import type { Payment } from "../../domain/settlement/payment.ts";
import type { KitMessages } from "../kit/messages/kit.ts";
import type { Html } from "../kit/page.ts";
import type { InvoiceMessages } from "./messages/invoice-en.ts";

interface Line {
  readonly name: string;
  readonly label: string;
  readonly value: string;
}

/** Said by the page itself, or nothing that a payer would type anywhere. */
const unsaid: ReadonlySet<string> = new Set(["payment_rail", "currency"]);

/** What a rail says of a deposit, line by line: what we have words for first, and whatever else it says after it. */
function linesOf(instructions: NonNullable<Payment["instructions"]>, labels: Readonly<Record<string, string>>): Line[] {
  const known = Object.keys(labels);
  const names = [...known, ...Object.keys(instructions).filter((name) => !known.includes(name))];
  return names.flatMap((name) => {
    const value = instructions[name];
    if (unsaid.has(name) || typeof value !== "string" || value.trim() === "") return [];
    return [{ name, label: labels[name] ?? plainLabel(name), value }];
  });
}

function plainLabel(name: string): string {
  const text = name.replaceAll(/[_\s]+/g, " ").trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Bytes of text up to which phones read a QR code off a screen; from 2,331 on there is none. */
const qrBytesMax = 1000;

/** How a payer sends a transfer: a list to copy from, and the same as a QR code where one holds it. */
export function depositDetails(
  instructions: NonNullable<Payment["instructions"]>,
  { deposit }: InvoiceMessages,
  kit: KitMessages,
): Html {
  const lines = linesOf(instructions, deposit.labels);
  const row = ({ name, label, value }: Line) =>
    html`<div><dt>${label}</dt><dd class="take"><span class="copied" id="copy-${name}" dir="auto">${value}</span><button type="button" class="second" hidden data-copy="copy-${name}" data-copied="${kit.copied}" aria-label="${kit.copy}: ${label}">${kit.copy}</button></dd></div>
`;
  const text = lines.map(({ label, value }) => `${label}: ${value}`).join("\n");
  const fits = Buffer.byteLength(text) <= qrBytesMax;
  return html`<section class="card" aria-labelledby="deposit"><h2 id="deposit">${deposit.title}</h2>
<p>${deposit.text}</p>
<dl>
${lines.map(row)}</dl>
${
  fits &&
  html`${qrCode(text, deposit.qr)}
<p class="hint">${deposit.qrHint}</p>`
}</section>`;
}

/** Text as a QR code: dark on white in any colour scheme, with the margin of four modules that readers need. */
function qrCode(text: string, label: string): Html {
  const { data, size } = encode(text, { ecc: "M", border: 4 });
  const runs = data.flatMap((row, y) => runsOf(row).map(([x, width]) => `M${x} ${y}h${width}v1h-${width}z`));
  const side = String(size);
  return html`<svg class="qr" role="img" aria-label="${label}" viewBox="0 0 ${side} ${side}" width="240" height="240" shape-rendering="crispEdges"><rect width="${side}" height="${side}" fill="#fff"/><path d="${raw(runs.join(""))}" fill="#000"/></svg>`;
}

/** Where a row is dark: from which module, and for how many. */
function runsOf(row: readonly boolean[]): [number, number][] {
  const runs: [number, number][] = [];
  row.forEach((dark, x) => {
    const last = runs.at(-1);
    if (!dark) return;
    if (last && last[0] + last[1] === x) last[1] += 1;
    else runs.push([x, 1]);
  });
  return runs;
}
