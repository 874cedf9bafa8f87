import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { GetObjectCommand, ListObjectsV2Command, NoSuchKey, type S3Client } from "@aws-sdk/client-s3";
import type { ArchiveReader } from "../../functions/app/audit/verify-audit.ts";
import { Trouble } from "../sandbox/trouble.ts";

function daysOf(keys: readonly string[]): string[] {
  return keys.flatMap((key) => /^(?:roots\/)?(\d{4}-\d\d-\d\d)\.json$/.exec(key)?.[1] ?? []).sort();
}

/** The archive in its bucket. */
export class BucketArchive implements ArchiveReader {
  readonly #client: S3Client;
  readonly #bucket: string;

  constructor(client: S3Client, bucket: string) {
    this.#client = client;
    this.#bucket = bucket;
  }

  async days(): Promise<readonly string[]> {
    const keys: string[] = [];
    let ContinuationToken: string | undefined;
    do {
      const input = { Bucket: this.#bucket, Prefix: "roots/", ...(ContinuationToken && { ContinuationToken }) };
      const answer = await this.#client.send(new ListObjectsV2Command(input));
      keys.push(...(answer.Contents ?? []).map(({ Key }) => Key ?? ""));
      ContinuationToken = answer.NextContinuationToken;
    } while (ContinuationToken);
    return daysOf(keys);
  }

  async read(key: string): Promise<Uint8Array | undefined> {
    try {
      const answer = await this.#client.send(new GetObjectCommand({ Bucket: this.#bucket, Key: key }));
      return await answer.Body?.transformToByteArray();
    } catch (error) {
      if (error instanceof NoSuchKey) return undefined;
      throw error;
    }
  }
}

/** The archive in a folder, as `aws s3 sync` copies it. */
export class FolderArchive implements ArchiveReader {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async days(): Promise<readonly string[]> {
    try {
      return daysOf(readdirSync(join(this.#folder, "roots")));
    } catch {
      throw new Trouble(`${this.#folder} is no copy of an archive: it has no folder called roots.`);
    }
  }

  async read(key: string): Promise<Uint8Array | undefined> {
    try {
      return readFileSync(join(this.#folder, key));
    } catch {
      return undefined;
    }
  }
}
