import { jaroWinkler } from "@skyra/jaro-winkler";

/** What a statement's line is cut to by the strictest network; longer names are compared as far as they would be shown. */
const shownCharacters = 22;

/** A part shorter than this says nothing about whose it is. */
const tellingCharacters = 4;

const companyForms =
  "INC INCORPORATED LLC LLP LTD LIMITED CORP CORPORATION CO COMPANY PLC GMBH AG SA SAS SARL SRL SPA BV NV OY AB PTY PTE";
const orderText = "INV INVOICE ORDER ORD REF WWW HTTP HTTPS COM";
const noise = new Set(`${companyForms} ${orderText}`.split(" "));

/** A statement descriptor or a company's name as bare letters: upper case, no marks, order numbers, company forms or blanks. */
export function normalDescriptor(text: string): string {
  const bare = text.slice(0, 200).normalize("NFKD").toUpperCase().replace(/\p{M}/gu, "");
  const words = bare.replace(/['’.]/g, "").match(/[\p{L}\p{N}]+/gu) ?? [];
  const named = words.filter((word) => !/\d{3}|^\d+$/.test(word) && !noise.has(word));
  // A name that is nothing but such words is compared by them.
  return (named.length > 0 ? named : words).join("").slice(0, shownCharacters);
}

/** What stands on either side of a star: payment facilitators write `SQ *ACME`, merchants `ACME*INV-7`. */
function partsOf(text: string): string[] {
  const parts = text.slice(0, 200).split("*").map(normalDescriptor);
  return parts.length > 1 ? parts.filter((part) => part.length >= tellingCharacters) : [];
}

/** How alike two descriptors are in hundredths, 0 to 100: Jaro-Winkler of the normal forms, which forgives cut ends and typing. */
export function descriptorLikeness(one: string, other: string): number {
  const [first, second] = [normalDescriptor(one), normalDescriptor(other)];
  // Parts are held against a name without a star only: two lines of one facilitator begin alike whoever they are.
  const pairs = [
    { a: first, b: second },
    ...(other.includes("*") ? [] : partsOf(one).map((part) => ({ a: part, b: second }))),
    ...(one.includes("*") ? [] : partsOf(other).map((part) => ({ a: first, b: part }))),
  ];
  return Math.max(...pairs.map(({ a, b }) => Math.floor(jaroWinkler(a, b) * 100)));
}
