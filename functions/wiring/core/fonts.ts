import { fileURLToPath } from "node:url";
import { settings } from "./env.ts";

/** The folder with the files of `invoiceFonts`: they lie beside a bundle. */
export const fontDir = settings.FONT_FOLDER || fileURLToPath(new URL(".", import.meta.url));
