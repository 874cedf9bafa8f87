import type { PacketDocument } from "../../domain/disputes/packet-document.ts";
import { textWithin } from "../../domain/invoicing/printed-lines.ts";
import { block, body, day, facts, flow, footnote, money, section, small, soft, title } from "./blocks.ts";
import { cleanPdf } from "./clean.ts";
import { FontShelf } from "./fonts.ts";
import { type Insert, mergePdfs, pagesBefore } from "./merge.ts";
import { drawIndex, type IndexEntry } from "./packet-index.ts";
import { pngPage } from "./png.ts";
import { frame, Sheet } from "./sheet.ts";
import { cleanText } from "./text.ts";

type Piece = PacketDocument["pieces"][number];
type Other = Insert["document"];

/** A piece as it can be shown; `said` is why its file is not, `kept` whether it can be had apart from the packet. */
type Shown =
  | { readonly text: string; readonly more: boolean }
  | { readonly photo: Uint8Array }
  | { readonly picture: Other }
  | { readonly pages: Other }
  | { readonly said: string; readonly kept: boolean };

/** Some thirty pages; a log file of 5 MB would be a thousand. */
const charactersMax = 100_000;

/** What all files of one packet may take: text that costs as much to draw as so many letters of Latin, which is some 15 seconds of CPU, and pages of PDFs. */
const packetRoom = { letters: 1_000_000, pages: 2_000 };

/** What is left of it. */
type Room = { -readonly [K in keyof typeof packetRoom]: number };

const isFull = "the packet is full";

function shownFile(whole: string, room: Room): Shown {
  const { text, cost } = textWithin(whole.slice(0, charactersMax).toWellFormed(), room.letters);
  room.letters -= cost;
  if (text === "" && whole !== "") return { said: isFull, kept: true };
  return { text, more: text.length < whole.length };
}

/** A piece as there is room for it; what people typed takes none, since the case has limited it. */
async function shown({ content, contentType }: Piece, room: Room): Promise<Shown> {
  if ("absent" in content) return { said: content.absent, kept: content.kept };
  if ("text" in content)
    return { text: content.text.slice(0, charactersMax), more: content.text.length > charactersMax };
  const { bytes } = content;
  switch (contentType) {
    case "application/pdf": {
      const pages = await cleanPdf(bytes);
      if (typeof pages === "string") return { said: pages, kept: true };
      if (pages.getPageCount() > room.pages) return { said: isFull, kept: true };
      room.pages -= pages.getPageCount();
      return { pages };
    }
    case "image/png": {
      const picture = await pngPage(bytes);
      return typeof picture === "string" ? { said: picture, kept: true } : { picture };
    }
    case "image/jpeg":
      return { photo: bytes };
    default:
      return shownFile(new TextDecoder().decode(bytes), room);
  }
}

function cover(sheet: Sheet, of: PacketDocument): void {
  const { left, width } = frame;
  sheet.y += block(sheet, sheet.labels("Evidence packet", width, title.size), left, sheet.y, width, title);
  const merchant = sheet.lines(of.merchant, width, body.size);
  sheet.y += block(sheet, merchant, left, sheet.y, width, { ...body, color: soft, align: "left" }) + 14;
  facts(sheet, [
    ["Case", of.caseId],
    of.escrowId === null ? ["Payment", of.paymentId ?? "not known"] : ["Escrow", of.escrowId],
  ]);
  facts(sheet, [
    ["Network", of.network ?? "not known"],
    ["Stage", of.stage.replaceAll("_", " ")],
    ["Category", of.category.replaceAll("_", " ")],
  ]);
  facts(sheet, [["Reason", [of.reasonCode, of.reasonName].filter((each) => each !== null).join(" ") || "not told"]]);
  facts(sheet, [
    ["Disputed amount", `${money(of.amountCents)} ${of.currency}`],
    ["To be answered by", minute(of.networkDueBy)],
    ["Prepared", minute(of.preparedAt)],
  ]);
  sheet.y += 6;
  if (of.narrative !== null && of.narrative.trim() !== "") section(sheet, "What happened", of.narrative, body);
}

function minute(instant: string): string {
  return `${day(instant)} ${new Date(instant).toISOString().slice(11, 16)} UTC`;
}

function head(sheet: Sheet, piece: Piece, nth: number): void {
  const { left, width } = frame;
  const large = { ...title, size: 13 };
  const text = `Exhibit ${nth}: ${piece.type}`;
  sheet.y += block(sheet, sheet.labels(text, width, large.size), left, sheet.y, width, large) + 8;
  facts(sheet, [
    ["File", piece.filename ?? "text"],
    ["Kind and size", `${piece.contentType}, ${piece.sizeBytes} bytes`],
    ["From", `${piece.origin}, ${minute(piece.at)}`],
  ]);
  facts(sheet, [["SHA-256", piece.sha256 ?? "not known"]]);
  sheet.rule(sheet.y - 4, soft);
  sheet.y += 8;
}

function note(sheet: Sheet, why: string, kept: boolean): void {
  flow(sheet, sheet.labels("Not shown here", frame.width, body.size), body);
  const apart = kept ? " It is kept as a file of its own, under the hash above." : "";
  const text = `${why[0]?.toUpperCase()}${why.slice(1)}.${apart}`;
  flow(sheet, sheet.lines(text, frame.width, body.size), body);
}

/** Draws one piece on the page that is begun; what of it comes from another document. */
function exhibit(sheet: Sheet, piece: Piece, what: Shown, nth: number): Insert | undefined {
  head(sheet, piece, nth);
  const at = sheet.page;
  const { left: x, width } = frame;
  const height = frame.bottom - sheet.y;
  if ("said" in what) note(sheet, what.said, what.kept);
  else if ("text" in what) {
    flow(sheet, sheet.lines(what.text, width, body.size), body);
    const rest = "The rest is in the file itself.";
    if (what.more) flow(sheet, sheet.labels(rest, width, body.size), body);
  } else if ("photo" in what)
    try {
      sheet.photo(what.photo, x, sheet.y, width, height);
    } catch {
      note(sheet, "its picture cannot be read", true);
    }
  else if ("picture" in what) return { at, document: what.picture, box: { x, y: sheet.y, width, height } };
  else {
    const count = what.pages.getPageCount();
    const text = count === 1 ? "Its page follows." : `Its ${count} pages follow.`;
    flow(sheet, sheet.labels(text, width, body.size), body);
    return { at, document: what.pages };
  }
  return undefined;
}

/** Draws a case's packet: what it is about, an index of the evidence, then each piece. What cannot be shown is named. The same document gives the same bytes; `fontDir` holds the files of `invoiceFonts`. */
export async function renderPacketPdf(
  packet: PacketDocument,
  options: { fontDir: string },
): Promise<{ bytes: Uint8Array; pages: number }> {
  const { pieces, ...response } = packet;
  const context = JSON.stringify([response, pieces.map(({ content: _, ...piece }) => piece)]);
  const sheet = new Sheet(new FontShelf(options.fontDir, context), {
    title: cleanText(`Evidence packet ${packet.caseId}`),
    author: cleanText(packet.merchant),
    made: new Date(packet.preparedAt),
  });
  cover(sheet, packet);
  const entries: IndexEntry[] = drawIndex(sheet, pieces);
  const inserts: Insert[] = [];
  const firsts: number[] = [];
  const room: Room = { ...packetRoom };
  for (const [index, piece] of pieces.entries()) {
    // One after the other: what a file is unpacked to is let go before the next.
    const what = await shown(piece, room);
    sheet.turnPage();
    firsts.push(sheet.page);
    const insert = exhibit(sheet, piece, what, index + 1);
    if (insert !== undefined) inserts.push(insert);
  }
  if (sheet.told.size > 0) {
    sheet.turnPage();
    footnote(sheet);
  }
  const final = (at: number) => at + 1 + pagesBefore(at, inserts);
  const caseLines = sheet.lines(packet.caseId, frame.width - 100, small.size);
  const ours = await sheet.finish((page, pages) => {
    const y = frame.bottom + 26;
    const all = pages + pagesBefore(pages, inserts);
    for (const { at, draw, piece } of entries) if (at === page - 1) draw(String(final(firsts[piece] ?? 0)));
    for (const line of caseLines) sheet.draw(line, frame.left, y, frame.width, { ...small, align: "left" });
    for (const line of sheet.labels(`Page ${final(page - 1)} of ${all}`, 100, small.size))
      sheet.draw(line, frame.left, y, frame.width, { ...small, align: "right" });
  });
  return mergePdfs(ours, inserts);
}
