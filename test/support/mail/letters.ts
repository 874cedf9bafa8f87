import type { Locale } from "../../../functions/domain/core/mail.ts";
import type { LetterContent, Letterhead } from "../../../functions/domain/mail/letter.ts";
import * as letters from "../../../functions/domain/mail/letter-content.ts";
import { platformBrand } from "../../../functions/domain/tenants/brand.ts";

/** What is written into letters by others. */
export interface WrittenLetter {
  readonly name: string;
  readonly number: string;
  readonly legalName: string;
  readonly reason: string;
}

const plain: WrittenLetter = {
  name: "Acme Tools",
  number: "A-100",
  legalName: "Widgets LLC",
  reason: "The company is not registered.",
};

const invoice = { currency: "USD", url: "https://pay.example.com/i/TOKEN" };
const entrance = { url: "https://pay.example.com/k/TOKEN", expiresAt: "2026-11-28T12:00:00.000Z" };

/** Every letter in a language, by its name. */
export function everyLetter(locale: Locale, written: Partial<WrittenLetter> = {}): Record<string, LetterContent> {
  const { name, number, legalName, reason } = { ...plain, ...written };
  const writer: letters.Writer = { locale, name, support: "help@acme.test" };
  const dueDate = "2026-12-05T12:00:00.000Z";
  const paid = { receivedCents: 123_456, receivedAt: "2026-11-21T12:00:00.000Z", remainingCents: 50_000 };
  return {
    invoice: letters.invoiceLetter(writer, { ...invoice, number, dueCents: 173_456, taxCents: 0, dueDate }),
    receipt: letters.receiptLetter(writer, { ...invoice, number, ...paid }),
    invite: letters.inviteLetter(writer, legalName, entrance),
    approved: letters.approvedLetter(writer, legalName),
    rejected: letters.rejectedLetter(writer, legalName, [reason]),
    missing: letters.missingLetter(writer, legalName, ["formation_document", "tax_id"], entrance),
  };
}

/** A letterhead without a logo. */
export function aHead(name = plain.name): Letterhead {
  return { name, ...platformBrand.colours, logo: null };
}

/** The pieces of a letter that a reader must find, in their order. */
export function piecesOf({ heading, blocks, footer }: LetterContent): string[] {
  const inside = blocks.flatMap((block) => {
    switch (block.kind) {
      case "text":
        return [block.text];
      case "facts":
        return block.facts.flat();
      case "list":
        return [...block.items];
      default:
        return [block.label, block.url];
    }
  });
  return [heading, ...inside, ...footer];
}
