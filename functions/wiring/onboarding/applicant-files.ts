import { uploadingClient } from "../../adapters/aws/s3-client.ts";
import { S3Evidence } from "../../adapters/aws/s3-evidence.ts";
import type { EvidenceStore } from "../../app/disputes/ports.ts";
import { given } from "../core/env.ts";

/** The files that applicants bring. */
export const applicantFiles: EvidenceStore = new S3Evidence(
  uploadingClient(),
  given("APPLICANT_FILES_BUCKET"),
);
