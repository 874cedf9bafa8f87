import type { DeployedSandbox } from "../../support/runner/deployed.ts";
import { Payer } from "../../support/settlement/payer.ts";

/** A way to have one document drawn for the first time, as a stranger can: what it asks of the service beside that is not measured. */
export interface Drawing {
  readonly operation: string;
  readonly name: string;
  /** Makes a document that nobody has drawn, and gives the request for it. */
  readonly prepare: () => Promise<() => Promise<unknown>>;
}

type Letters = readonly [from: number, count: number];

/** Words of so many letters, each letter of one of the alphabets. */
const scripts: Readonly<Record<string, readonly [letters: number, ...alphabets: Letters[]]>> = {
  "short words": [2, [97, 26]],
  "words of Latin": [6, [97, 26]],
  "one long word": [400, [97, 26]],
  "letters under marks": [6, [97, 26], [0x300, 0x40], [0x300, 0x40]],
  Greek: [6, [0x3b1, 24]],
  Cyrillic: [6, [0x430, 32]],
  Arabic: [6, [0x627, 36]],
  "Arabic under marks": [6, [0x627, 36], [0x64b, 8]],
  Hebrew: [6, [0x5d0, 27]],
  Devanagari: [6, [0x901, 0x4d]],
  Han: [400, [0x4e00, 20_000]],
  kana: [6, [0x3042, 80]],
  Hangul: [6, [0xac00, 11_000]],
  pictures: [50, [0x1f600, 60]],
  "letters that no font has": [50, [0xe01, 40]],
  signs: [6, [0x2190, 0x300]],
  "Latin and Hebrew in turn": [400, [97, 26], [0x5d0, 27]],
  "Latin and Han in turn": [400, [97, 26], [0x4e00, 20_000]],
  "Arabic and digits in turn": [400, [0x627, 36], [48, 10]],
  "line breaks": [400, [10, 1], [97, 26]],
};

let last = 7;
/** A number below `count`, the same in each run. */
function next(count: number): number {
  last = (Math.imul(last, 1_103_515_245) + 12_345) & 0x7fffffff;
  return (last >> 8) % count;
}

function textOf([letters, ...alphabets]: (typeof scripts)[string], length: number): string {
  let text = "y";
  while (text.length < length) {
    for (let nth = 0; nth < letters; nth += 1) {
      const [from, count] = alphabets[nth % alphabets.length] ?? [97, 26];
      text += String.fromCodePoint(from + next(count));
    }
    text += " ";
  }
  return `${text.slice(0, length - 1).toWellFormed()}y`;
}

/** Lines up to a body's limit: as many and as long as the contract takes. */
function linesOf(script: (typeof scripts)[string], bytes: number) {
  const lines = Array.from({ length: 250 }, (_, nth) => ({
    description: textOf(script, 500),
    unitCents: 10_000 + nth,
    quantity: 1,
  }));
  const each = Math.floor(bytes / 250) - 80;
  for (const line of lines)
    while (Buffer.byteLength(line.description) > each) line.description = line.description.slice(0, -20).toWellFormed();
  return lines;
}

/** Invoices and credit notes of the longest texts, in each script. */
export function drawingsOf(sandbox: DeployedSandbox, apiKey: string): Drawing[] {
  let made = 0;
  const call = async (id: string, params: Record<string, string>, body: unknown) => {
    const reply = await sandbox.call(id, apiKey, params, body, { "idempotency-key": `budget-${++made}` });
    if (reply.status >= 300) throw new Error(`${id}: ${reply.status} ${reply.text.slice(0, 500)}`);
    return JSON.parse(reply.text);
  };
  const sent = async (script: (typeof scripts)[string]) => {
    const number = `B-${++made}`;
    const notes = textOf(script, 5_000);
    const lineItems = linesOf(script, 230_000 - Buffer.byteLength(notes));
    const { id } = await call(
      "createInvoice",
      {},
      { number, customerId: textOf(script, 100).replaceAll("\n", " "), lineItems, notes },
    );
    return call("sendInvoice", { id }, {});
  };
  /** Has the table that is played deflate what it keeps, as it has long before anybody reads. */
  const read = async (id: string, record: string) => {
    const { status } = await sandbox.call(id, apiKey, { id: record });
    if (status !== 200) throw new Error(`${id}: ${status}`);
  };
  const asked = (payer: Payer, id: "getHostedInvoicePdf" | "getHostedCreditNotePdf", path: string) => async () => {
    const { status, text } = await payer.look(id, path);
    if (status !== 200) throw new Error(`${id}: ${status} ${text.slice(0, 300)}`);
  };
  return Object.entries(scripts).flatMap(([name, script]) => [
    {
      operation: "getHostedInvoicePdf",
      name,
      prepare: async () => {
        const { id, hostedUrl } = await sent(script);
        await read("getInvoice", id);
        return asked(new Payer(sandbox, hostedUrl), "getHostedInvoicePdf", "pdf");
      },
    },
    {
      operation: "getHostedCreditNotePdf",
      name,
      prepare: async () => {
        const { id, hostedUrl } = await sent(script);
        const lines = linesOf(script, 230_000).map((line) => ({ ...line, unitCents: 100 }));
        const note = await call("createCreditNote", { id }, { reason: textOf(script, 500), lines });
        await read("getInvoice", id);
        await read("getCreditNote", note.id);
        return asked(new Payer(sandbox, hostedUrl), "getHostedCreditNotePdf", `credit-notes/${note.id}/pdf`);
      },
    },
  ]);
}
