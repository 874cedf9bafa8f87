import type { PacketPiece } from "../../domain/disputes/packet-document.ts";
import { block, body, hair, lead, small, soft } from "./blocks.ts";
import { frame, type Sheet } from "./sheet.ts";

const columns = {
  nth: { title: "No.", x: 0, width: 24 },
  what: { title: "Evidence", x: 28, width: 264 },
  from: { title: "From", x: 300, width: 150 },
  page: { title: "Page", x: 454, width: 50 },
} as const;

/** Where an entry's page number is to be written, once it is known. */
export interface IndexEntry {
  /** The page that the entry is on, from 0. */
  readonly at: number;
  readonly piece: number;
  readonly draw: (page: string) => void;
}

function head(sheet: Sheet): void {
  for (const { title, x, width } of Object.values(columns)) {
    const align = title === columns.page.title ? "right" : "left";
    block(sheet, sheet.labels(title, width, 8), frame.left + x, sheet.y, width, { ...small, align });
  }
  sheet.y += 15;
  sheet.rule(sheet.y, soft);
  sheet.y += 5;
}

function entry(sheet: Sheet, piece: PacketPiece, nth: number): IndexEntry {
  const { what, from, page } = columns;
  const named = piece.filename === null ? piece.type : `${piece.type}: ${piece.filename}`;
  const names = sheet.lines(named, what.width, body.size);
  const second = [piece.contentType, `${piece.sizeBytes} bytes`].join(", ");
  const tiny = { ...small, size: 7 };
  const notes = [second, piece.sha256 === null ? "" : `SHA-256 ${piece.sha256}`].flatMap((each) =>
    sheet.lines(each, frame.width - what.x, tiny.size),
  );
  const origin = `${piece.origin}, ${piece.at.slice(0, 10)} ${piece.at.slice(11, 16)} UTC`;
  const origins = sheet.lines(origin, from.width, body.size);
  const tall = Math.max(names.length, origins.length) * body.size * lead;
  const height = tall + notes.length * tiny.size * lead + 7;
  if (sheet.y + height > frame.bottom) {
    sheet.turnPage();
    head(sheet);
  }
  const { y } = sheet;
  const place = (x: number) => frame.left + x;
  block(sheet, sheet.labels(String(nth + 1), columns.nth.width, body.size), frame.left, y, 24, body);
  block(sheet, names, place(what.x), y, what.width, { ...body, align: "left" });
  block(sheet, origins, place(from.x), y, from.width, { ...body, align: "left" });
  block(sheet, notes, place(what.x), y + tall, frame.width - what.x, { ...tiny, align: "left" });
  sheet.y += height - 4;
  sheet.rule(sheet.y, hair);
  sheet.y += 4;
  const draw = (number: string) => {
    const lines = sheet.labels(number, page.width, body.size);
    block(sheet, lines, place(page.x), y, page.width, { ...body, align: "right" });
  };
  return { at: sheet.page, piece: nth, draw };
}

/** Lists the pieces of a packet; their page numbers are drawn when they are known. */
export function drawIndex(sheet: Sheet, pieces: readonly PacketPiece[]): IndexEntry[] {
  if (sheet.y + 80 > frame.bottom) sheet.turnPage();
  head(sheet);
  return pieces.map((piece, nth) => entry(sheet, piece, nth));
}
