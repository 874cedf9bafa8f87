import { DeleteObjectCommand, ListObjectVersionsCommand, type S3Client } from "@aws-sdk/client-s3";
import type { FileEraser } from "../../app/operations/ports.ts";
import { answerOf } from "./answer-of.ts";

/** Deletes files of a bucket for good: every version, and the marks of those that were deleted before. */
export function s3FileEraser(client: S3Client, Bucket: string): FileEraser {
  return {
    async erase(Prefix) {
      for (;;) {
        const page = await answerOf(client.send(new ListObjectVersionsCommand({ Bucket, Prefix })));
        const found = [...(page.Versions ?? []), ...(page.DeleteMarkers ?? [])];
        for (const { Key, VersionId } of found)
          await answerOf(client.send(new DeleteObjectCommand({ Bucket, Key, VersionId })));
        if (found.length === 0 || page.IsTruncated !== true) return;
      }
    },
  };
}
