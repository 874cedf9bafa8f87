import { S3Client } from "@aws-sdk/client-s3";
import { S3ListReader } from "../../adapters/aws/s3-list-reader.ts";
import { bucketInPath } from "../../adapters/aws/settings.ts";
import { ListMemory } from "../../app/screening/list-memory.ts";
import { requiredSetting } from "../core/env.ts";

export const s3 = new S3Client(bucketInPath);

/** Everything that was ever loaded, to be read. */
export const listReader = new S3ListReader(s3, requiredSetting("LISTS_BUCKET"));

/** The lists in force, for the life of this Lambda. */
export const listMemory = new ListMemory(listReader);
