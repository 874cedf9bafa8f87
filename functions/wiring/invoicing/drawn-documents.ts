import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { S3Client } from "@aws-sdk/client-s3";
import { s3DrawnDocuments } from "../../adapters/aws/s3-drawn-documents.ts";
import { bucketInPath } from "../../adapters/aws/settings.ts";
import { errorText } from "../../app/core/error-text.ts";
import { drawnOnce } from "../../app/invoicing/drawn-document.ts";
import { requiredSetting } from "../core/env.ts";
import { log } from "../core/log.ts";

// In a Lambda this file is the whole bundle: what draws otherwise is another one.
const template = createHash("sha256")
  .update(readFileSync(fileURLToPath(import.meta.url)))
  .digest("hex");

/** Draws invoices and credit notes, each once, for the Lambdas that strangers can ask. */
export const drawOnce = drawnOnce({
  documents: s3DrawnDocuments(new S3Client(bucketInPath), requiredSetting("DRAWN_DOCUMENTS_BUCKET")),
  template,
  report: (error) => log.error("drawn document", { error: errorText(error) }),
});
