import { openDocs } from "./docs/open.ts";
import { screeningSite } from "./docs/screening-site.ts";

export const handler = openDocs(screeningSite);
