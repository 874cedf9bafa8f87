import { openDocs } from "./open.ts";
import { screeningSite } from "./screening-site.ts";

export const handler = openDocs(screeningSite);
