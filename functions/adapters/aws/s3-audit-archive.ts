import { PutObjectCommand, type S3Client } from "@aws-sdk/client-s3";
import type { AuditArchive } from "../../app/audit/ports.ts";

/** The audit archive in a bucket; what becomes of objects there (Object Lock in production) is the bucket's to say. */
export function s3AuditArchive(client: S3Client, bucket: string): AuditArchive {
  return {
    async put(Key, Body, ContentType) {
      await client.send(new PutObjectCommand({ Bucket: bucket, Key, Body, ContentType }));
    },
  };
}
