/** Control, format (zero-width, bidirectional), private, unassigned and lone-surrogate characters, and line separators: what cannot be seen cannot be checked by a reader. U+FFFD stands for bytes that were no text. */
const hidden = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\p{Zl}\p{Zp}\uFFFD]/u;

/** Joiners that are spelling: behind a sign of a script of its own, as in Sinhala or Malayalam, between Arabic letters, as in Persian (RFC 5892, A.1 and A.2), and between two pictures that are one emoji (UTS 51). */
const spelling =
  /(?<=(?!\p{Script=Inherited})\p{M})[\u200c\u200d]|(?<=\p{Script=Arabic})\u200c(?=\p{Script=Arabic})|(?<=\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\ufe0f)?)\u200d(?=\p{Extended_Pictographic})/gu;

/** Whether a text has a character that cannot be seen, line breaks and tabs among them; joiners that its script is not written without are none. */
export function hasHidden(text: string): boolean {
  return hidden.test(text.replace(spelling, "")) || !text.isWellFormed();
}

const spelledHere = new RegExp(spelling.source, "uy");

/** Whether what stands at a place of a text is a joiner that is spelling. */
export function isSpelledJoiner(text: string, at: number): boolean {
  spelledHere.lastIndex = at;
  return spelledHere.test(text);
}
