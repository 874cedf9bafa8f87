import { S3ListStore } from "../../adapters/aws/s3-list-store.ts";
import { listFetcher } from "../../adapters/lists/fetch.ts";
import { parserOf } from "../../adapters/lists/parsers.ts";
import type { FetchDesk } from "../../app/screening/fetch-lists.ts";
import { deskFor } from "../core/context.ts";
import { given } from "../core/env.ts";
import { log } from "../core/log.ts";
import { meter } from "../core/metrics.ts";
import { s3 } from "./lists.ts";

const store = new S3ListStore(s3, given("LISTS_BUCKET"));
const fetch = listFetcher();

/** What publishers' lists are fetched and loaded with. */
export function fetchDesk(requestId: string): FetchDesk {
  return { ...deskFor("system:lists", requestId), ...{ store, fetch, parserOf, log, meter } };
}
