import { uploadingClient } from "../../adapters/aws/s3-client.ts";
import { S3Evidence } from "../../adapters/aws/s3-evidence.ts";
import type { EvidenceStore } from "../../app/disputes/ports.ts";
import { requiredSetting } from "../core/env.ts";

export const evidence: EvidenceStore = new S3Evidence(uploadingClient(), requiredSetting("EVIDENCE_BUCKET"));
