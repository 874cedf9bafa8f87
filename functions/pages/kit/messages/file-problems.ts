import type { Locale } from "../../../domain/core/mail.ts";

/** What a look at a file finds (kindProblem, fileProblem) by its words, told in another language as far as a sender needs it. */
const spanish: readonly (readonly [found: RegExp, words: string])[] = [
  [/is larger than \d+ bytes/, "el archivo es demasiado grande"],
  [/larger than \d+ megapixels/, "la imagen es demasiado grande"],
  [/is empty|without a size/, "el archivo está vacío"],
  [/cut off|has no end/, "el archivo está cortado: envíelo completo"],
  [/archive/, "el archivo es o contiene un archivo comprimido"],
  [/begins like|has no header|came as/, "no es un archivo del tipo que indicó"],
];

/** Why a file was not accepted, in the reader's language. */
export const fileProblemMessages: Readonly<Record<Locale, (problem: string) => string>> = {
  en: (problem) => problem.replace(/larger than (\d+) bytes/, (_, bytes) => `larger than ${inMegabytes(bytes)} MB`),
  es: (problem) => spanish.find(([found]) => found.test(problem))?.[1] ?? "el archivo no se puede leer",
};

function inMegabytes(bytes: string): string {
  return String(Math.round(Number(bytes) / 1024 / 1024));
}
