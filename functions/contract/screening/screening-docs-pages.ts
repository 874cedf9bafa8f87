import { operation } from "../../http/operation-types.ts";
import { docsOperations, referenceFiles } from "../docs/docs-pages.ts";

/** The folder of the screening interface's guides. */
export const screeningDocsSite = "docs/site-screening";

/** All that is copied beside the bundle of its documentation's Lambda. */
export const screeningDocsFiles: readonly string[] = [screeningDocsSite, ...Object.values(referenceFiles)];

const { showDocs, showApiReference, showGuide, getDocsAsset } = docsOperations;
const lambda = "screening-docs";

/** The same pages as the rails' documentation has, with guides of their own. */
export const screeningDocsOperations = {
  showDocs: operation({ ...showDocs, lambda }),
  showApiReference: operation({ ...showApiReference, lambda }),
  showGuide: operation({ ...showGuide, lambda }),
  getDocsAsset: operation({ ...getDocsAsset, lambda }),
};
