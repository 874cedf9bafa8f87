import { GetObjectCommand, NoSuchKey, PutObjectCommand, type S3Client, S3ServiceException } from "@aws-sdk/client-s3";
import type { DrawnDocuments } from "../../app/invoicing/ports.ts";
import { answerOf } from "./answer-of.ts";

/** What is not there is told as forbidden to whoever may not list the bucket. */
function isAbsent(error: unknown): boolean {
  return error instanceof NoSuchKey || (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 403);
}

/** Drawn documents in a bucket. */
export function s3DrawnDocuments(client: S3Client, bucket: string): DrawnDocuments {
  return {
    async read(Key) {
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key }));
        return (await Body?.transformToByteArray()) ?? null;
      } catch (error) {
        if (isAbsent(error)) return null;
        throw error;
      }
    },
    async write(Key, Body) {
      await answerOf(
        client.send(new PutObjectCommand({ Bucket: bucket, Key, Body, ContentType: "application/octet-stream" })),
      );
    },
  };
}
