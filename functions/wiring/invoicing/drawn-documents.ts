import { S3Client } from "@aws-sdk/client-s3";
import { s3DrawnDocuments } from "../../adapters/aws/s3-drawn-documents.ts";
import { bucketInPath } from "../../adapters/aws/settings.ts";
import { errorText } from "../../app/core/error-text.ts";
import { drawnOnce } from "../../app/invoicing/drawn-document.ts";
import { sealedDocuments } from "../../app/invoicing/seal-document.ts";
import { requiredSetting } from "../core/env.ts";
import { linkKeys } from "../core/links.ts";
import { log } from "../core/log.ts";
import { drawingTemplate } from "./drawing-template.ts";

const bucket = s3DrawnDocuments(new S3Client(bucketInPath), requiredSetting("DRAWN_DOCUMENTS_BUCKET"));

/** Draws invoices and credit notes, each once for all who may ask for it. */
export const drawOnce = drawnOnce({
  documents: sealedDocuments(bucket, linkKeys),
  template: drawingTemplate,
  report: (error) => log.error("drawn document", { error: errorText(error) }),
});
