import { Readable } from "node:stream";
import { GetObjectCommand, type S3Client } from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import type { FileStore } from "../../app/reconciliation/ports.ts";

/** Bytes of one part of an upload; two are held at once. S3 takes 10,000 parts, so a file ends at 80 GB. */
const partBytes = 8 * 1024 * 1024;

export function s3Files(client: S3Client, bucket: string): FileStore {
  return {
    async write(Key, pieces, ContentType) {
      let bytes = 0;
      async function* buffers() {
        for await (const piece of pieces) {
          const buffer = Buffer.from(piece);
          bytes += buffer.byteLength;
          if (buffer.byteLength > 0) yield buffer;
        }
      }
      // Not objectMode: the stream's own buffer is counted in bytes then.
      const Body = Readable.from(buffers(), { objectMode: false });
      const params = { Bucket: bucket, Key, Body, ContentType };
      await new Upload({ client, params, partSize: partBytes, queueSize: 2 }).done();
      return bytes;
    },
    link(Key, filename, expiresIn) {
      const ResponseContentDisposition = `attachment; filename="${filename}"`;
      const command = new GetObjectCommand({ Bucket: bucket, Key, ResponseContentDisposition });
      return getSignedUrl(client, command, { expiresIn });
    },
  };
}
