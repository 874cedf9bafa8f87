const packages = "node_modules/@expo-google-fonts";

/** A font that lies beside the PDF's Lambda: its name there, where it is installed, the characters it is first choice for. */
export interface InvoiceFont {
  readonly name: string;
  readonly file: string;
  readonly writes: RegExp;
}

const arabicScript = /\p{scx=Arab}/u;
const eastAsian = /[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]/u;

function regular(folder: string, family: string, writes: RegExp): InvoiceFont {
  const name = `${family}_400Regular.ttf`;
  return { name, file: `${packages}/${folder}/400Regular/${name}`, writes };
}

/** The face of our own labels; never asked for a client's words. */
export const labelFont: InvoiceFont = {
  name: "NotoSans_700Bold.ttf",
  file: `${packages}/noto-sans/700Bold/NotoSans_700Bold.ttf`,
  writes: /[\u0020-\u007e]/,
};

/** The chain in which a character's font is looked for; the last three change places with the text's language. */
export const textFonts = {
  latin: regular("noto-sans", "NotoSans", /[\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}]/u),
  // Most Arabic fonts draw dots apart from their letters, and text copied from the page then loses them; this one does not.
  arabic: regular("vazirmatn", "Vazirmatn", arabicScript),
  rareArabic: regular("noto-sans-arabic", "NotoSansArabic", arabicScript),
  hebrew: regular("noto-sans-hebrew", "NotoSansHebrew", /\p{scx=Hebr}/u),
  devanagari: regular("noto-sans-devanagari", "NotoSansDevanagari", /\p{scx=Deva}/u),
  chinese: regular("noto-sans-sc", "NotoSansSC", eastAsian),
  japanese: regular("noto-sans-jp", "NotoSansJP", eastAsian),
  korean: regular("noto-sans-kr", "NotoSansKR", eastAsian),
} as const satisfies Record<string, InvoiceFont>;

export const invoiceFonts: readonly InvoiceFont[] = [labelFont, ...Object.values(textFonts)];
