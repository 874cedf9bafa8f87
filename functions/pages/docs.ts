import { railsSite } from "./docs/guides.ts";
import { openDocs } from "./docs/open.ts";

export const handler = openDocs(railsSite);
