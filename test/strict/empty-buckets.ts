import { DeleteObjectsCommand, ListBucketsCommand, ListObjectVersionsCommand, S3Client } from "@aws-sdk/client-s3";
import type { Endpoints } from "../support/runner/sandbox.ts";

/** Removes every version of every object, as the CDK's own Lambda does on a dev stage; a local stage has no such Lambda. */
export async function emptyBuckets({ awsEndpoint, region }: Pick<Endpoints, "awsEndpoint" | "region">): Promise<void> {
  const credentials = { accessKeyId: "test", secretAccessKey: "test" };
  const client = new S3Client({ endpoint: awsEndpoint, region, credentials, forcePathStyle: true });
  const { Buckets = [] } = await client.send(new ListBucketsCommand({}));
  for (const { Name: Bucket = "" } of Buckets) if (Bucket.startsWith("sluice-")) await empty(client, Bucket);
}

async function empty(client: S3Client, Bucket: string): Promise<void> {
  for (;;) {
    const { Versions = [], DeleteMarkers = [] } = await client.send(new ListObjectVersionsCommand({ Bucket }));
    const Objects = [...Versions, ...DeleteMarkers].map(({ Key, VersionId }) => ({ Key, VersionId }));
    if (Objects.length === 0) return;
    const { Errors = [] } = await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }));
    const [error] = Errors;
    if (error !== undefined) throw new Error(`${Bucket} cannot be emptied: ${error.Key}, ${error.Message}.`);
  }
}
