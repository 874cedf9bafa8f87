import { railsSite } from "./guides.ts";
import { openDocs } from "./open.ts";

export const handler = openDocs(railsSite);
