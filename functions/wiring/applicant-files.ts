import { uploadingClient } from "../adapters/s3-client.ts";
import { S3Evidence } from "../adapters/s3-evidence.ts";
import type { EvidenceStore } from "../app/ports-disputes.ts";
import { given } from "./env.ts";

/** The files that applicants bring. */
export const applicantFiles: EvidenceStore = new S3Evidence(
  uploadingClient(),
  given("APPLICANT_FILES_BUCKET"),
);
