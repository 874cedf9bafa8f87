import type { Locale } from "../core/mail.ts";

/** A piece of a letter, which its text and its HTML show alike. */
export type LetterBlock =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "facts"; readonly facts: readonly (readonly [name: string, value: string])[] }
  | { readonly kind: "list"; readonly items: readonly string[] }
  /** `main` is what the letter is sent for. */
  | { readonly kind: "link"; readonly label: string; readonly url: string; readonly main?: true };

export interface LetterContent {
  readonly locale: Locale;
  readonly subject: string;
  readonly heading: string;
  readonly blocks: readonly LetterBlock[];
  /** Why it was sent and whom to ask, in small print. */
  readonly footer: readonly string[];
}

/** Whose letter it is, to the eye. Colours are hex; the accent carries white text. */
export interface Letterhead {
  readonly name: string;
  readonly accent: string;
  readonly text: string;
  readonly background: string;
  readonly logo: { readonly url: string; readonly width: number; readonly height: number } | null;
}

/** Longer subjects are cut off by mail clients anyway. */
const longestSubject = 120;

/** A sender's name is shown beside the subject. */
const longestName = 60;

/** Line breaks, other control characters, and marks that turn the direction of what follows them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed
const unprintable = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\u200b\ufeff]+/g;

/** What somebody wrote, as one line of at most so many characters that can neither break a header nor pass for a line of ours. */
export function oneLine(written: string, longest = 200): string {
  const line = written.toWellFormed().replace(unprintable, " ").replace(/\s+/g, " ").trim();
  const characters = [...new Intl.Segmenter().segment(line)].map(({ segment }) => segment);
  return characters.length <= longest ? line : `${characters.slice(0, longest - 1).join("")}…`;
}

export function subjectLine(written: string): string {
  return oneLine(written, longestSubject);
}

export function senderName(written: string): string {
  return oneLine(written, longestName);
}

export function letterText({ heading, blocks, footer }: LetterContent): string {
  const parts = [heading, ...blocks.map(blockText), ["-- ", ...footer].join("\n")];
  return `${parts.join("\n\n")}\n`;
}

function blockText(block: LetterBlock): string {
  switch (block.kind) {
    case "text":
      return block.text;
    case "facts":
      return block.facts.map(([name, value]) => `${name}: ${value}`).join("\n");
    case "list":
      return block.items.map((item) => `- ${item}`).join("\n");
    case "link":
      return `${block.label}:\n${block.url}`;
    default:
      throw new Error(`unknown block ${block satisfies never}`);
  }
}
